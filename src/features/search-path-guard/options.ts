// Options of the search-path guard.

import { z } from "zod"
import { searchPathLimits } from "./limits.ts"

export const searchPathOptions = {
  repair: z
    .boolean()
    .default(true)
    .describe(
      "Repair a path where only one reading exists (quotes, ~, file://, a file for its folder); false refuses instead.",
    ),
  suggest: z
    .boolean()
    .default(true)
    .describe("Name similar existing paths when a path is missing; false only says what is wrong."),
  suggestMs: z
    .number()
    .int()
    .min(10)
    .max(5_000)
    .default(searchPathLimits.suggestMs)
    .describe(
      "Time for finding similar names; then the answer goes out with what was found so far.",
    ),
  read: z
    .boolean()
    .default(true)
    .describe("Also answer a `read` of a path that exists elsewhere in the project."),
} as const
