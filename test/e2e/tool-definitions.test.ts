// What the model is offered with every feature and every optional tool on. The schema on the wire is what providers
// validate, and its bytes are paid for with each request (X5).

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
import type { ModelRequest } from "./support/model-request.ts"
import { call, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

/** A folder with a `gh`, which makes the description of webfetch as long as it can be. */
const programs = mkdtempSync(path.join(os.tmpdir(), "workbench-programs-"))
writeFileSync(path.join(programs, "gh"), "#!/bin/sh\nexit 0\n")
chmodSync(path.join(programs, "gh"), 0o755)
afterAll(() => rmSync(programs, { recursive: true, force: true }))

/** More sub-agents than the description of task_batch has room for. */
const manyAgents = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [
    `helper-${String(index).padStart(2, "0")}`,
    { mode: "subagent", description: "Helps." },
  ]),
)

const hosts = await useHosts({
  config: { agent: manyAgents },
  options: {
    tasks: { orchestrator: true },
    "web-search": { codeSearchUrl: "https://code.test/" },
  },
  environment: { PATH: [programs, process.env.PATH].join(path.delimiter) },
})

const ourTools = [
  "agentic_fetch",
  "ast_grep_replace",
  "ast_grep_search",
  "code_search",
  "task_batch",
  "task_cancel",
  "task_message",
  "task_reply",
  "task_result",
  "task_revive",
  "task_status",
  "wait_for_user",
  "web_search",
  "webfetch",
]

/** Bytes of JSON of the named tools, as they stand in the request. */
function toolBytes(request: ModelRequest | undefined, isCounted: (name: string) => boolean) {
  const tools = Array.isArray(request?.body.tools) ? request.body.tools : []
  return tools
    .filter((_, index) => isCounted(request?.tools[index]?.name ?? ""))
    .reduce<number>((sum, tool) => sum + Buffer.byteLength(JSON.stringify(tool)), 0)
}

test("every tool is offered with exactly this description and schema (in-K05)", async () => {
  const run = await hosts.ours.play({ steps: [say("end")] })
  const offered = (run.requests.at(-1)?.tools ?? []).filter(({ name }) => ourTools.includes(name))
  expect(offered.map(({ name }) => name).sort()).toEqual(ourTools)
  await expect(`${JSON.stringify(offered, null, 2)}\n`).toMatchFileSnapshot(
    "./__snapshots__/tool-definitions.json",
  )
})

test("all tools together add at most 10 kB to a request", async () => {
  const { ours, alone } = await hosts.both({ steps: [say("end")] })
  const isOurs = (name: string) => ourTools.includes(name)
  const replaced = toolBytes(alone.requests.at(-1), isOurs)
  expect(replaced).toBeGreaterThan(0)
  expect(toolBytes(ours.requests.at(-1), isOurs) - replaced).toBeLessThanOrEqual(10_000)
  const foreign = (run: typeof ours) =>
    (run.requests.at(-1)?.tools ?? []).map(({ name }) => name).filter((name) => !isOurs(name))
  expect(foreign(ours)).toEqual(foreign(alone))
})

test("an orchestrator that is asked for schedules with the task tools", async () => {
  const run = await hosts.ours.play({
    agent: "orchestrator",
    steps: [call("task_batch", { agent: "helper-00", tasks: ["one", "two"] }), say("end")],
    children: [{ steps: [say("Report.")] }, { steps: [say("Report.")] }],
  })
  expect(run.requests[0]?.bodyText).toContain("You schedule work.")
  expect(run.results[0]?.output).toContain("2 of 2 completed")
})

test("a sub-agent is offered no tool that acts on tasks", async () => {
  const run = await hosts.ours.play({
    steps: [
      call("task", { description: "look", prompt: "Look around.", subagent_type: "general" }),
      say("end"),
    ],
    children: [{ steps: [say("seen")] }],
  })
  const child = hosts.model.requests.find(
    ({ parentSessionId }) => parentSessionId === run.sessionId,
  )
  const names = child?.tools.map(({ name }) => name) ?? []
  expect(names).toContain("webfetch")
  expect(names.filter((name) => /^(task_|wait_for_user$)/.test(name))).toEqual([])
})
