// Chooses the engine for a language: the binary wherever it exists, else napi for the web languages.

import { Refusal } from "../../lib/refusal.ts"
import { createBinaryMatcher } from "./engine/binary-matcher.ts"
import type { ChildRuntime } from "./engine/child-runtime.ts"
import { findBinary } from "./engine/find-binary.ts"
import type { Matcher } from "./engine/matcher.ts"
import { createNapiMatcher } from "./engine/napi-matcher.ts"
import { type Language, languages } from "./languages.ts"
import type { AstGrepLimits } from "./limits.ts"
import type { AstGrepOptions } from "./options.ts"

export interface EngineRequest {
  readonly language: Language
  readonly options: AstGrepOptions
  readonly runtime: ChildRuntime
  /** Private folder of the call. */
  readonly folder: string
  readonly limits: AstGrepLimits
}

/** Throws Refusal AST_ENGINE_MISSING, which names the languages that are missing and why. */
export function openEngine(request: EngineRequest): Matcher {
  const { language, options, runtime, folder, limits } = request
  const napi = createNapiMatcher({ runtime, folder, limits })
  const binary = findBinary(options.binaryPath)
  if (options.engine !== "napi" && binary.kind === "found") {
    return createBinaryMatcher({ binary: binary.path, folder, limits })
  }
  if (options.engine !== "binary" && napi.supports(language)) return napi
  const why = options.engine === "napi" ? 'the option "engine" is "napi"' : describeMissing(binary)
  throw new Refusal(
    "AST_ENGINE_MISSING",
    `${language.name} cannot be searched here: ${why}. ${describeLanguages(options, napi)}`,
    "Use grep instead, or tell the user to run `opencode-workbench doctor`.",
  )
}

function describeMissing(binary: ReturnType<typeof findBinary>): string {
  return binary.kind === "missing" ? binary.reason : "the binary is not used"
}

function describeLanguages(options: AstGrepOptions, napi: Matcher): string {
  const present = options.engine === "binary" ? [] : languages.filter(napi.supports)
  const names = present.map((language) => language.name)
  return names.length === 0
    ? "No language is available."
    : `Without the ast-grep binary only these are available: ${names.join(" ")}.`
}
