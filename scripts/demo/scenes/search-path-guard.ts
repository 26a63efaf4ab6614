// Searches whose path is not what it seems.

import type { CaseRun } from "../../../test/e2e/support/case.ts"
import { call, say } from "../../../test/e2e/support/script.ts"
import type { Scene } from "../scene.ts"

/** Much time for names, so that a busy machine plays the same scene. */
export const options = { "search-path-guard": { suggestMs: 5_000 } }

const files = {
  "src/app.ts": "export const needle = 1\n",
  "src/lib/alpha.ts": "import { needle } from '../app.ts'\n",
  "docs/guide.md": "The needle is in src/app.ts.\n",
}

const first = (run: CaseRun) => run.results[0]?.output ?? ""
const grep = (path: string) => [call("grep", { pattern: "needle", path }), say("done")]

export const scenes: readonly Scene[] = [
  {
    title: "grep in a folder that does not exist",
    files,
    steps: grep("src/libs"),
    expectation:
      "refused with the name that was meant; the host alone reports hits of the parent folder",
    check: (run) =>
      first(run).includes('Did you mean "src/lib"') ? undefined : "the nearest name is not offered",
  },
  {
    title: "grep in one file",
    files,
    steps: grep("src/app.ts"),
    expectation: "only that file is searched; the host alone searches its whole folder",
    check: (run, alone) => {
      if (first(run).includes("alpha.ts")) return "another file was searched"
      return first(alone).includes("alpha.ts") ? undefined : "the host alone behaves as well"
    },
  },
  {
    title: "glob with a path in quotes",
    files,
    steps: [call("glob", { pattern: "*.md", path: '"docs"' }), say("done")],
    expectation: "the quotes are taken off, and the result says so",
    check: (run) =>
      first(run).includes("guide.md") && first(run).includes("[search-path-guard]")
        ? undefined
        : "docs was not searched",
  },
  {
    title: "glob with an absolute pattern",
    files,
    steps: [],
    act: (live) =>
      live.send("Find the guides.", [
        call("glob", { pattern: `${live.directory}/docs/*.md` }),
        say("done"),
      ]),
    expectation: "the pattern is divided into folder and pattern; the host alone finds nothing",
    check: (run) => (first(run).includes("guide.md") ? undefined : "nothing was found"),
  },
]
