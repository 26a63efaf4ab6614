// Scenes of compaction: a model with 8,000 tokens of context, whose replies say that it is full.

import type { CaseRun } from "../../../test/e2e/support/case.ts"
import { mentions } from "../../../test/e2e/support/model-request.ts"
import { call, say } from "../../../test/e2e/support/script.ts"
import type { Scene } from "../scene.ts"

const model = "gpt-5-small"
const full = { usage: { input: 7_500, output: 10 } }
const failing = call("read", { filePath: "no-such-file.txt" }, full)

const summaries = (run: CaseRun) => run.requests.filter((request) => request.kind === "compaction")
const says = (run: CaseRun, text: string) => JSON.stringify(run.messages).includes(text)

export const scenes: readonly Scene[] = [
  {
    title: "A long task fills the context twice.",
    expectation: "Both summaries hold the goal word for word, and the task goes on to its end.",
    prompt: "Port the parser to the new grammar.",
    model,
    files: { "a.txt": "one\n", "b.txt": "two\n" },
    steps: [
      call("read", { filePath: "a.txt" }, full),
      call("read", { filePath: "b.txt" }, full),
      say("The parser is ported."),
    ],
    check: (run) => {
      if (summaries(run).length !== 2) return "it was not compacted twice"
      const goal = "First request of the user, verbatim:"
      if (!summaries(run).every((request) => mentions(request, goal))) return "the goal is missing"
      return run.answer === "The parser is ported." ? undefined : "it did not come to its end"
    },
  },
  {
    title: "The context is full just when the model has given its final answer.",
    expectation: "The finished turn stays finished; the host alone starts it again.",
    model,
    steps: [say("The answer is 7.", full), say("Let me look once more.")],
    check: (run, alone) => {
      if (!says(alone, "Let me look once more.")) return "the host alone did not restart either"
      return says(run, "Let me look once more.") ? "the turn started again" : undefined
    },
  },
  {
    title: "A failing call repeats, and each time the context is full.",
    expectation: "The second compaction without progress ends the turn; the host alone goes on.",
    model,
    steps: [failing, failing, failing, failing, say("I give up.")],
    check: (run, alone) => {
      if (summaries(alone).length < 4) return "the host alone stopped as well"
      return summaries(run).length === 2 ? undefined : `${summaries(run).length} compactions`
    },
  },
  {
    title: "A task is compacted right after its report.",
    expectation: "The report reaches the caller; the host alone returns something else.",
    model,
    steps: [
      call("task", { description: "count", prompt: "Count.", subagent_type: "general" }),
      say("Thank you."),
    ],
    children: [{ steps: [say("REPORT: nine tests fail.", full)] }],
    check: (run, alone) => {
      if (says(alone, "REPORT: nine")) return "the host alone returned the report too"
      return run.results[0]?.output.includes("REPORT: nine") ? undefined : "the report is lost"
    },
  },
]
