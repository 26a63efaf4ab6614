// `@ast-grep/napi` as a matcher: the five web languages, in a child process of the runtime we are in.
// Never in the host process: parsing there would block it and its memory would not come back.

import { packageFile } from "../../../lib/package-file.ts"
import type { AstGrepLimits } from "../limits.ts"
import type { ChildRuntime } from "./child-runtime.ts"
import type { Matcher } from "./matcher.ts"
import { readOutcome } from "./read-output.ts"
import { engineEnvironment, runProcess } from "./run-process.ts"

export interface NapiMatcherOptions {
  readonly runtime: ChildRuntime
  /** Private folder of this call; exists. A runtime reads its configuration from the folder it starts in. */
  readonly folder: string
  readonly limits: AstGrepLimits
}

export function createNapiMatcher({ runtime, folder, limits }: NapiMatcherOptions): Matcher {
  return {
    name: "napi",
    supports: (language) => language.napiName !== undefined,
    match: async ({ language, query, files, bytesMax, signal }) => {
      const result = await runProcess({
        command: runtime.command,
        args: [...runtime.args, packageFile("features/ast-grep/engine/napi-child")],
        env: engineEnvironment({ ...runtime.env, NO_COLOR: "1" }),
        directory: folder,
        input: JSON.stringify({ language: language.napiName, query, files }),
        bytesMax,
        errorBytesMax: limits.engineErrorBytesMax,
        signal,
      })
      return readOutcome(result)
    },
  }
}
