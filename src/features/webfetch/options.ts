// The configuration of webfetch.

import * as z from "zod/mini"
import { described } from "../../lib/schema.ts"
import { parseAllowance } from "../../net/allowance.ts"

const modelChoice = z.union([
  z.string().check(z.regex(/^[^/]+\/.+$/, "must be provider/model")),
  z.strictObject({
    id: z.string().check(z.regex(/^[^/]+\/.+$/, "must be provider/model")),
    variant: z.optional(z.string()),
  }),
])

const patterns = () => z.array(z.string().check(z.minLength(1)))

export const webfetchOptions = {
  model: described(
    z._default(z.union([modelChoice, z.array(modelChoice)]), []),
    "Model, or list of models, that answers the `prompt` argument from the page: provider/model, or an object with id and variant.",
  ),
  deny: described(
    z._default(patterns(), []),
    "URL patterns that are never fetched (`*` and `?` as in the host's permissions; without a slash: a host and all below it).",
  ),
  only: described(
    z.optional(patterns()),
    "If given, nothing else is fetched. Same patterns; `deny` goes first.",
  ),
  redirectTo: described(
    z._default(patterns(), []),
    "Redirect targets on other sites that are followed. Same patterns.",
  ),
  allowPrivate: described(
    z._default(
      z.array(
        z
          .string()
          .check(
            z.refine(
              (entry) => parseAllowance(entry) !== undefined,
              "must be host:port or a network such as 10.0.0.0/8",
            ),
          ),
      ),
      [],
    ),
    "Places outside the public Internet that may be fetched: exact host:port, or a network. Metadata services stay closed.",
  ),
  allowPorts: described(
    z._default(z.array(z.int().check(z.minimum(1), z.maximum(65_535))), []),
    "Ports that may be contacted beside the usual ones.",
  ),
} as const

export type WebfetchOptions = z.output<z.ZodMiniObject<typeof webfetchOptions>>
