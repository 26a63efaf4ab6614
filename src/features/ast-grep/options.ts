// Options of the ast-grep feature.

import * as z from "zod/mini"
import { described } from "../../lib/schema.ts"

export const astGrepOptions = {
  engine: described(
    z._default(z.enum(["auto", "binary", "napi"]), "auto"),
    "Which engine searches: `binary` knows all languages, `napi` the five web languages, `auto` takes the binary where it exists.",
  ),
  binaryPath: described(
    z.optional(z.string().check(z.minLength(1))),
    "Absolute path of an `ast-grep` executable to use instead of the installed one.",
  ),
}

export type AstGrepOptions = z.output<z.ZodMiniObject<typeof astGrepOptions>>
