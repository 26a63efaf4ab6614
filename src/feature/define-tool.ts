// Turns a typed tool into one that checks its own arguments: the host passes them on unparsed (HOST-QUIRK-01). What does
// not fit is read loosely once before it is refused (ease-arguments.ts).

import * as z from "zod/mini"
import { nearestName } from "../lib/nearest-name.ts"
import { Refusal } from "../lib/refusal.ts"
import { inEnglish } from "../lib/schema.ts"
import { easeArguments } from "./ease-arguments.ts"
import type { AnyTool, ToolSpec } from "./tool-spec.ts"

/** At most this many problems are listed in one answer. */
const problemsMax = 5

export function defineTool<Shape extends z.core.$ZodShape>(spec: ToolSpec<Shape>): AnyTool {
  const schema = z.strictObject(spec.args)
  return {
    name: spec.name,
    description: spec.description,
    ...(spec.describeMore ? { describeMore: spec.describeMore } : {}),
    args: spec.args,
    loop: spec.loop,
    ...(spec.readiness ? { readiness: spec.readiness } : {}),
    run: async (rawArgs, context) => {
      const given = rawArgs ?? {}
      const strict = schema.safeParse(given, inEnglish)
      const parsed = strict.success
        ? strict
        : schema.safeParse(easeArguments(given, strict.error.issues), inEnglish)
      if (!parsed.success) throw argumentsRefusal(spec, parsed.error.issues)
      return spec.execute(parsed.data, context)
    },
  }
}

function argumentsRefusal(spec: ToolSpec, issues: readonly z.core.$ZodIssue[]): Refusal {
  const known = Object.keys(spec.args)
  const problems = issues.slice(0, problemsMax).flatMap((issue) => describeIssue(issue, known))
  return new Refusal(
    "TOOL_ARGUMENTS_INVALID",
    `${spec.name} was not run: ${problems.join("; ")}.`,
    `Call ${spec.name} again with: ${known.map((key) => describeKey(spec, key)).join(", ")}.`,
  )
}

function describeIssue(issue: z.core.$ZodIssue, known: readonly string[]): string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const nearest = nearestName(key, known)
      return nearest ? `unknown key "${key}" (did you mean "${nearest}"?)` : `unknown key "${key}"`
    })
  }
  const path = issue.path.map(String).join(".")
  return [`${path || "arguments"}: ${issue.message.replace(/\.$/, "")}`]
}

function describeKey(spec: ToolSpec, key: string): string {
  const field = spec.args[key]
  const isOptional = field === undefined || z.safeParse(field, undefined).success
  return isOptional ? `${key}?` : key
}
