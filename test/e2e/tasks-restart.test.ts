// Tasks across a crash of the host, and between two hosts on one project.

import { afterAll, describe, expect, test } from "vitest"
import { type LiveCase, until } from "./support/case.ts"
import { createCaseHost, ourPlugin, probePlugin } from "./support/case-host.ts"
import { call, type Step, say } from "./support/script.ts"
import {
  never,
  onCancel,
  onMessage,
  onResult,
  onRevive,
  onStatus,
} from "./support/task-control-cases.ts"
import { toldTimes } from "./support/task-notices.ts"
import { type HoldRule, openTransportGate } from "./support/transport-gate.ts"
import { useHosts } from "./support/use-hosts.ts"

const gate = await openTransportGate()
const settings = {
  environment: { OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS: "true" },
  config: { permission: { bash: { "*": "allow", "cat *": "ask" } } },
}
const hosts = await useHosts({
  ...settings,
  oneProject: true,
  before: [probePlugin("transport-probe.ts", { gate: gate.url })],
})
const second = createCaseHost({
  ...settings,
  model: hosts.model,
  folders: hosts.ours.folders,
  label: "second",
  plugins: [probePlugin("transport-probe.ts", { gate: gate.url }), ourPlugin()],
})
afterAll(async () => {
  await second.stop()
  gate.close()
})

const task = (prompt: string, more: Record<string, unknown> = {}) =>
  call("task", {
    description: prompt,
    prompt,
    subagent_type: "general",
    background: true,
    ...more,
  })
const batch = (...tasks: readonly string[]) =>
  call("task_batch", { agent: "general", tasks, background: true })
const bash = (command: string) => call("bash", { command, description: "run" })
const open = () => hosts.ours.open({ steps: [] })
const requestsOf = (live: LiveCase) => hosts.model.requestsOf(live.sessionId).length
const childAsked = (live: LiveCase, count = 1) =>
  hosts.model.waitForRequests(count, (request) => request.parentSessionId === live.sessionId)

/** The same session on the host that runs now. */
async function onHost(host: typeof hosts.ours, live: LiveCase) {
  const { client } = await host.process()
  const { directory, sessionId } = live
  const messages = () => client.messages(directory, sessionId)
  const told = async () =>
    (await messages())
      .flatMap((one) => one.parts)
      .map((part) => String(part.text ?? ""))
      .filter((text) => text.startsWith("<task id="))
  return {
    client,
    told,
    toldTimes: async (count: number) => {
      await until(30_000, `fewer than ${count} notices`, async () =>
        (await told()).length >= count ? true : undefined,
      )
      return told()
    },
    /** Sends a user message and gives the texts of the tool results of its turn. */
    ask: async (...steps: readonly Step[]) => {
      hosts.model.script(sessionId, [...steps, say("seen")])
      const before = (await messages()).length
      await client.must("POST", `/session/${sessionId}/message`, {
        directory,
        body: {
          model: { providerID: "fake", modelID: "gpt-5-fake" },
          parts: [{ type: "text", text: "go on" }],
        },
      })
      const parts = (await messages()).slice(before).flatMap((one) => one.parts)
      return parts
        .filter((part) => part.type === "tool")
        .map((part) => JSON.parse(JSON.stringify(part)).state?.output ?? "")
        .map(String)
    },
  }
}

describe("after a crash of the host in the middle of tasks", () => {
  /** A finished task that is being revived: the host ends before or after the prompt has reached it. */
  const startHeldRevive = async (when: HoldRule["when"]) => {
    const live = await open()
    await live.send("go", [batch("quick work"), say("started"), say("seen")], {
      children: [{ steps: [say("The report."), never] }],
    })
    await toldTimes(live, 1)
    const [request] = await childAsked(live)
    const url = new RegExp(`^/session/${request?.sessionId}/prompt_async$`)
    const held = gate.hold({ method: "POST", url, when })
    await live.start("again", [onRevive("gen-1", "Go on."), say("seen")])
    await held.arrived
    if (when === "after") await childAsked(live, 2)
    return { live, taskId: request?.sessionId ?? "" }
  }

  test("states and aliases are right, owed notices are stored once, no model is called, a revive counts once", async () => {
    const [three, sent, unsent] = await Promise.all([
      open(),
      startHeldRevive("after"),
      startHeldRevive("before"),
    ])
    await three.send("go", [task("early work"), say("started"), say("seen")], {
      children: [{ steps: [say("The early report.")] }],
    })
    await toldTimes(three, 1)
    await three.start("more", [task("slow work"), batch("ask first", "run it"), say("started")], {
      children: [
        { match: "slow work", steps: [never] },
        { match: "ask first", steps: [bash("cat here.txt")] },
        { match: "run it", steps: [bash("sleep 30"), never] },
      ],
    })
    await three.permission()
    await toldTimes(three, 2)
    const lives = [three, sent.live, unsent.live]
    const before = lives.map(requestsOf)

    await hosts.ours.restart("kill")
    const { client } = await hosts.ours.process()
    await client.must("GET", "/session", { directory: three.directory })

    const now = await onHost(hosts.ours, three)
    const ends = (await now.toldTimes(5)).slice(2)
    expect(ends.filter((text) => text.includes('state="stopped"'))).toHaveLength(3)
    expect(ends.join("\n")).toContain("Commands that it started may still run")
    const sentNow = await onHost(hosts.ours, sent.live)
    expect((await sentNow.toldTimes(2))[1]).toContain('state="stopped"')
    const unsentNow = await onHost(hosts.ours, unsent.live)
    expect(await unsentNow.told()).toHaveLength(1)
    expect(lives.map(requestsOf)).toEqual(before)

    const [board = "", early, revived] = await now.ask(
      call("task_status", {}),
      onResult("gen-1"),
      onRevive("gen-2", "Once more."),
    )
    expect(board).toMatch(/gen-1 \(\S+\) general: completed/)
    expect(board.match(/gen-[234] \(\S+\) general: stopped/g)).toHaveLength(3)
    expect(early).toContain("The early report.")
    expect(revived).toContain("outcome: started\n")
    expect(await now.toldTimes(6)).toHaveLength(6)

    const [sentStatus] = await sentNow.ask(onStatus("gen-1"))
    expect(sentStatus).toContain("state: stopped")
    expect(sentStatus).toContain("The host ended in the middle of the task")
    const [unsentStatus] = await unsentNow.ask(onStatus("gen-1"))
    expect(unsentStatus).toContain("state: completed")
    const prompts = async (taskId: string) =>
      (await client.messages(three.directory, taskId)).filter((one) => one.info.role === "user")
    expect(await prompts(sent.taskId)).toHaveLength(2)
    expect(await prompts(unsent.taskId)).toHaveLength(1)
    expect([await sentNow.told(), await unsentNow.told()].map((all) => all.length)).toEqual([2, 1])
  })
})

describe("two hosts on one project", () => {
  test("do not take each other's tasks while both live, and one takes over when the other is gone", async () => {
    const live = await open()
    let finish: () => void = () => undefined
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    await live.send("go", [batch("first work", "second work"), say("started"), say("seen")], {
      children: [
        {
          match: "first work",
          steps: [
            async () => {
              await finished
              return say("The first report.")
            },
          ],
        },
        { match: "second work", steps: [never] },
      ],
    })
    await childAsked(live, 2)
    const other = await onHost(second, live)
    const answers = await other.ask(
      onStatus("gen-1"),
      onCancel("gen-1"),
      onRevive("gen-1", "Anew."),
      onMessage("gen-1", "Hello."),
      onResult("gen-1"),
    )
    expect(answers[0]).toContain("state: running (other host)")
    expect(answers.slice(1, 4).filter((text) => text.includes("outcome: refused"))).toHaveLength(3)
    expect(answers[1]).toContain("Another running host process owns that task")
    expect(answers[4]).toContain("outcome: not_ready")
    expect(await other.told()).toEqual([])

    finish()
    const told = await toldTimes(live, 1)
    expect(told[0]).toContain("The first report.")

    const { kill } = await hosts.ours.process()
    await kill()
    const [status] = await other.ask(onStatus("gen-2"))
    expect(status).toContain("state: stopped")
    const [again] = await other.ask(onRevive("gen-2", "Go on."))
    expect(again).toContain("outcome: started\n")
    const all = await other.toldTimes(2)
    expect(all.filter((text) => text.includes("The first report."))).toHaveLength(1)
  })
})
