import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import type { CaseRun } from "./support/case.ts"
import { call, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

const hosts = await useHosts({ oneProject: true, config: { permission: { bash: "ask" } } })

const batch = (tasks: readonly string[], more: Record<string, unknown> = {}) =>
  call("task_batch", { agent: "general", tasks, background: true, ...more })

/** Texts that the plugin or the host put into the session about tasks. */
function notices(run: CaseRun): readonly string[] {
  return run.messages
    .filter((message) => message.info.role === "user")
    .flatMap((message) => message.parts)
    .map((part) => String(part.text ?? ""))
    .filter((text) => text.startsWith("<task id="))
}

test("a background batch returns at once, and each end wakes its caller once", async () => {
  const live = await hosts.ours.open({ steps: [] })
  const run = await live.send(
    "go",
    [batch(["alpha", "beta"]), say("started"), say("seen"), say("seen")],
    {
      children: [
        { match: "alpha", steps: [say("Report A", { delayMs: 300 })] },
        { match: "beta", steps: [say("Report B", { delayMs: 600 })] },
      ],
    },
  )
  expect(run.results[0]?.output).toContain("2 of 2 started")
  await expect.poll(async () => notices(await live.look()).length, { timeout: 20_000 }).toBe(2)
  await sleep(1_500)
  const later = await live.idle()
  expect(notices(later).join("\n")).toContain("Report A")
  expect(notices(later).join("\n")).toContain("Report B")
  expect(notices(later)).toHaveLength(2)
  expect(later.prefixBreaks).toEqual([])
})

test("a running task is cancelled for certain, told once, and resumed with all that it knows", async () => {
  const live = await hosts.ours.open({ steps: [] })
  const run = await live.send(
    "go",
    [
      batch(["slow work"]),
      call("task_cancel", { task_id: "gen-1", reason: "wrong plan" }, { delayMs: 800 }),
      call("task_revive", { task_id: "gen-1", prompt: "Now the other plan." }),
      say("going on"),
      say("seen"),
    ],
    { children: [{ steps: [say("never", { delayMs: 30_000 }), say("The other plan is done.")] }] },
  )
  expect(run.results[1]?.output).toContain("outcome: cancelled")
  expect(run.results[1]?.output).toContain("wrong plan")
  expect(run.results[2]?.output).toContain("outcome: started")
  await expect.poll(async () => notices(await live.look()).length, { timeout: 20_000 }).toBe(1)
  expect(notices(await live.idle())[0]).toContain("The other plan is done.")
})

test("a note is read by a running task and does not replace its report", async () => {
  const live = await hosts.ours.open({ steps: [] })
  const run = await live.send(
    "go",
    [
      batch(["long work"]),
      call("task_message", { task_id: "gen-1", message: "Mind the gap." }, { delayMs: 500 }),
      say("sent"),
      say("seen"),
    ],
    { children: [{ steps: [say("The full report.", { delayMs: 2_500 }), say("Noted the gap.")] }] },
  )
  expect(run.results[1]?.output).toContain("outcome: queued")
  await expect.poll(async () => notices(await live.look()).length, { timeout: 20_000 }).toBe(1)
  const [notice] = notices(await live.idle())
  expect(notice).toContain("The full report.")
  expect(notice).toContain("Noted the gap.")
})

test("a user's abort of a child is told to the caller exactly once", async () => {
  const live = await hosts.ours.open({ steps: [] })
  await live.send("go", [batch(["slow work"]), say("started"), say("seen")], {
    children: [{ steps: [say("never", { delayMs: 30_000 })] }],
  })
  const [childId] = await live.children()
  const { client } = await hosts.ours.process()
  await sleep(500)
  await client.must("POST", `/session/${childId}/abort`, { directory: live.directory })
  await expect.poll(async () => notices(await live.look()).length, { timeout: 20_000 }).toBe(1)
  await sleep(1_500)
  const told = notices(await live.idle())
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('state="cancelled"')
  expect(told[0]).toContain("aborted by the user")
})

test("a child that waits for a permission is seen, and rejecting it ends the wait", async () => {
  const live = await hosts.ours.open({ steps: [] })
  await live.send("go", [batch(["run a command"]), say("started"), say("seen"), say("seen")], {
    children: [
      { steps: [call("bash", { command: "ls", description: "list" }), say("I could not.")] },
    ],
  })
  await live.permission()
  await expect.poll(async () => notices(await live.look()).length, { timeout: 20_000 }).toBe(1)
  const run = await live.send("look", [
    call("task_status", { task_id: "gen-1" }),
    call("task_reply", { task_id: "gen-1", answers: [["yes"]] }),
    call("task_reply", { task_id: "gen-1", reject: "not now" }),
    say("rejected"),
  ])
  const outputs = run.results.slice(-3).map((one) => one.output)
  expect(outputs[0]).toContain("outcome: blocked_on_permission")
  expect(outputs[1]).toContain("outcome: refused")
  expect(outputs[2]).toContain("outcome: answered")
})

test("the host's task refuses ids that it would take for a new session", async () => {
  const task = (task_id: string) =>
    call("task", { description: "d", prompt: "p", subagent_type: "general", task_id })
  const live = await hosts.ours.open({ steps: [] })
  const run = await live.send("go", [
    task("ses_unknown00000000000000000000"),
    task("3f0c8a52-5a0f-4f6e-9a3e-0d8f7f2b6c11"),
    task(live.sessionId),
    say("done"),
  ])
  expect(run.results.map((one) => one.status)).toEqual(["error", "error", "error"])
  expect(run.results[0]?.output).toContain("TASK_UNKNOWN")
  expect(run.results[1]?.output).toContain("TASK_UNKNOWN")
  expect(run.results[2]?.output).toContain("TASK_REFUSED")
  expect(await live.children()).toHaveLength(0)
})

test("a primary agent and an unknown one cannot be started", async () => {
  const run = await hosts.ours.play({
    steps: [
      call("task_batch", { agent: "build", tasks: ["x"] }),
      call("task_batch", { agent: "generl", tasks: ["x"] }),
      say("done"),
    ],
  })
  expect(run.results[0]?.output).toContain("TASK_AGENT_UNKNOWN")
  expect(run.results[1]?.output).toContain('Did you mean "general"?')
})

test("a child gets none of the tools that act on tasks, and keeps its caller's denies", async () => {
  const live = await hosts.ours.open({
    steps: [],
    session: { permission: [{ permission: "webfetch", pattern: "*", action: "deny" }] },
  })
  await live.send("go", [batch(["look around"], { background: false }), say("done")], {
    children: [{ match: "look around", steps: [say("seen")] }],
  })
  const [childId] = await live.children()
  const [request] = hosts.model.requestsOf(childId ?? "")
  const names = (request?.tools ?? []).map((tool) => JSON.stringify(tool))
  expect(names.filter((name) => /"task|wait_for_user|"webfetch"/.test(name))).toEqual([])
})

test("wait_for_user ends the turn, and is skipped while tasks run", async () => {
  const live = await hosts.ours.open({ steps: [] })
  const first = await live.send("go", [
    call("wait_for_user", { reason: "Which one?" }),
    say("Which?"),
  ])
  expect(first.results[0]?.output).toContain("state: waiting_for_user\n")
  expect(first.results[0]?.output).toContain("opencode-workbench.wait_for_user.v1")
  const second = await live.send(
    "this one",
    [batch(["slow"]), call("wait_for_user", { reason: "Review?" }), say("waiting"), say("seen")],
    { children: [{ steps: [say("late", { delayMs: 1_500 })] }] },
  )
  expect(second.results.at(-1)?.output).toContain("waiting_for_user_skipped")
})

test("after a crash the board is right, and what is owed is stored without a model call", async () => {
  const live = await hosts.ours.open({ steps: [] })
  await live.send("go", [batch(["one", "two"]), say("started")], {
    children: [
      { match: "one", steps: [say("never", { delayMs: 60_000 })] },
      { match: "two", steps: [say("never", { delayMs: 60_000 })] },
    ],
  })
  await sleep(800)
  const { client } = await hosts.ours.restart("kill")
  const before = hosts.model.requestsOf(live.sessionId).length
  await client.must("GET", "/session", { directory: live.directory })
  await client.must("GET", "/experimental/tool/ids", { directory: live.directory })
  const other = await client.createSession(live.directory)
  hosts.model.script(other, [say("hello")])
  await client.must("POST", `/session/${other}/message`, {
    directory: live.directory,
    body: {
      model: { providerID: "fake", modelID: "gpt-5-fake" },
      parts: [{ type: "text", text: "hi" }],
    },
  })
  const stored = async () => {
    const messages = await client.messages(live.directory, live.sessionId)
    return messages
      .flatMap((one) => one.parts)
      .filter((part) => String(part.text ?? "").startsWith("<task id="))
  }
  await expect.poll(async () => (await stored()).length, { timeout: 20_000 }).toBe(2)
  await sleep(1_500)
  expect(await stored()).toHaveLength(2)
  expect(hosts.model.requestsOf(live.sessionId)).toHaveLength(before)
  hosts.model.script(live.sessionId, [call("task_status", {}), say("seen")])
  await client.must("POST", `/session/${live.sessionId}/message`, {
    directory: live.directory,
    body: {
      model: { providerID: "fake", modelID: "gpt-5-fake" },
      parts: [{ type: "text", text: "state?" }],
    },
  })
  const messages = await client.messages(live.directory, live.sessionId)
  expect(JSON.stringify(messages.at(-2))).toContain("gen-1")
  expect(JSON.stringify(messages.at(-2))).toContain("stopped")
})
