// The end of a turn that only the user can go on from.

import type { CaseRun } from "../../../test/e2e/support/case.ts"
import { call, say } from "../../../test/e2e/support/script.ts"
import type { Scene } from "../scene.ts"

const wait = (reason: string) => call("wait_for_user", { reason })

function expectOutput(index: number, text: string) {
  return (run: CaseRun): string | undefined =>
    run.results[index]?.output.includes(text)
      ? undefined
      : `call ${index + 1} does not say "${text}"`
}

export const scenes: readonly Scene[] = [
  {
    title: "The model waits for a decision of the user.",
    steps: [wait("Which database?"), say("Which database shall I use?")],
    expectation: "The turn ends, and notices stay quiet until the user speaks.",
    check: expectOutput(0, "state: waiting_for_user\n"),
  },
  {
    title: "The model wants to wait for the user while a task of its own is running.",
    steps: [
      call("task_batch", { agent: "general", tasks: ["port the parser"], background: true }),
      wait("Shall I go on?"),
      say("I go on when the parser is ported."),
      say("The parser is ported."),
    ],
    children: [{ steps: [say("The parser is ported.", { delayMs: 5_000 })] }],
    expectation: "The wait is skipped: the turn ends, and the end of the task wakes the session.",
    check: expectOutput(1, "state: waiting_for_user_skipped"),
  },
]
