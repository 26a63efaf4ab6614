// The `ast-grep` binary as a matcher: all 25 languages, one process per request, in a private folder with a
// configuration of ours, so that nothing of the searched project configures the engine.

import { writeFile } from "node:fs/promises"
import path from "node:path"
import type { AstGrepLimits } from "../limits.ts"
import type { Matcher, MatchRequest, Query } from "./matcher.ts"
import { readOutcome } from "./read-output.ts"
import { engineEnvironment, runProcess } from "./run-process.ts"

export interface BinaryMatcherOptions {
  /** Absolute path of the executable. */
  readonly binary: string
  /** Private folder of this call; exists. */
  readonly folder: string
  readonly limits: AstGrepLimits
}

export function createBinaryMatcher({ binary, folder, limits }: BinaryMatcherOptions): Matcher {
  const configuration = path.join(folder, "sgconfig.yml")
  return {
    name: "binary",
    supports: () => true,
    match: async (request) => {
      await writeFile(configuration, projectConfiguration(request), { mode: 0o600 })
      const result = await runProcess({
        command: binary,
        args: [...queryArguments(request), "--config", configuration, "--", ...request.files],
        env: engineEnvironment({ NO_COLOR: "1" }),
        directory: folder,
        bytesMax: request.bytesMax,
        errorBytesMax: limits.engineErrorBytesMax,
        signal: request.signal,
      })
      return readOutcome(result)
    },
  }
}

function queryArguments(request: MatchRequest): readonly string[] {
  const shared = ["--json=stream", "--threads", request.isParallel ? "0" : "1"]
  const { query, language } = request
  if (query.kind === "rule") {
    const rule = { ...query.document, id: "workbench", language: language.name, severity: "hint" }
    return ["scan", "--inline-rules", JSON.stringify(rule), ...shared]
  }
  return ["run", "--lang", language.name, ...runArguments(query), ...shared]
}

function runArguments(query: Exclude<Query, { kind: "rule" }>): readonly string[] {
  if (query.kind === "kinds") return [`--kind=${query.kinds.join(",")}`]
  const selector = query.selector === undefined ? [] : [`--selector=${query.selector}`]
  return [`--pattern=${query.pattern}`, ...selector]
}

/** Files with an extension of another language are mapped to the one that was asked for. */
function projectConfiguration(request: MatchRequest): string {
  const { language } = request
  const foreign = new Set<string>()
  for (const file of request.files) {
    // The engine tells extensions apart by case: `A.TS` is no TypeScript to it.
    const extension = path.extname(file).slice(1) || undefined
    if (extension === undefined) foreign.add(escapeGlob(path.basename(file)))
    else if (!language.extensions.includes(extension)) foreign.add(`*.${escapeGlob(extension)}`)
  }
  const globs = foreign.size === 0 ? {} : { languageGlobs: { [language.name]: [...foreign] } }
  return JSON.stringify({ ruleDirs: [], ...globs })
}

function escapeGlob(name: string): string {
  return name.replace(/[\\*?[\]{}!]/g, "\\$&")
}
