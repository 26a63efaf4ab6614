import { expect, test } from "vitest"
import { call, fail, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

const hosts = await useHosts({
  oneProject: true,
  environment: { OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS: "true" },
})

const task = (prompt: string, more: Record<string, unknown> = {}) =>
  call("task", { description: prompt, prompt, subagent_type: "general", ...more })

test("the report of a finished task can be read later by its alias", async () => {
  const run = await hosts.ours.play({
    steps: [
      task("count files"),
      call("task_status", {}),
      call("task_result", { task_id: "gen-1" }),
      say("done"),
    ],
    children: [{ steps: [say("There are three files.")] }],
  })
  expect(run.results[1]?.output).toContain("general: completed")
  expect(run.results[2]?.output).toContain("outcome: completed")
  expect(run.results[2]?.output).toContain("There are three files.")
  expect(run.prefixBreaks).toEqual([])
})

test("a running background task has a state, and a text in place of a result", async () => {
  const live = await hosts.ours.open({ steps: [] })
  const run = await live.send(
    "go",
    [
      task("slow work", { background: true }),
      call("task_status", { task_id: "gen-1" }),
      call("task_result", { task_id: "gen-1" }),
      say("waiting"),
      say("thanks"),
    ],
    { children: [{ steps: [say("slow report", { delayMs: 2_000 })] }] },
  )
  expect(run.results[0]?.output).toContain("<task_board>\ngen-1 running <1m\n</task_board>")
  expect(run.results[1]?.output).toContain("outcome: running")
  expect(run.results[2]?.output).toContain("outcome: not_ready")
})

test("a batch runs in parallel, and one failure does not discard the others", async () => {
  const run = await hosts.ours.play({
    steps: [
      call("task_batch", { agent: "general", tasks: ["alpha one", "beta two", "gamma three"] }),
      say("done"),
    ],
    children: [
      { match: "alpha", steps: [say("Report A")] },
      { match: "beta", steps: [fail(400)] },
      { match: "gamma", steps: [say("Report C")] },
    ],
  })
  const output = run.results[0]?.output ?? ""
  expect(output).toContain("2 of 3 completed")
  expect(output).toContain("Report A")
  expect(output).toContain("The task failed (APIError: scripted failure 400).")
  expect(output).toContain("Report C")
})
