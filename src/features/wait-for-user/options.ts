// Options of the feature.

import * as z from "zod/mini"
import { described } from "../../lib/schema.ts"

export const waitForUserOptions = {
  guard: described(
    z._default(z.boolean(), true),
    "While tasks of the session run, the wait is skipped and the turn just ends.",
  ),
} as const
