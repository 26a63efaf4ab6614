// `@ast-grep/napi` as a matcher: the five web languages, in a child process of the runtime we are in.
// Never in the host process: parsing there would block it and its memory would not come back.

import path from "node:path"
import { fileURLToPath } from "node:url"
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
        args: [...runtime.args, childFile()],
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

/** The child beside this module: `.ts` in a source tree, `.js` in the published package. */
function childFile(): string {
  const self = fileURLToPath(import.meta.url)
  return path.join(path.dirname(self), `napi-child${path.extname(self)}`)
}
