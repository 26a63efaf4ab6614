// The end of a turn that only the user can go on from: what keeps the wait, and what alone ends it. Where the host's
// background flag is off.

import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, test } from "vitest"
import { until } from "./support/case.ts"
import { gated, say } from "./support/script.ts"
import { launchBatch } from "./support/task-control-cases.ts"
import { notices, toldTimes } from "./support/task-notices.ts"
import { useHosts } from "./support/use-hosts.ts"
import {
  defineWaitCases,
  promptModel as model,
  unguarded,
  waitForUser as wait,
  watchWaits,
} from "./support/wait-cases.ts"

const hosts = await useHosts({ oneProject: true })
const waits = watchWaits(hosts)
const open = () => hosts.ours.open({ steps: [] })

defineWaitCases({ hosts, launch: launchBatch })

describe.concurrent("a session that waits for its user", () => {
  test("has ended its turn, and says why", async () => {
    const live = await open()
    const run = await live.send("go", [wait("  Which\n database? "), say("Which database?")])
    expect(run.results[0]?.output).toBe(
      [
        "state: waiting_for_user",
        "protocol: opencode-workbench.wait_for_user.v1",
        "reason: Which database?",
        "next: End the turn now, with a short text that tells the user what you wait for. Call no other tool.",
      ].join("\n"),
    )
    await waits.begins(live)
    expect(await waits.reasonOf(live)).toBe("Which database?")
  })

  test("goes on when its user sends an image without a word", async () => {
    const live = await open()
    await live.send("go", [wait("A picture?"), say("A picture?")])
    await waits.begins(live)
    const { client } = await hosts.ours.process()
    const url =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
    await client.must("POST", `/session/${live.sessionId}/message`, {
      directory: live.directory,
      body: { model, parts: [{ type: "file", mime: "image/png", filename: "a.png", url }] },
    })
    await waits.ends(live)
  })

  test("hears of the end of its task when the user has spoken, not before", async () => {
    const live = await hosts.ours.open(unguarded)
    const report = gated(say("The report."))
    await live.send("go", [launchBatch("slow work"), wait("Which one?"), say("Which one?")], {
      children: [{ steps: [report.step] }],
    })
    await waits.begins(live)
    report.open()
    const before = hosts.model.requestsOf(live.sessionId).length
    await sleep(3_000)
    expect(notices(await live.look())).toEqual([])
    expect(hosts.model.requestsOf(live.sessionId)).toHaveLength(before)
    await live.send("this one", [say("thanks"), say("seen")])
    expect((await toldTimes(live, 1))[0]).toContain("The report.")
  })
})

describe.concurrent("a wait", () => {
  test("is warned of at the second call of a turn and refused at the third", async () => {
    const live = await open()
    const run = await live.send("go", [wait("a"), wait("b"), wait("c"), say("end")])
    expect(run.results[0]?.output).not.toContain("[tool-loop-guard]")
    expect(run.results[1]?.output).toContain("[tool-loop-guard]")
    expect(run.results[2]?.output).toContain("LOOP_")
  })

  test("without a reason is refused with what to do", async () => {
    const live = await open()
    const run = await live.send("go", [wait("  "), wait("x".repeat(501)), say("end")])
    expect(run.results.map((one) => one.output.split(":")[0])).toEqual([
      "TOOL_ARGUMENTS_INVALID",
      "TOOL_ARGUMENTS_INVALID",
    ])
    expect(await waits.reasonOf(live)).toBeUndefined()
  })
})

describe("after a crash of the host", () => {
  test("the session still waits; a word of the user ends it, and new tasks are told", async () => {
    const live = await open()
    await live.send("go", [wait("Which one?"), say("Which one?")])
    await waits.begins(live)
    await hosts.ours.restart("kill")
    expect(await waits.reasonOf(live)).toBe("Which one?")
    const { client } = await hosts.ours.process()
    hosts.model.script(live.sessionId, [launchBatch("new work"), say("started"), say("seen")], {
      children: [{ steps: [say("The new report.", { delayMs: 500 })] }],
    })
    await client.must("POST", `/session/${live.sessionId}/message`, {
      directory: live.directory,
      body: { model, parts: [{ type: "text", text: "this one" }] },
    })
    const told = async () => {
      const messages = await client.messages(live.directory, live.sessionId)
      return messages.flatMap((one) => one.parts.map((part) => String(part.text ?? "")))
    }
    await until(20_000, "no notice", async () =>
      (await told()).some((text) => text.startsWith("<task id=")) ? true : undefined,
    )
    expect(await waits.reasonOf(live)).toBeUndefined()
  })
})
