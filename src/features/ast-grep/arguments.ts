// The arguments that both tools take, kept short: they are sent with every request (X5).

import * as z from "zod/mini"
import { described } from "../../lib/schema.ts"
import { languageNames } from "./languages.ts"
import { astGrepLimits } from "./limits.ts"

export const languagesText = languageNames.join(" ")

export const queryArguments = {
  pattern: z.optional(z.string()),
  rule: z.optional(z.string()),
  lang: described(z.optional(z.string()), "Default: from the files"),
  paths: z._default(z.array(z.string()), ["."]),
  globs: described(z._default(z.array(z.string()), []), '"!" excludes'),
}

export const searchArguments = {
  ...queryArguments,
  context: described(
    z._default(z.int().check(z.minimum(0), z.maximum(astGrepLimits.contextLinesMax)), 0),
    "Lines around",
  ),
  captures: described(z._default(z.boolean(), false), "Show captured values"),
}

export type SearchArguments = z.output<z.ZodMiniObject<typeof searchArguments>>

export const replaceArguments = {
  ...queryArguments,
  rewrite: z.string(),
  dry_run: z._default(z.boolean(), true),
}

export type ReplaceArguments = z.output<z.ZodMiniObject<typeof replaceArguments>>
