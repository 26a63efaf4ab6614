// Log port. The message is a constant event name, data is in fields. No secrets, no file text.

import type { Json } from "../lib/json.ts"

export type LogFields = { readonly [key: string]: Json }

export interface Logger {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}
