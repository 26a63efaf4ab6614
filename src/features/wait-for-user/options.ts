// Options of the feature.

import { z } from "zod"

export const waitForUserOptions = {
  guard: z
    .boolean()
    .default(true)
    .describe("While tasks of the session run, the wait is skipped and the turn just ends."),
} as const
