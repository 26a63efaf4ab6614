import { call } from "../../../test/e2e/support/script.ts"
import type { Scene } from "../scene.ts"

const source = `export function load(path: string) {
  console.log("loading", path)
  if (!path) {
    console.log("no path")
  }
}
`

export const scenes: readonly Scene[] = [
  {
    title: "Calls are found by structure, not by text.",
    files: { "a.ts": `${source}// console.log("in a comment")\n` },
    steps: [call("ast_grep_search", { pattern: "console.log($$$ARGS)", captures: true })],
    expectation: "Two calls are found with their arguments; the comment is not.",
    check: (run) => {
      const output = run.results[0]?.output ?? ""
      return output.startsWith("2 matches in 1 file") ? undefined : output
    },
  },
  {
    title: "A pattern that cannot match is answered with one that does.",
    files: { "a.py": "def load(path) -> int:\n    return 1\n" },
    steps: [call("ast_grep_search", { pattern: "def $F($$$):", lang: "python" })],
    expectation: "The colon is named as the mistake, and a tried correction is offered.",
    check: (run) => {
      const output = run.results[0]?.output ?? ""
      return output.includes("This finds 1 match: pattern: def $F($$$)") ? undefined : output
    },
  },
  {
    title: "A rewrite is shown first, then applied with the right indentation.",
    files: { "a.ts": source },
    steps: [
      call("ast_grep_replace", {
        pattern: "console.log($$$ARGS)",
        rewrite: "log.info({\n  message: [$$$ARGS],\n})",
      }),
      call("ast_grep_replace", {
        pattern: "console.log($$$ARGS)",
        rewrite: "log.info({\n  message: [$$$ARGS],\n})",
        dry_run: false,
      }),
    ],
    expectation: "The dry run shows a diff, the second call writes both places.",
    check: (run) => {
      const text = run.read("a.ts")
      return text?.includes('    log.info({\n      message: ["no path"],\n    })')
        ? undefined
        : text
    },
  },
]
