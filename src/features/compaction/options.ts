// Options of the feature. Nothing here opens or restricts anything, so a project may set all of them.

import { z } from "zod"

export const compactionOptions = {
  facts: z
    .boolean()
    .default(true)
    .describe(
      "Adds the first and newest request, open todos, running tasks and failed calls to the host's summary request.",
    ),
  continueGuard: z
    .boolean()
    .default(true)
    .describe(
      "Keeps a finished turn from starting again after a summary, and stops compactions that follow each other without progress.",
    ),
  taskReports: z
    .boolean()
    .default(true)
    .describe("Adds the real report to a task result whose session ended in a summary."),
  callIds: z
    .boolean()
    .default(true)
    .describe("Makes tool call ids unique in what is sent, where the history holds one id twice."),
  gitStatus: z
    .boolean()
    .default(false)
    .describe(
      "Adds branch, short status and the last three commits to the user's message when they changed.",
    ),
} as const
