// What becomes of tasks when a call to the host hangs, or a session is deleted while it does. The gate holds calls of
// the plugin between it and the host.

import { describe, expect, test } from "vitest"
import { type LiveCase, until } from "./case.ts"
import { call, type Reply, type Step, say } from "./script.ts"
import {
  type ControlSettings,
  never,
  onCancel,
  onMessage,
  onResult,
  onRevive,
  onStatus,
} from "./task-control-cases.ts"
import { notices, toldTimes } from "./task-notices.ts"
import type { HeldCall, HoldRule, TransportGate } from "./transport-gate.ts"

export interface TransportSettings extends Pick<ControlSettings, "hosts" | "launch"> {
  readonly gate: TransportGate
}

export function defineTransportCases({ hosts, launch, gate }: TransportSettings): void {
  const open = () => hosts.ours.open({ steps: [] })
  const childAsked = (live: LiveCase, count = 1) =>
    hosts.model.waitForRequests(count, (request) => request.parentSessionId === live.sessionId)
  const callsTo = (sessionId: string, route: string) =>
    gate.calls.filter((one) => one.url === `/session/${sessionId}/${route}`)
  /** Holds the next call to this route of a session from now on. */
  const holdNext = (sessionId: string, route: string, when: HoldRule["when"]): HeldCall =>
    gate.hold({ method: "POST", url: new RegExp(`^/session/${sessionId}/${route}$`), when })

  describe.concurrent("a note whose transport hangs", () => {
    test("excludes its own task from changes, never another task and never a result", async () => {
      const live = await open()
      let held: HeldCall | undefined
      let taskId = ""
      const hang = async (): Promise<Reply> => {
        const children = await childAsked(live, 2)
        taskId = children.find((one) => one.bodyText.includes("slow one"))?.sessionId ?? ""
        held = holdNext(taskId, "message", "before")
        return onMessage("gen-1", "Mind the gap.")
      }
      const run = await live.send(
        "go",
        [
          launch("slow one"),
          launch("slow two"),
          hang,
          onMessage("gen-1", "Once more."),
          onCancel("gen-1"),
          onRevive("gen-1", "Anew."),
          onStatus("gen-1"),
          onResult("gen-1"),
          onMessage("gen-2", "Mind the step."),
          onCancel("gen-2"),
          say("waiting"),
        ],
        {
          children: [
            { match: "slow one", steps: [never] },
            { match: "slow two", steps: [never] },
          ],
        },
      )
      const answers = run.results.slice(-8).map((one) => one.output)
      expect(answers[0]).toContain("outcome: delivery_unknown")
      expect(answers[0]).toContain("Do not repeat it")
      expect(answers.slice(1, 4).filter((text) => text.includes("outcome: busy"))).toHaveLength(3)
      expect(answers[4]).toContain("busy: message write pending")
      expect(answers[5]).toContain("outcome: not_ready")
      expect(answers[6]).toContain("outcome: queued")
      expect(answers[7]).toContain("outcome: cancelled")
      held?.pass()
      await until(20_000, "the note never arrived", () =>
        callsTo(taskId, "message").length === 1 ? true : undefined,
      )
      const later = await live.send("later", [onCancel("gen-1"), say("stopped")])
      expect(later.results.at(-1)?.output).toContain("outcome: cancelled")
    })
  })

  describe.concurrent("a cancel whose abort hangs", () => {
    test("says that it is not confirmed, keeps the task closed, and ends as cancelled once it settles", async () => {
      const live = await open()
      let held: HeldCall | undefined
      const hang = async (): Promise<Reply> => {
        const [request] = await childAsked(live)
        held = holdNext(request?.sessionId ?? "", "abort", "before")
        return onCancel("gen-1", { reason: "wrong plan" })
      }
      const run = await live.send(
        "go",
        [
          launch("slow work"),
          hang,
          onStatus("gen-1"),
          onRevive("gen-1", "Anew."),
          onResult("gen-1"),
          say("waiting"),
        ],
        { children: [{ steps: [never] }] },
      )
      const answers = run.results.slice(-4).map((one) => one.output)
      expect(answers[0]).toContain("outcome: cancel_unconfirmed")
      expect(answers[1]).toContain("state: running")
      expect(answers[1]).toContain("busy: cancel pending")
      expect(answers[2]).toContain("outcome: busy")
      expect(answers[3]).toContain("outcome: not_ready")
      held?.pass()
      const [told] = await toldTimes(live, 1)
      expect(told).toContain('state="cancelled"')
      expect(told).toContain("wrong plan")
    })
  })

  describe.concurrent("a revive that is under way", () => {
    /** The steps of a caller that revives a finished task, whose prompt is then held. */
    const startHeld = async (when: HoldRule["when"]) => {
      const live = await open()
      let held: HeldCall | undefined
      await live.send("go", [launch("quick work"), say("started")], {
        children: [{ steps: [say("The report."), never] }],
      })
      await toldTimes(live, 1)
      const [request] = await childAsked(live)
      const taskId = request?.sessionId ?? ""
      const revive: Step = () => {
        held = holdNext(taskId, "prompt_async", when)
        return onRevive("gen-1", "Go on.")
      }
      const { client } = await hosts.ours.process()
      await live.start("again", [revive, say("seen")])
      await until(20_000, "no revive", () => held)
      await held?.arrived
      const remove = (sessionId: string) =>
        client.must("DELETE", `/session/${sessionId}`, { directory: live.directory })
      return { live, taskId, held, remove }
    }

    test("is stopped by one abort when its task was deleted after the prompt arrived", async () => {
      const { live, taskId, held, remove } = await startHeld("after")
      await childAsked(live, 2)
      await remove(taskId)
      held?.pass()
      const run = await live.idle()
      expect(run.results.at(-1)?.output).toContain("outcome: invalidated_compensating")
      await toldTimes(live, 1)
      expect(callsTo(taskId, "abort")).toHaveLength(1)
      const later = await live.send("look", [onStatus(taskId), say("seen")])
      expect(later.results.at(-1)?.output).toContain("outcome: deleted")
    })

    test("is stopped by one abort when its caller was deleted after the prompt arrived", async () => {
      const { live, taskId, held, remove } = await startHeld("after")
      await childAsked(live, 2)
      await remove(live.sessionId)
      held?.pass()
      await until(20_000, "no abort", () =>
        callsTo(taskId, "abort").length > 0 ? true : undefined,
      )
      await until(20_000, "the run goes on", async () => {
        const { client } = await hosts.ours.process()
        const statuses = await client.must("GET", "/session/status", { directory: live.directory })
        return JSON.stringify(statuses).includes(taskId) ? undefined : true
      })
      expect(callsTo(taskId, "abort")).toHaveLength(1)
    })

    test("starts nothing when its task was deleted before the prompt arrived", async () => {
      const { live, taskId, held, remove } = await startHeld("before")
      await remove(taskId)
      held?.pass()
      const run = await live.idle()
      expect(run.results.at(-1)?.output).toContain("outcome: deleted")
      await toldTimes(live, 1)
      expect(await childAsked(live)).toHaveLength(1)
    })

    test("whose connection broke is looked up, and started once", async () => {
      const { live, held } = await startHeld("after")
      held?.break()
      const run = await live.idle()
      expect(run.results.at(-1)?.output).toContain("outcome: started\n")
      expect(await childAsked(live, 2)).toHaveLength(2)
      const later = await live.send("stop", [onCancel("gen-1"), say("stopped")])
      expect(later.results.at(-1)?.output).toContain("outcome: cancelled")
      expect(notices(later)).toHaveLength(1)
    })
  })

  describe.concurrent("a deleted task that was running", () => {
    test("is stopped, and its caller learns that it is gone", async () => {
      const live = await open()
      const { client } = await hosts.ours.process()
      const remove: Step = async () => {
        const [request] = await childAsked(live)
        const route = `/session/${request?.sessionId}`
        await client.must("DELETE", route, { directory: live.directory })
        return call("task_status", { task_id: request?.sessionId ?? "" })
      }
      const run = await live.send("go", [launch("slow work"), remove, say("gone")], {
        children: [{ steps: [never] }],
      })
      expect(run.results.at(-1)?.output).toContain("outcome: deleted")
      await toldTimes(live, 0)
    })
  })
}
