// The arguments that both tools take, kept short: they are sent with every request (X5).

import { z } from "zod"
import { languageNames } from "./languages.ts"

export const languagesText = languageNames.join(" ")

export const queryArguments = {
  pattern: z.string().optional(),
  rule: z.string().optional(),
  lang: z.string().optional().describe("Default: from the files"),
  paths: z.array(z.string()).default(["."]),
  globs: z.array(z.string()).default([]).describe('"!" excludes'),
}
