// The configuration of webfetch.

import { z } from "zod"
import { parseAllowance } from "../../net/access.ts"

const modelChoice = z.union([
  z.string().regex(/^[^/]+\/.+$/, "must be provider/model"),
  z.strictObject({
    id: z.string().regex(/^[^/]+\/.+$/, "must be provider/model"),
    variant: z.string().optional(),
  }),
])

const patterns = z.array(z.string().min(1))

export const webfetchOptions = {
  model: z
    .union([modelChoice, z.array(modelChoice)])
    .default([])
    .describe(
      "Model, or list of models, that answers the `prompt` argument from the page: provider/model, or an object with id and variant.",
    ),
  deny: patterns
    .default([])
    .describe(
      "URL patterns that are never fetched (`*` and `?` as in the host's permissions; without a slash: a host and all below it).",
    ),
  only: patterns
    .optional()
    .describe("If given, nothing else is fetched. Same patterns; `deny` goes first."),
  redirectTo: patterns
    .default([])
    .describe("Redirect targets on other sites that are followed. Same patterns."),
  allowPrivate: z
    .array(
      z
        .string()
        .refine(
          (entry) => parseAllowance(entry) !== undefined,
          "must be host:port or a network such as 10.0.0.0/8",
        ),
    )
    .default([])
    .describe(
      "Places outside the public Internet that may be fetched: exact host:port, or a network. Metadata services stay closed.",
    ),
  allowPorts: z
    .array(z.int().min(1).max(65_535))
    .default([])
    .describe("Ports that may be contacted beside the usual ones."),
} as const

export type WebfetchOptions = z.output<z.ZodObject<typeof webfetchOptions>>
