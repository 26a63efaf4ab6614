// Options of the ast-grep feature.

import { z } from "zod"

export const astGrepOptions = {
  engine: z
    .enum(["auto", "binary", "napi"])
    .default("auto")
    .describe(
      "Which engine searches: `binary` knows all languages, `napi` the five web languages, `auto` takes the binary where it exists.",
    ),
  binaryPath: z
    .string()
    .min(1)
    .optional()
    .describe("Absolute path of an `ast-grep` executable to use instead of the installed one."),
}

export type AstGrepOptions = z.output<z.ZodObject<typeof astGrepOptions>>
