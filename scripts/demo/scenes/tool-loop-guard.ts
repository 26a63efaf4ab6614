// Agents that are stuck.

import type { CaseRun } from "../../../test/e2e/support/case.ts"
import { call, say } from "../../../test/e2e/support/script.ts"
import type { Scene } from "../scene.ts"

const files = { "notes.txt": "Nothing new.\n" }
const read = call("read", { filePath: "notes.txt" })
const refused = (run: CaseRun) =>
  run.results.filter((result) => result.output.startsWith("LOOP_")).length

export const scenes: readonly Scene[] = [
  {
    title: "the same file is read seven times",
    files,
    steps: [...Array.from({ length: 7 }, () => read), say("done")],
    expectation:
      "notes at results 3, 4 and 5, then the call is refused with the result that it has",
    check: (run, alone) =>
      refused(run) === 2 && refused(alone) === 0 ? undefined : `${refused(run)} calls were refused`,
  },
  {
    title: "a call that fails is repeated",
    files,
    steps: [
      ...Array.from({ length: 5 }, () => call("read", { filePath: "missing.txt" })),
      say("done"),
    ],
    expectation: "refused from the fourth call on",
    check: (run) => (refused(run) === 2 ? undefined : `${refused(run)} calls were refused`),
  },
  {
    title: "a sub-agent goes round in circles",
    files,
    steps: [
      call("task", { description: "look", prompt: "Look at the notes.", subagent_type: "general" }),
      say("done"),
    ],
    children: [{ match: "Look at the notes.", steps: Array.from({ length: 30 }, () => read) }],
    expectation:
      "the sub-agent is stopped, and its caller reads why; the host alone lets it run on",
    check: (run) =>
      run.results[0]?.output.startsWith("LOOP_RUN_STOPPED") === true
        ? undefined
        : "the reason does not stand in the task's result",
  },
]
