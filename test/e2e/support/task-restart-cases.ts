// Tasks across a crash of the host, with its background flag off or on. A crash is `kill -9` in the middle of running
// tasks and of revives; the host then starts again on the same data.

import { describe, expect, test } from "vitest"
import { parseTask } from "../../../src/board/record.ts"
import { readRecord } from "../../../src/lib/json.ts"
import type { LiveCase } from "./case.ts"
import { resumeSession } from "./resumed-session.ts"
import { call, type Reply, say } from "./script.ts"
import { launchBatch, never, onResult, onRevive, onStatus } from "./task-control-cases.ts"
import { toldTimes } from "./task-notices.ts"
import type { HoldRule, TransportGate } from "./transport-gate.ts"
import type { Hosts } from "./use-hosts.ts"

export interface RestartSettings {
  readonly hosts: Hosts
  readonly gate: TransportGate
  /** Every way in which this host starts background tasks: one reply that starts one for each prompt. */
  readonly launches: readonly ((...prompts: readonly string[]) => Reply)[]
}

/** A finished task whose revive the host did not survive. */
interface HeldRevive {
  readonly when: HoldRule["when"]
  readonly live: LiveCase
  readonly taskId: string
}

const bash = (command: string) => call("bash", { command, description: "run" })

export function defineRestartCases({ hosts, gate, launches }: RestartSettings): void {
  const open = () => hosts.ours.open({ steps: [] })
  const childAsked = (live: LiveCase, count = 1) =>
    hosts.model.waitForRequests(count, (request) => request.parentSessionId === live.sessionId)
  const resume = (live: LiveCase) => resumeSession(hosts.model, hosts.ours, live)
  const read = async (directory: string, taskId: string) => {
    const { client } = await hosts.ours.process()
    const session = await client.must("GET", `/session/${taskId}`, { directory })
    return parseTask(taskId, readRecord(session, "metadata") ?? {})
  }

  /** `before`: the intent stands, the prompt was never sent. `after`: it was taken, and nobody has said so. */
  const startHeldRevive = async (
    launch: RestartSettings["launches"][number],
    when: HoldRule["when"],
  ): Promise<HeldRevive> => {
    const live = await open()
    const steps = when === "before" ? [] : [never]
    await live.send("go", [launch("quick work"), say("started"), say("seen")], {
      children: [{ steps: [say("The report."), ...steps, say("It went on.")] }],
    })
    await toldTimes(live, 1)
    const [request] = await childAsked(live)
    const taskId = request?.sessionId ?? ""
    const url = new RegExp(`^/session/${taskId}/prompt_async$`)
    const held = gate.hold({ method: "POST", url, when })
    await live.start("again", [onRevive("gen-1", "Go on."), say("seen")])
    await held.arrived
    if (when === "after") await childAsked(live, 2)
    return { when, live, taskId }
  }

  /** One ended task, and three that run: of the first launch, before a permission, and with a command. */
  const startThree = async (): Promise<LiveCase> => {
    const [launch = launchBatch] = launches
    const live = await open()
    await live.send("go", [launch("early work"), say("started"), say("seen")], {
      children: [{ steps: [say("The early report.")] }],
    })
    await toldTimes(live, 1)
    const running = [launch("slow work"), launchBatch("ask first", "run it"), say("started")]
    await live.start("more", running, {
      children: [
        { match: "slow work", steps: [never, say("It went on.")] },
        { match: "ask first", steps: [bash("cat here.txt")] },
        { match: "run it", steps: [bash("sleep 30"), never] },
      ],
    })
    await live.permission()
    await toldTimes(live, 2)
    return live
  }

  /** A task in the foreground: its caller is in the middle of the call. */
  const startForeground = async (): Promise<LiveCase> => {
    const live = await open()
    const prompt = "work in the foreground"
    const task = call("task", { description: prompt, prompt, subagent_type: "general" })
    await live.start("go", [task, say("never said")], { children: [{ steps: [never] }] })
    await childAsked(live)
    return live
  }

  describe("after a crash of the host in the middle of tasks", () => {
    test("states and aliases are right, owed notices are stored once, no model is called, a revive counts once", async () => {
      const whens = ["before", "after"] as const
      const [three, foreground, ...revives] = await Promise.all([
        startThree(),
        startForeground(),
        ...launches.flatMap((launch) => whens.map((when) => startHeldRevive(launch, when))),
      ])
      const { directory } = three
      for (const { taskId } of revives)
        expect((await read(directory, taskId))?.intent).toBeDefined()
      const before = hosts.model.requests.length

      await hosts.ours.restart("kill")
      const { client } = await hosts.ours.process()
      await client.must("GET", "/session", { directory })

      const now = await resume(three)
      const ends = (await now.toldTimes(5)).slice(2)
      expect(ends.filter((text) => text.includes('state="stopped"'))).toHaveLength(3)
      expect(ends.join("\n")).toContain("Commands that it started may still run")
      const [cut] = await (await resume(foreground)).toldTimes(1)
      expect(cut).toContain('state="stopped"')
      for (const { live, when } of revives) {
        const told = await (await resume(live)).toldTimes(when === "after" ? 2 : 1)
        expect(told.slice(1)).toEqual(
          when === "after" ? [expect.stringContaining('state="stopped"')] : [],
        )
      }
      expect(hosts.model.requests).toHaveLength(before)

      const [board = "", early, revived] = await now.ask(
        call("task_status", {}),
        onResult("gen-1"),
        onRevive("gen-2", "Once more."),
      )
      expect(board).toMatch(/gen-1 \(\S+\) general: completed/)
      expect(board.match(/gen-[234] \(\S+\) general: stopped/g)).toHaveLength(3)
      expect(early).toContain("The early report.")
      expect(revived).toContain("outcome: started\n")
      const told = await now.toldTimes(6)
      expect(told).toHaveLength(6)
      expect(told.at(-1)).toContain("It went on.")
      await Promise.all(revives.map(expectOneOrNone))
    })
  })

  /** The run that the prompt started counts once, as stopped; the one that was never sent left nothing behind. */
  async function expectOneOrNone({ when, live, taskId }: HeldRevive): Promise<void> {
    const wasSent = when === "after"
    const { client } = await hosts.ours.process()
    const prompts = async () =>
      (await client.messages(live.directory, taskId)).filter((one) => one.info.role === "user")
    expect(await prompts()).toHaveLength(wasSent ? 2 : 1)
    expect((await read(live.directory, taskId))?.intent).toBeUndefined()
    const now = await resume(live)
    const [status, again] = await now.ask(onStatus("gen-1"), onRevive("gen-1", "Go on."))
    expect(status).toContain(wasSent ? "state: stopped" : "state: completed")
    if (wasSent) expect(status).toContain("The host ended in the middle of the task")
    expect(again).toContain("outcome: started\n")
    const told = await now.toldTimes(wasSent ? 3 : 2)
    expect(told).toHaveLength(wasSent ? 3 : 2)
    expect(told.at(-1)).toContain("It went on.")
    expect(await prompts()).toHaveLength(wasSent ? 3 : 2)
  }
}
