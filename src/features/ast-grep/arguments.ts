// The arguments that both tools take, kept short: they are sent with every request (X5).

import { z } from "zod"
import { languageNames } from "./languages.ts"
import { astGrepLimits } from "./limits.ts"

export const languagesText = languageNames.join(" ")

export const queryArguments = {
  pattern: z.string().optional(),
  rule: z.string().optional(),
  lang: z.string().optional().describe("Default: from the files"),
  paths: z.array(z.string()).default(["."]),
  globs: z.array(z.string()).default([]).describe('"!" excludes'),
}

export const searchArguments = {
  ...queryArguments,
  context: z.int().min(0).max(astGrepLimits.contextLinesMax).default(0).describe("Lines around"),
  captures: z.boolean().default(false).describe("Show captured values"),
}

export type SearchArguments = z.output<z.ZodObject<typeof searchArguments>>

export const replaceArguments = {
  ...queryArguments,
  rewrite: z.string(),
  dry_run: z.boolean().default(true),
}

export type ReplaceArguments = z.output<z.ZodObject<typeof replaceArguments>>
