// Runs a case through the pure engine: `engine` takes its wanted text, `hook` what the host's rules make of its answer.

import { parsePatch } from "../../src/features/apply-patch/engine/parse.ts"
import {
  type KnownFile,
  type PatchPlan,
  planPatch,
  simulate,
} from "../../src/features/apply-patch/engine/plan-patch.ts"
import type { PatchCase, RunResult } from "./case.ts"

export interface EngineOptions {
  readonly useSnapshots: boolean
  readonly via: "engine" | "hook"
}

export function runEngine(patchCase: PatchCase, options: EngineOptions): RunResult {
  const start = performance.now()
  const plan = planCase(patchCase, options.useSnapshots)
  const ms = performance.now() - start
  const { content } = patchCase
  if (plan.kind === "problem") {
    return { text: content, isError: true, message: JSON.stringify(plan.problem), ms }
  }
  const outcome =
    options.via === "engine"
      ? plan.outcome
      : simulate(
          { hostFileAt: (path) => fileOf(patchCase, path, options.useSnapshots) },
          plan.kind === "rewrite" ? plan.patchText : patchCase.patch,
        )
  if (!outcome) return { text: content, isError: true, message: "the host refuses", ms }
  return { text: outcome.get(patchCase.path) ?? "", isError: false, message: plan.kind, ms }
}

function planCase(patchCase: PatchCase, useSnapshots: boolean): PatchPlan {
  const parsed = parsePatch(patchCase.patch)
  if (parsed.kind === "malformed") {
    return { kind: "problem", problem: { kind: "not-expressible", path: parsed.reason } }
  }
  return planPatch({
    patchText: patchCase.patch,
    patch: parsed.patch,
    fileAt: (path) => fileOf(patchCase, path, useSnapshots),
    hostFileAt: (path) => fileOf(patchCase, path, useSnapshots),
    ambiguous: "refuse",
  })
}

function fileOf(patchCase: PatchCase, path: string, useSnapshots: boolean): KnownFile {
  const isIt = path === patchCase.path
  return {
    key: path,
    printPath: path,
    text: isIt ? patchCase.content : undefined,
    seenText: isIt && useSnapshots ? patchCase.seen : undefined,
  }
}
