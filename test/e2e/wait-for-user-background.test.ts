// The wait for the user where the host's background flag is on: the host itself tells the ends of its own tasks.

import { describe, expect, test } from "vitest"
import { readRecord } from "../../src/lib/json.ts"
import { type LiveCase, until } from "./support/case.ts"
import { gated, say } from "./support/script.ts"
import { launchBatch, launchNative } from "./support/task-control-cases.ts"
import { toldTimes } from "./support/task-notices.ts"
import { useHosts } from "./support/use-hosts.ts"
import { defineWaitCases, unguarded, waitForUser, watchWaits } from "./support/wait-cases.ts"

const hosts = await useHosts({
  oneProject: true,
  environment: { OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS: "true" },
})
const waits = watchWaits(hosts)

async function untilChildrenIdle(live: LiveCase): Promise<void> {
  const { client } = await hosts.ours.process()
  const { directory } = live
  await until(20_000, "a task still runs", async () => {
    const statuses = await client.must("GET", "/session/status", { directory })
    const busy = (await live.children()).filter((id) => readRecord(statuses, id) !== undefined)
    return busy.length === 0 ? true : undefined
  })
}

defineWaitCases({ hosts, launch: launchNative })

describe.concurrent("a session that waits for its user", () => {
  test("is woken by the host's own notice and goes on waiting; what we tell comes when the user has spoken", async () => {
    const live = await hosts.ours.open(unguarded)
    const theirs = gated(say("Their report."))
    const ours = gated(say("Our report."))
    const steps = [
      launchNative("their work"),
      launchBatch("our work"),
      waitForUser("Which one?"),
      say("Which one?"),
      say("heard"),
    ]
    await live.send("go", steps, {
      children: [
        { match: "their work", steps: [theirs.step] },
        { match: "our work", steps: [ours.step] },
      ],
    })
    await waits.begins(live)
    theirs.open()
    ours.open()
    await untilChildrenIdle(live)
    expect((await toldTimes(live, 1))[0]).toContain("Their report.")
    expect((await live.look()).answer).toBe("heard")
    expect(await waits.reasonOf(live)).toBe("Which one?")
    await live.send("this one", [say("thanks"), say("seen")])
    expect((await toldTimes(live, 2))[1]).toContain("Our report.")
    await waits.ends(live)
  })
})
