// Options of apply-patch. Both keys open something, so the project's own file may not set them (X4).

import * as z from "zod/mini"
import { described } from "../../lib/schema.ts"

export const options = {
  outside: described(
    z._default(z.enum(["block", "host"]), "block"),
    "What happens to a patch that names a path outside directory and worktree: blocked, or left to the host's own permission question.",
  ),
  ambiguous: described(
    z._default(z.enum(["refuse", "first"]), "refuse"),
    "What happens to a hunk that fits several places: refused with the line numbers, or put at the first as the host alone does.",
  ),
} as const

export type PatchOptions = z.output<z.ZodMiniObject<typeof options>>
