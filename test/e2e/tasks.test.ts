import { expect, test } from "vitest"
import { call, fail, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

const hosts = await useHosts({
  oneProject: true,
  environment: { OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS: "true" },
})

const task = (prompt: string, more: Record<string, unknown> = {}) =>
  call("task", { description: prompt, prompt, subagent_type: "general", ...more })

test("a finished task is on the board and its report can be read later", async () => {
  const run = await hosts.ours.play({
    steps: [
      task("count files"),
      call("task_status", {}),
      call("task_result", { task_id: "gen-1" }),
      say("done"),
    ],
    children: [{ steps: [say("There are three files.")] }],
  })
  expect(run.results.map((one) => one.output)).toEqual([])
})

test("a background task is shown as running with its tool, then told once by the host", async () => {
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
    { children: [{ steps: [say("slow report", { delayMs: 3_000 })] }] },
  )
  expect(run.results.map((one) => one.output)).toEqual([])
  const later = await live.idle()
  expect(later.messages.map((m) => JSON.stringify(m.parts).slice(0, 300))).toEqual([])
})

test("a batch runs in parallel and one failure does not discard the others", async () => {
  const run = await hosts.ours.play({
    steps: [call("task_batch", { agent: "general", tasks: ["alpha one", "beta two", "gamma three"] }), say("done")],
    children: [
      { match: "alpha", steps: [say("A")] },
      { match: "beta", steps: [fail(400)] },
      { match: "gamma", steps: [say("C")] },
    ],
  })
  expect(run.results.map((one) => one.output)).toEqual([])
})
