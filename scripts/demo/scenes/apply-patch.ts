// Six patches on real source text: what models send, what the host alone makes of it, what comes of it with the plugin.

import type { CaseRun } from "../../../test/e2e/support/case.ts"
import { call, type Step, say } from "../../../test/e2e/support/script.ts"
import type { Scene } from "../scene.ts"

const source = `import { readFile } from "node:fs/promises"

export interface Settings {
  retries: number
  timeoutMs: number
}

export async function loadSettings(file: string): Promise<Settings> {
  const text = await readFile(file, "utf8")
  const parsed = JSON.parse(text)
  return { retries: 3, timeoutMs: 5000, ...parsed }
}

export async function loadDefaults(): Promise<Settings> {
  const parsed = {}
  return { retries: 3, timeoutMs: 5000, ...parsed }
}
`

const file = "src/settings.ts"

function patch(...lines: string[]): readonly Step[] {
  const patchText = ["*** Begin Patch", ...lines, "*** End Patch"].join("\n")
  return [call("apply_patch", { patchText }), say("done")]
}

function expectFile(wanted: string) {
  return (run: CaseRun): string | undefined =>
    run.read(file) === wanted ? undefined : "the file is not as wanted"
}

function expectRefusal(code: string) {
  return (run: CaseRun): string | undefined => {
    if (run.results[0]?.output.startsWith(code) !== true) return `no ${code}`
    return run.read(file) === source ? undefined : "the file was changed"
  }
}

export const scenes: readonly Scene[] = [
  {
    title: "The first hunk has no @@ line",
    expectation: "The change is applied; the host alone reports success and changes nothing.",
    files: { [file]: source },
    steps: patch(
      `*** Update File: ${file}`,
      " export interface Settings {",
      "-  retries: number",
      "+  attempts: number",
      "   timeoutMs: number",
    ),
    check: expectFile(source.replace("retries: number", "attempts: number")),
  },
  {
    title: "A patch with LF lines for a file with CRLF lines",
    expectation: "Every line keeps CRLF; the host alone leaves a mixed file.",
    files: { [file]: source.replaceAll("\n", "\r\n") },
    steps: patch(
      `*** Update File: ${file}`,
      "@@",
      " export interface Settings {",
      "-  retries: number",
      "+  attempts: number",
      "   timeoutMs: number",
    ),
    check: expectFile(
      source.replace("retries: number", "attempts: number").replaceAll("\n", "\r\n"),
    ),
  },
  {
    title: "Two update blocks for one file",
    expectation: "Both changes are in the file; the host alone loses the first.",
    files: { [file]: source },
    steps: patch(
      `*** Update File: ${file}`,
      "@@",
      "-  retries: number",
      "+  attempts: number",
      `*** Update File: ${file}`,
      "@@",
      "-  const parsed = {}",
      "+  const parsed: Partial<Settings> = {}",
    ),
    check: expectFile(
      source
        .replace("retries: number", "attempts: number")
        .replace("const parsed = {}", "const parsed: Partial<Settings> = {}"),
    ),
  },
  {
    title: "A fence around the patch and asterisks behind its markers",
    expectation: "The change is applied; the host alone refuses the markers.",
    files: { [file]: source },
    steps: [
      call("apply_patch", {
        patchText: [
          "```diff",
          "*** Begin Patch ***",
          `*** Update File: ${file}`,
          "@@",
          "-  timeoutMs: number",
          "+  timeoutMs: number | undefined",
          "*** End Patch ***",
          "```",
        ].join("\n"),
      }),
      say("done"),
    ],
    check: expectFile(source.replace("timeoutMs: number", "timeoutMs: number | undefined")),
  },
  {
    title: "A hunk that fits two functions",
    expectation: "It is refused with both line numbers; the host alone edits the first.",
    files: { [file]: source },
    steps: patch(
      `*** Update File: ${file}`,
      "@@",
      "-  return { retries: 3, timeoutMs: 5000, ...parsed }",
      "+  return { retries: 5, timeoutMs: 5000, ...parsed }",
    ),
    check: expectRefusal("PATCH_AMBIGUOUS"),
  },
  {
    title: "A file below /etc, in a folder without git",
    expectation: "The patch is blocked before the host's tool runs; the host alone asks the user.",
    git: false,
    files: { [file]: source },
    steps: patch("*** Add File: /etc/opencode-workbench-demo", "+x"),
    // The host alone asks the user; somebody has to answer.
    act: async (live) => {
      const turn = live.send("Go on.", patch("*** Add File: /etc/opencode-workbench-demo", "+x"))
      const answered = live
        .permission(10_000)
        .then(({ id }) => live.replyPermission(id, "reject"))
        .catch(() => undefined)
      const run = await turn
      await answered
      return run
    },
    check: expectRefusal("PATCH_OUTSIDE"),
  },
]
