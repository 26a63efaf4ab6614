// Log port. The message is a constant event name, data is in fields. No secrets, no file text.

import type { Json } from "../lib/json.ts"

export type LogFields = { readonly [key: string]: Json }

export interface Logger {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

const levels = ["debug", "info", "warn", "error"] as const
type Level = (typeof levels)[number]

/** Stamps each entry with its feature and drops what is less severe than `least`. */
export function scopeLogger(
  sink: (level: Level, event: string, fields: LogFields) => void,
  scope: string,
  least: Level,
): Logger {
  const at =
    (level: Level) =>
    (event: string, fields: LogFields = {}) => {
      if (levels.indexOf(level) >= levels.indexOf(least))
        sink(level, event, { ...fields, feature: scope })
    }
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") }
}
