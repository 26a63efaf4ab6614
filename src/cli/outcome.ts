// What a command ends with: an exit code, and the same answer as text and as JSON.

import type { JsonObject } from "../lib/json.ts"

export interface CliOutcome {
  /** 0 well, 1 something is wrong, 2 the command was not understood or needs a decision. */
  readonly exitCode: 0 | 1 | 2
  readonly text: string
  readonly json: JsonObject
}
