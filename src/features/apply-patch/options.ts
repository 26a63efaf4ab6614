// Options of apply-patch. Both keys open something, so the project's own file may not set them (X4).

import { z } from "zod"

export const options = {
  outside: z
    .enum(["block", "host"])
    .default("block")
    .describe(
      "What happens to a patch that names a path outside directory and worktree: blocked, or left to the host's own permission question.",
    ),
  ambiguous: z
    .enum(["refuse", "first"])
    .default("refuse")
    .describe(
      "What happens to a hunk that fits several places: refused with the line numbers, or put at the first as the host alone does.",
    ),
} as const

export type PatchOptions = z.output<z.ZodObject<typeof options>>
