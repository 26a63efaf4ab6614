// Background agents: what the host alone makes of a wrong task id, and what the board adds.

import type { CaseRun } from "../../../test/e2e/support/case.ts"
import { call, fail, say } from "../../../test/e2e/support/script.ts"
import type { Scene } from "../scene.ts"

const task = (prompt: string, more: Record<string, unknown> = {}) =>
  call("task", { description: prompt, prompt, subagent_type: "general", ...more })

function expectOutput(index: number, ...texts: readonly string[]) {
  return (run: CaseRun): string | undefined => {
    const output = run.results[index]?.output ?? ""
    const missing = texts.find((text) => !output.includes(text))
    return missing === undefined ? undefined : `call ${index + 1} does not say "${missing}"`
  }
}

export const scenes: readonly Scene[] = [
  {
    title: "A task is to be resumed under an id that the model made up.",
    steps: [task("go on", { task_id: "3f0c8a52-5a0f-4f6e-9a3e-0d8f7f2b6c11" }), say("done")],
    children: [{ steps: [say("I know nothing of any earlier work.")] }],
    expectation: "It is refused; the host alone starts a new session that knows nothing.",
    check: expectOutput(0, "TASK_UNKNOWN"),
  },
  {
    title: "Three tasks at once, and the model of one fails.",
    steps: [
      call("task_batch", {
        agent: "general",
        tasks: ["read the parser", "read the printer", "read the tests"],
      }),
      say("done"),
    ],
    children: [
      { match: "parser", steps: [say("The parser is recursive.")] },
      { match: "printer", steps: [fail(400)] },
      { match: "tests", steps: [say("There are forty tests.")] },
    ],
    expectation: "Two reports and one error come back together, each with its task id.",
    check: expectOutput(
      0,
      "2 of 3 completed",
      "The parser is recursive.",
      "There are forty tests.",
    ),
  },
  {
    title: "A background task goes the wrong way: it is stopped for certain, and resumed.",
    steps: [
      call("task_batch", { agent: "general", tasks: ["port everything"], background: true }),
      call("task_cancel", { task_id: "gen-1", reason: "too much at once" }, { delayMs: 500 }),
      call("task_revive", { task_id: "gen-1", prompt: "Only the parser." }),
      call("task_status", { task_id: "gen-1" }),
      say("going on"),
      say("seen"),
    ],
    children: [{ steps: [say("never", { delayMs: 20_000 }), say("The parser is ported.")] }],
    expectation: "The run is proven over before the next one starts in the same session.",
    check: (run) =>
      expectOutput(1, "outcome: cancelled")(run) ?? expectOutput(2, "outcome: started")(run),
  },
  {
    title: "A session that only plans names an agent that writes.",
    agent: "plan",
    steps: [
      call("task", { description: "write", prompt: "write it", subagent_type: "build" }),
      say("done"),
    ],
    children: [
      {
        steps: [
          call("bash", { command: "touch written.txt", description: "write" }),
          say("It is written."),
        ],
      },
    ],
    expectation: "It is refused, and nothing is written; the host alone runs it.",
    check: (run) =>
      run.list().includes("written.txt")
        ? "a file was written"
        : expectOutput(0, "TASK_AGENT_UNKNOWN")(run),
  },
]
