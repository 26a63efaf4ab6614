// Options of the feature. Nothing here opens or restricts anything, so a project may set all of them.

import * as z from "zod/mini"
import { described } from "../../lib/schema.ts"

export const compactionOptions = {
  facts: described(
    z._default(z.boolean(), true),
    "Adds the first and newest request, open todos, running tasks and failed calls to the host's summary request.",
  ),
  continueGuard: described(
    z._default(z.boolean(), true),
    "Keeps a finished turn from starting again after a summary, and stops compactions that follow each other without progress.",
  ),
  taskReports: described(
    z._default(z.boolean(), true),
    "Adds the real report to a task result whose session ended in a summary.",
  ),
  callIds: described(
    z._default(z.boolean(), true),
    "Makes tool call ids unique in what is sent, where the history holds one id twice.",
  ),
  gitStatus: described(
    z._default(z.boolean(), false),
    "Adds branch, short status and the last three commits to the user's message when they changed.",
  ),
} as const
