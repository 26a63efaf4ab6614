// A session that waits for its user, on a host whose background flag is off (tasks start with task_batch) or on (with
// the host's own task tool). Both must keep the wait, end it and skip it alike.

import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, test } from "vitest"
import { parseParent } from "../../../src/board/record.ts"
import { readRecord } from "../../../src/lib/json.ts"
import { type LiveCase, type OpenedCase, until } from "./case.ts"
import { call, gated, type Reply, say } from "./script.ts"
import { toldTimes } from "./task-notices.ts"
import type { Hosts } from "./use-hosts.ts"

export const waitForUser = (reason: string): Reply => call("wait_for_user", { reason })

/** A project in which the wait is not skipped while tasks run. */
export const unguarded: OpenedCase = {
  files: {
    ".opencode/opencode-workbench.jsonc": JSON.stringify({ "wait-for-user": { guard: false } }),
  },
}

export const promptModel = { providerID: "fake", modelID: "gpt-5-fake" }

/** The wait as it is stored in the session. */
export function watchWaits(hosts: Hosts) {
  const reasonOf = async (live: LiveCase): Promise<string | undefined> => {
    const { client } = await hosts.ours.process()
    const { directory, sessionId } = live
    const session = await client.must("GET", `/session/${sessionId}`, { directory })
    return parseParent(sessionId, readRecord(session, "metadata") ?? {})?.waiting?.reason
  }
  const becomes = (live: LiveCase, isWaiting: boolean) =>
    until(10_000, `the wait is ${isWaiting ? "not" : "still"} stored`, async () =>
      ((await reasonOf(live)) !== undefined) === isWaiting ? true : undefined,
    )
  return {
    reasonOf,
    begins: (live: LiveCase) => becomes(live, true),
    ends: (live: LiveCase) => becomes(live, false),
  }
}

export interface WaitSettings {
  readonly hosts: Hosts
  /** One reply that starts a background task for each prompt. */
  launch(...prompts: readonly string[]): Reply
}

export function defineWaitCases({ hosts, launch }: WaitSettings): void {
  const waits = watchWaits(hosts)
  const open = () => hosts.ours.open({ steps: [] })

  describe.concurrent("a session that waits for its user", () => {
    test("goes on waiting through synthetic and repeated messages and idle times, until a text of the user", async () => {
      const live = await open()
      const { client } = await hosts.ours.process()
      const post = (body: Record<string, unknown>) =>
        client.must("POST", `/session/${live.sessionId}/message`, {
          directory: live.directory,
          body: { model: promptModel, ...body },
        })
      const tail = "22a4c9303000AAAAAAAAAAAAAA"
      const first = {
        messageID: `msg_${tail}`,
        parts: [{ id: `prt_${tail}`, type: "text", text: "go" }],
      }
      hosts.model.script(live.sessionId, [waitForUser("Which one?"), say("Which one?")])
      await post(first)
      await waits.begins(live)
      await post({ noReply: true, parts: [{ type: "text", text: "hint", synthetic: true }] })
      await post({ parts: [{ type: "text", text: "tick", synthetic: true }] })
      await post(first)
      await live.idle()
      await sleep(500)
      expect(await waits.reasonOf(live)).toBe("Which one?")
      await live.send("this one", [say("thanks")])
      await waits.ends(live)
    })
  })

  describe.concurrent("a wait", () => {
    test("is skipped while tasks run, whose ends come as usual", async () => {
      const live = await open()
      const report = gated(say("The report."))
      const steps = [launch("slow work"), waitForUser("Review?"), say("waiting")]
      const run = await live.send("go", steps, { children: [{ steps: [report.step] }] })
      report.open()
      expect(run.results[1]?.output).toContain("state: waiting_for_user_skipped")
      expect(await waits.reasonOf(live)).toBeUndefined()
      expect((await toldTimes(live, 1))[0]).toContain("The report.")
    })
  })
}
