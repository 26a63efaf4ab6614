// What callers do to their tasks, on a host whose background flag is off (tasks start with task_batch) or on (with the
// host's own task tool). Both must come to the same ends.

import { spawnSync } from "node:child_process"
import { describe, expect, test } from "vitest"
import { type LiveCase, until } from "./case.ts"
import { call, fail, parallel, type Reply, type Step, say } from "./script.ts"
import { notices, toldTimes } from "./task-notices.ts"
import type { Hosts } from "./use-hosts.ts"

export interface ControlSettings {
  readonly hosts: Hosts
  /** One reply that starts a background task for each prompt; which gets which alias is left open. */
  launch(...prompts: readonly string[]): Reply
  /** An interrupted caller takes the host's own tasks with it; ours go on. */
  readonly endAfterInterruption: "cancelled" | "completed"
}

export const launchBatch = (...tasks: readonly string[]): Reply =>
  call("task_batch", { agent: "general", tasks, background: true })

export const launchNative = (...prompts: readonly string[]): Reply =>
  parallel(
    ...prompts.map((prompt) =>
      call("task", { description: prompt, prompt, subagent_type: "general", background: true }),
    ),
  )

const onTask =
  (tool: string) =>
  (task_id: string, more: Record<string, unknown> = {}): Reply =>
    call(tool, { task_id, ...more })

export const onStatus = onTask("task_status")
export const onResult = onTask("task_result")
export const onCancel = onTask("task_cancel")
export const onRevive = (task_id: string, prompt: string): Reply =>
  call("task_revive", { task_id, prompt })
export const onMessage = (task_id: string, message: string): Reply =>
  call("task_message", { task_id, message })

/** A model that does not answer while the case lasts. */
export const never = say("never", { delayMs: 90_000 })

export function defineControlCases({ hosts, launch, endAfterInterruption }: ControlSettings): void {
  const open = () => hosts.ours.open({ steps: [] })
  const childAsked = (live: LiveCase, count = 1) =>
    hosts.model.waitForRequests(count, (request) => request.parentSessionId === live.sessionId)
  /** The step, once the children of the session have made this many model calls. */
  const once =
    (live: LiveCase, count: number, reply: Reply): Step =>
    async () => {
      await childAsked(live, count)
      return reply
    }

  describe.concurrent("a note", () => {
    test("is read by the running task and does not replace its report", async () => {
      const live = await open()
      const run = await live.send(
        "go",
        [launch("long work"), once(live, 1, onMessage("gen-1", "Mind the gap.")), say("sent")],
        { children: [{ steps: [say("The full report.", { delayMs: 2_000 }), say("Noted it.")] }] },
      )
      expect(run.results[1]?.output).toContain("outcome: queued")
      const [told] = await toldTimes(live, 1)
      expect(told).toContain("<task_result>\nThe full report.\n\nNoted it.\n</task_result>")
      const later = await live.send("read", [onResult("gen-1"), say("read")])
      expect(later.results.at(-1)?.output).toContain("The full report.\n\nNoted it.")
      const childBodies = hosts.model.requests.filter(
        (request) => request.parentSessionId === live.sessionId,
      )
      expect(childBodies).toHaveLength(2)
      expect(childBodies[1]?.bodyText).toContain("Mind the gap.")
    })

    test("to a task that has ended is refused and starts nothing", async () => {
      const live = await open()
      await live.send("go", [launch("quick work"), say("started")], {
        children: [{ steps: [say("The report.")] }],
      })
      await toldTimes(live, 1)
      const run = await live.send("late", [onMessage("gen-1", "One more thing."), say("ok")])
      expect(run.results.at(-1)?.output).toContain("outcome: refused")
      expect(run.results.at(-1)?.output).toContain("task_revive")
      expect(await toldTimes(live, 1)).toHaveLength(1)
    })
  })

  describe.concurrent("a cancelled task", () => {
    test("is cancelled for certain with its reason, and the tool's answer is all that is told", async () => {
      const live = await open()
      const run = await live.send(
        "go",
        [
          launch("slow work"),
          once(live, 1, onCancel("gen-1", { reason: "wrong plan" })),
          onStatus("gen-1"),
          say("stopped"),
        ],
        { children: [{ steps: [never] }] },
      )
      expect(run.results[1]?.output).toContain("outcome: cancelled")
      expect(run.results[1]?.output).toContain("wrong plan")
      expect(run.results[2]?.output).toContain("state: cancelled")
      await toldTimes(live, 0)
    })

    test("takes its command along", async () => {
      const live = await open()
      const command = `sleep ${61 + Math.random()}`
      const isRunning = () =>
        spawnSync("ps", ["-A", "-o", "args"], { encoding: "utf8" }).stdout.includes(command)
      const cancelOnceRunning = async (): Promise<Reply> => {
        await until(20_000, "the command never ran", () => isRunning() || undefined)
        return onCancel("gen-1")
      }
      await live.send("go", [launch("run it"), cancelOnceRunning, say("stopped")], {
        children: [{ steps: [call("bash", { command, description: "wait" }), never] }],
      })
      expect(isRunning()).toBe(false)
    })

    test("that its user aborted is told to the caller exactly once", async () => {
      const live = await open()
      await live.send("go", [launch("slow work"), say("started")], {
        children: [{ steps: [never] }],
      })
      const [request] = await childAsked(live)
      const { client } = await hosts.ours.process()
      await client.must("POST", `/session/${request?.sessionId}/abort`, {
        directory: live.directory,
      })
      const [told] = await toldTimes(live, 1)
      expect(told).toContain('state="cancelled"')
      expect(told).toContain("aborted by the user")
    })
  })

  describe.concurrent("an interrupted caller", () => {
    test("is not woken; what became of its tasks is stored for its next turn", async () => {
      const live = await open()
      await live.send("go", [launch("one", "two"), say("started")], {
        children: [
          { steps: [say("Report one.", { delayMs: 2_500 })] },
          { steps: [say("Report two.", { delayMs: 2_500 })] },
        ],
      })
      await childAsked(live, 2)
      await live.start("more", [say("never", { delayMs: 30_000 })])
      await hosts.model.waitForRequests(3, (request) => request.sessionId === live.sessionId)
      await live.abort()
      const told = await toldTimes(live, 2)
      expect(told.filter((text) => text.includes(`state="${endAfterInterruption}"`))).toHaveLength(
        2,
      )
      expect(hosts.model.requestsOf(live.sessionId)).toHaveLength(3)
    })
  })

  describe.concurrent("a revived task", () => {
    test("goes on after a completed, a failed and a cancelled run, and each end is told", async () => {
      const live = await open()
      const run = await live.send(
        "go",
        [
          launch("good work"),
          launch("bad work"),
          launch("slow work"),
          once(live, 3, onCancel("gen-3", { reason: "later" })),
          say("started"),
        ],
        {
          children: [
            { match: "good work", steps: [say("Good."), say("Better.")] },
            { match: "bad work", steps: [fail(400), say("Mended.")] },
            { match: "slow work", steps: [never, say("Finished.")] },
          ],
        },
      )
      expect(run.results.at(-1)?.output).toContain("outcome: cancelled")
      await toldTimes(live, 2)
      const revived = await live.send("again", [
        parallel(onRevive("gen-1", "a"), onRevive("gen-2", "b"), onRevive("gen-3", "c")),
        say("started"),
      ])
      const answers = revived.results.slice(-3).map((one) => one.output)
      expect(answers.filter((text) => text.includes("outcome: started\n"))).toHaveLength(3)
      const told = (await toldTimes(live, 5)).slice(2).join("\n")
      expect(told).toContain("Better.")
      expect(told).toContain("Mended.")
      expect(told).toContain("Finished.")
      expect(await live.children()).toHaveLength(3)
    })

    test("that is running is cancelled first, and resumed with all that it knows", async () => {
      const live = await open()
      const run = await live.send(
        "go",
        [launch("slow work"), once(live, 1, onRevive("gen-1", "The other plan.")), say("on")],
        { children: [{ steps: [never, say("The other plan is done.")] }] },
      )
      expect(run.results[1]?.output).toContain("outcome: started\n")
      const [told] = await toldTimes(live, 1)
      expect(told).toContain("The other plan is done.")
    })

    test("starts only after the tail of an abort", async () => {
      const live = await open()
      const { client } = await hosts.ours.process()
      const reviveInTheTail = async (): Promise<Reply> => {
        const [request] = await childAsked(live)
        const route = `/session/${request?.sessionId}/abort`
        void client.must("POST", route, { directory: live.directory })
        return onRevive("gen-1", "Go on.")
      }
      const run = await live.send("go", [launch("slow work"), reviveInTheTail, say("on")], {
        children: [{ steps: [never, say("The rest is done.")] }],
      })
      expect(run.results[1]?.output).toContain("outcome: started\n")
      await until(20_000, "no report", async () =>
        notices(await live.look()).some((text) => text.includes("The rest is done."))
          ? true
          : undefined,
      )
      const later = await live.send("look", [onStatus("gen-1"), say("seen")])
      expect(later.results.at(-1)?.output).toContain("state: completed")
      expect(await childAsked(live, 2)).toHaveLength(2)
    })
  })

  describe.concurrent("twelve tasks in one batch", () => {
    const tasks = Array.from(
      { length: 12 },
      (_, index) => `part ${String.fromCharCode(65 + index)}`,
    )
    const children = tasks.map((match, index) => ({
      match,
      steps: [index === 6 ? fail(400) : say(`Report on ${match}.`, { delayMs: 300 })],
    }))

    test("in the foreground give eleven reports and one error, in one answer", async () => {
      const live = await open()
      const run = await live.send(
        "go",
        [call("task_batch", { agent: "general", tasks }), say("done")],
        { children },
      )
      const output = run.results[0]?.output ?? ""
      expect(output).toContain("11 of 12 completed")
      expect(tasks.filter((one) => output.includes(`Report on ${one}.`))).toHaveLength(11)
      expect(output).toContain("The task failed (APIError: scripted failure 400).")
      await toldTimes(live, 0)
    })

    test("in the background are told twelve times, each once", async () => {
      const live = await open()
      const run = await live.send("go", [launchBatch(...tasks), say("started")], { children })
      expect(run.results[0]?.output).toContain("12 of 12 started")
      const told = await toldTimes(live, 12)
      expect(tasks.filter((one) => told.join("\n").includes(`Report on ${one}.`))).toHaveLength(11)
      expect(told.filter((text) => text.includes('state="error"'))).toHaveLength(1)
      expect((await live.look()).prefixBreaks).toEqual([])
    })
  })

  describe.concurrent("a task that waits", () => {
    test("for an answer gets it from its caller", async () => {
      const live = await open()
      const options = [
        { label: "blue", description: "b" },
        { label: "red", description: "r" },
      ]
      const questions = [{ question: "Which colour?", header: "Colour", options }]
      await live.send("go", [launch("paint it"), say("started")], {
        children: [{ steps: [call("question", { questions }), say("Painted.")] }],
      })
      await live.question()
      await toldTimes(live, 1)
      const run = await live.send("look", [
        onStatus("gen-1"),
        call("task_reply", { task_id: "gen-1", answers: [["red"]] }),
        say("answered"),
      ])
      const [seen, answered] = run.results.slice(-2).map((one) => one.output)
      expect(seen).toContain("outcome: blocked_on_question")
      expect(answered).toContain("outcome: answered")
      expect((await toldTimes(live, 2))[1]).toContain("Painted.")
      const child = hosts.model.requests.findLast(
        (request) => request.parentSessionId === live.sessionId,
      )
      expect(child?.bodyText).toContain("red")
    })

    test("for a permission can only be refused by its caller, and goes on with the reason", async () => {
      const live = await open()
      await live.send("go", [launch("run a command"), say("started")], {
        children: [
          { steps: [call("bash", { command: "cat x", description: "look" }), say("I could not.")] },
        ],
      })
      await live.permission()
      await toldTimes(live, 1)
      const run = await live.send("look", [
        onStatus("gen-1"),
        call("task_reply", { task_id: "gen-1", answers: [["yes"]] }),
        call("task_reply", { task_id: "gen-1", reject: "not now" }),
        say("rejected"),
      ])
      const outputs = run.results.slice(-3).map((one) => one.output)
      expect(outputs[0]).toContain("outcome: blocked_on_permission")
      expect(outputs[1]).toContain("outcome: refused")
      expect(outputs[1]).toContain("granting it is the user's")
      expect(outputs[2]).toContain("outcome: answered")
      const [, ended] = await toldTimes(live, 2)
      expect(ended).toContain("I could not.")
      const seen = hosts.model.requests.findLast(
        (request) => request.parentSessionId === live.sessionId,
      )
      expect(seen?.bodyText).toContain("not now")
    })
  })
}
