// What a task may not do, and who may not act on tasks: task_batch gives no more than the host's own task tool, and both
// end the same way.

import { describe, expect, test } from "vitest"
import type { CaseRun, LiveCase } from "./support/case.ts"
import { recordsOf } from "./support/model-request.ts"
import { call, parallel, type Step, say } from "./support/script.ts"
import { never } from "./support/task-control-cases.ts"
import { toldTimes } from "./support/task-notices.ts"
import { useHosts } from "./support/use-hosts.ts"

const delegate = { task: "allow", task_batch: "allow", task_cancel: "allow" }
const hosts = await useHosts({
  oneProject: true,
  options: { tasks: { controllers: ["build", "plan", "nester"] } },
  config: {
    agent: {
      nester: { mode: "subagent", description: "Delegates.", permission: delegate },
      meddler: { mode: "subagent", description: "Meddles.", permission: delegate },
      ghost: { mode: "subagent", description: "Haunts.", hidden: true },
      sealed: { mode: "subagent", description: "Rests." },
    },
    permission: { task: { sealed: "deny" } },
    command: { repair: { template: "Repair it.", agent: "build", subtask: true } },
  },
})

const batch = (agent: string, ...tasks: readonly string[]) => call("task_batch", { agent, tasks })
const task = (subagent_type: string, prompt: string) =>
  call("task", { description: prompt, prompt, subagent_type })
const writeFile = call("bash", { command: "touch written.txt", description: "write" })
const open = (session?: Readonly<Record<string, unknown>>) =>
  hosts.ours.open({ steps: [], ...(session && { session }) })
const childRequests = (live: LiveCase) =>
  hosts.model.requests.filter((request) => request.parentSessionId === live.sessionId)
/** What the models of this session's children saw as the result of their last call. */
const seenByChild = (live: LiveCase) => childRequests(live).at(-1)?.messages.at(-1)?.text ?? ""
const outputs = (run: CaseRun) => run.results.map((one) => one.output)

test("a session that plans starts no agent that writes, neither with task_batch nor with the host's task", async () => {
  const children = [1, 2, 3, 4].map(() => ({ steps: [writeFile, say("written")] }))
  const steps = [
    batch("general", "write it"),
    batch("build", "write it"),
    task("general", "write it"),
    task("build", "write it"),
    say("none"),
  ]
  const live = await open()
  const run = await live.send("go", steps, { agent: "plan", children })
  const [batchGeneral, batchBuild, taskGeneral, taskBuild] = outputs(run)
  expect(batchGeneral).toContain("HOST_PERMISSION_DENIED")
  expect(batchBuild).toContain("TASK_AGENT_UNKNOWN")
  expect(taskGeneral).toContain("prevents you from using this specific tool call")
  expect(taskBuild).toContain("TASK_AGENT_UNKNOWN")
  expect(await live.children()).toEqual([])
  expect(live.project.list()).toEqual([])
})

test("there is no orchestrator unless it is asked for", async () => {
  const live = await open()
  const { client } = await hosts.ours.process()
  const agents = await client.must("GET", "/agent", { directory: live.directory })
  expect(recordsOf(agents).map((one) => one.name)).toContain("nester")
  expect(recordsOf(agents).map((one) => one.name)).not.toContain("orchestrator")
})

test("the host alone lets a session that plans start an agent that writes", async () => {
  const run = await hosts.alone.play({
    agent: "plan",
    steps: [task("build", "write it"), say("done")],
    children: [{ steps: [writeFile, say("written")] }],
  })
  expect(run.list()).toEqual(["written.txt"])
})

describe.concurrent("a session with denies of its own", () => {
  const permission = [{ permission: "bash", pattern: "*", action: "deny" }]

  test("passes them on to each task that it starts, by either tool", async () => {
    const live = await open({ permission })
    await live.send("go", [batch("general", "one"), task("general", "two"), say("done")], {
      children: [
        { match: "one", steps: [writeFile, say("I could not.")] },
        { match: "two", steps: [writeFile, say("I could not.")] },
      ],
    })
    const offered = childRequests(live).map((one) => one.tools.map((tool) => tool.name))
    expect(offered).toHaveLength(4)
    expect(offered.filter((names) => names.includes("bash"))).toEqual([])
    expect(live.project.list()).not.toContain("written.txt")
  })

  test("asks the user before a task where its rules say so, and starts none after a no", async () => {
    const live = await open({
      permission: [{ permission: "task", pattern: "general", action: "ask" }],
    })
    await live.start("go", [batch("general", "work"), say("denied")])
    const request = await live.permission()
    expect(request.detail.patterns).toEqual(["general"])
    await live.replyPermission(request.id, "reject", "not today")
    const run = await live.idle()
    expect(outputs(run)[0]).toContain("not today")
    expect(await live.children()).toEqual([])
  })
})

describe.concurrent("a task", () => {
  test("starts no task of its own where the depth limit is reached, by either tool", async () => {
    const live = await open()
    await live.send("go", [task("nester", "delegate"), say("done")], {
      children: [{ steps: [batch("general", "x"), task("general", "y"), say("I could not.")] }],
    })
    const seen =
      childRequests(live)
        .at(-1)
        ?.messages.map((message) => message.text) ?? []
    const refused = seen.filter((text) => /TASK_LIMIT|depth/i.test(text))
    expect(refused.length).toBeGreaterThanOrEqual(2)
    const [childId = ""] = await live.children()
    const { client } = await hosts.ours.process()
    const below = await client.must("GET", `/session/${childId}/children`, {
      directory: live.directory,
    })
    expect(below).toEqual([])
  })

  test("that is no controller cancels nothing, even if it is given the tool", async () => {
    const live = await open()
    const run = await live.send("go", [task("meddler", "meddle"), say("done")], {
      children: [{ steps: [call("task_cancel", { task_id: "gen-1" }), say("I could not.")] }],
    })
    expect(seenByChild(live)).toContain("TASK_NOT_CONTROLLER")
    expect(outputs(run)[0]).toContain("I could not.")
  })

  test("of an ordinary agent is not even offered the tools that act on tasks", async () => {
    const live = await open()
    await live.send("go", [batch("general", "one"), task("general", "two"), say("done")], {
      children: [
        { match: "one", steps: [call("task_cancel", { task_id: "gen-1" }), say("no")] },
        { match: "two", steps: [call("task_cancel", { task_id: "gen-1" }), say("no")] },
      ],
    })
    const names = childRequests(live).flatMap((one) => one.tools.map((tool) => tool.name))
    expect(names.filter((name) => /^(task|wait_for_user)/.test(name))).toEqual([])
    expect(seenByChild(live)).toContain("unavailable tool")
  })
})

describe.concurrent("task_batch", () => {
  test("lists the agents that can be started, with the same bytes to every session and agent (HOST-QUIRK-161)", async () => {
    const [one, two] = await Promise.all([open(), open()])
    await one.send("go", [say("hello")])
    await one.send("plan", [say("planned")], { agent: "plan" })
    await two.send("go", [say("hello")])
    const requests = [one, two].flatMap((live) => hosts.model.requestsOf(live.sessionId))
    const texts = requests.flatMap((request) =>
      request.tools.flatMap((tool) => (tool.name === "task_batch" ? [tool.description] : [])),
    )
    expect(texts).toHaveLength(3)
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]?.split("\n").at(-1)).toBe("Sub-agents: explore, general, meddler, nester.")
  })

  test("names the nearest agent for one that does not exist", async () => {
    const live = await open()
    const run = await live.send("go", [batch("generl", "x"), say("done")])
    expect(outputs(run)[0]).toContain("TASK_AGENT_UNKNOWN")
    expect(outputs(run)[0]).toContain('Did you mean "general"?')
  })

  test("continues one task of the caller with its own agent, and no other", async () => {
    const other = await open()
    await other.send("go", [batch("general", "secret"), say("done")], {
      children: [{ steps: [say("Secret.")] }],
    })
    const [foreignId = ""] = await other.children()
    const live = await open()
    const more = (agent: string, session_id: string, tasks: readonly string[] = ["more"]) =>
      call("task_batch", { agent, tasks, session_id })
    const run = await live.send(
      "go",
      [
        batch("general", "first"),
        more("general", "gen-1"),
        more("explore", "gen-1"),
        more("general", foreignId),
        more("general", "gen-1", ["a", "b"]),
        say("done"),
      ],
      { children: [{ steps: [say("First."), say("Second.")] }] },
    )
    const [, continued, otherAgent, foreign, two] = outputs(run)
    expect(continued).toContain("Second.")
    expect([otherAgent, foreign, two].filter((text) => text?.includes("refused"))).toHaveLength(3)
    expect(await live.children()).toHaveLength(1)
  })
})

test("a seventh running task of one session is refused, by either tool", async () => {
  const live = await open()
  const tasks = ["a", "b", "c", "d", "e", "f"]
  const start = call("task_batch", { agent: "general", tasks, background: true })
  const again = call("task_batch", { agent: "general", tasks: ["g"], background: true })
  const cancels = tasks.map((_, index) => call("task_cancel", { task_id: `gen-${index + 1}` }))
  const run = await live.send(
    "go",
    [start, again, task("general", "h"), parallel(...cancels), say("done")],
    { children: tasks.map(() => ({ steps: [never] })) },
  )
  const [started, batchRefused, taskRefused] = outputs(run)
  expect(started).toContain("6 of 6 started")
  expect(batchRefused).toContain("At most 6 tasks of one session run at once")
  expect(taskRefused).toContain("TASK_LIMIT")
  await toldTimes(live, 0)
})

test("a command of the user that runs another agent as a sub-task is left alone", async () => {
  const live = await open()
  const { client } = await hosts.ours.process()
  const steps: readonly Step[] = [say("The sub-task is done.")]
  hosts.model.script(live.sessionId, steps, { children: [{ steps: [say("Repaired.")] }] })
  await client.must("POST", `/session/${live.sessionId}/command`, {
    directory: live.directory,
    body: { command: "repair", arguments: "", model: "fake/gpt-5-fake" },
  })
  const run = await live.idle()
  expect(outputs(run)[0]).toContain("Repaired.")
})
