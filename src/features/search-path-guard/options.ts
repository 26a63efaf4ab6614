// Options of the search-path guard.

import * as z from "zod/mini"
import { described } from "../../lib/schema.ts"
import { searchPathLimits } from "./limits.ts"

export const searchPathOptions = {
  repair: described(
    z._default(z.boolean(), true),
    "Repair a path where only one reading exists (quotes, ~, file://, a file for its folder); false refuses instead.",
  ),
  suggest: described(
    z._default(z.boolean(), true),
    "Name similar existing paths when a path is missing; false only says what is wrong.",
  ),
  suggestMs: described(
    z._default(z.int().check(z.minimum(10), z.maximum(5_000)), searchPathLimits.suggestMs),
    "Time for finding similar names; then the answer goes out with what was found so far.",
  ),
  read: described(
    z._default(z.boolean(), true),
    "Also answer a `read` of a path that exists elsewhere in the project.",
  ),
} as const
