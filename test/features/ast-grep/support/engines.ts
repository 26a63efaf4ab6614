// Both engines for tests, each in a private folder, and a small project on disk.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import os from "node:os"
import path from "node:path"
import { createBinaryMatcher } from "../../../../src/features/ast-grep/engine/binary-matcher.ts"
import {
  type ChildRuntime,
  currentRuntime,
} from "../../../../src/features/ast-grep/engine/child-runtime.ts"
import { findBinary } from "../../../../src/features/ast-grep/engine/find-binary.ts"
import type {
  EngineMatch,
  Matcher,
  MatchRequest,
  Query,
} from "../../../../src/features/ast-grep/engine/matcher.ts"
import { createNapiMatcher } from "../../../../src/features/ast-grep/engine/napi-matcher.ts"
import { findLanguage, type Language } from "../../../../src/features/ast-grep/languages.ts"
import { astGrepLimits } from "../../../../src/features/ast-grep/limits.ts"

export function temporaryFolder(): string {
  return mkdtempSync(path.join(os.tmpdir(), "workbench-ast-grep-"))
}

/** Writes the files below a new folder and returns it. */
export function createProject(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryFolder()
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  return folder
}

export function binaryPath(): string {
  const verdict = findBinary(undefined)
  if (verdict.kind === "missing") throw new Error(verdict.reason)
  return verdict.path
}

export function createTestBinary(): Matcher {
  return createBinaryMatcher({
    binary: binaryPath(),
    folder: temporaryFolder(),
    limits: astGrepLimits,
  })
}

/** Node 20 cannot run TypeScript: there, and only there, the child is started with a loader. */
export function testRuntime(): ChildRuntime {
  const runtime = currentRuntime()
  if (process.versions.bun !== undefined) return runtime
  return { ...runtime, args: [...runtime.args, "--import", import.meta.resolve("tsx")] }
}

/** The host's own runtime where its package is installed: it starts ten times faster than a loader. */
export function fastRuntime(): ChildRuntime {
  const name = `opencode-${process.platform}-${process.arch}/bin/opencode`
  try {
    const command = createRequire(import.meta.url).resolve(name)
    return { command, args: ["--no-install", "--expose-gc"], env: { BUN_BE_BUN: "1" } }
  } catch {
    return testRuntime()
  }
}

export function createTestNapi(runtime: ChildRuntime): Matcher {
  return createNapiMatcher({
    runtime,
    folder: temporaryFolder(),
    limits: astGrepLimits,
  })
}

export function languageOf(name: string): Language {
  const language = findLanguage(name)
  if (!language) throw new Error(`no language ${name}`)
  return language
}

export function request(
  language: string,
  query: Query | string,
  files: readonly string[],
): MatchRequest {
  return {
    language: languageOf(language),
    query: typeof query === "string" ? { kind: "pattern", pattern: query } : query,
    files,
    bytesMax: astGrepLimits.engineBytesMax,
    isParallel: true,
    signal: new AbortController().signal,
  }
}

/** All matches, or an error with the engine's reason. */
export async function matchAll(
  matcher: Matcher,
  asked: MatchRequest,
): Promise<readonly EngineMatch[]> {
  const outcome = await matcher.match(asked)
  if (outcome.kind !== "matches") throw new Error(`${outcome.kind}: ${outcome.reason}`)
  return outcome.matches
}
