// The end of a turn that only the user can go on from: what keeps the wait, and what alone ends it.

import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, test } from "vitest"
import { readRecord } from "../../src/lib/json.ts"
import { type LiveCase, type OpenedCase, until } from "./support/case.ts"
import { call, say } from "./support/script.ts"
import { notices, toldTimes } from "./support/task-notices.ts"
import { useHosts } from "./support/use-hosts.ts"

// No `oneProject`: some cases have a configuration of their own.
const hosts = await useHosts()

const wait = (reason: string) => call("wait_for_user", { reason })
const batch = (...tasks: readonly string[]) =>
  call("task_batch", { agent: "general", tasks, background: true })
const open = (more: OpenedCase = {}) => hosts.ours.open({ steps: [], ...more })
const unguarded = {
  files: {
    ".opencode/opencode-workbench.jsonc": JSON.stringify({ "wait-for-user": { guard: false } }),
  },
}

/** A task that ends when it is told to, however busy the machine is. */
function heldReport() {
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const report = async () => {
    await finished
    return say("The report.")
  }
  return { report, finish: () => finish() }
}

/** The wait as it is stored in the session, or undefined. */
async function storedWait(live: LiveCase): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { client } = await hosts.ours.process()
  const session = await client.must("GET", `/session/${live.sessionId}`, {
    directory: live.directory,
  })
  const ours = readRecord(readRecord(session, "metadata"), "workbench")
  return readRecord(readRecord(ours, "parent"), "waiting")
}

async function untilWaiting(live: LiveCase, isWaiting: boolean): Promise<void> {
  await until(10_000, `the wait is ${isWaiting ? "not stored" : "still stored"}`, async () =>
    ((await storedWait(live)) !== undefined) === isWaiting ? true : undefined,
  )
}

const model = { providerID: "fake", modelID: "gpt-5-fake" }

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
    await untilWaiting(live, true)
    expect((await storedWait(live))?.reason).toBe("Which database?")
  })

  test("goes on waiting through synthetic and repeated messages and idle times, until a text of the user", async () => {
    const live = await open()
    const { client } = await hosts.ours.process()
    const post = (body: Record<string, unknown>) =>
      client.must("POST", `/session/${live.sessionId}/message`, {
        directory: live.directory,
        body: { model, ...body },
      })
    const tail = "22a4c9303000AAAAAAAAAAAAAA"
    const first = {
      messageID: `msg_${tail}`,
      parts: [{ id: `prt_${tail}`, type: "text", text: "go" }],
    }
    hosts.model.script(live.sessionId, [wait("Which one?"), say("Which one?")])
    await post(first)
    await untilWaiting(live, true)
    await post({ noReply: true, parts: [{ type: "text", text: "hint", synthetic: true }] })
    await post({ parts: [{ type: "text", text: "tick", synthetic: true }] })
    await post(first)
    await live.idle()
    await sleep(500)
    expect((await storedWait(live))?.reason).toBe("Which one?")
    await live.send("this one", [say("thanks")])
    await untilWaiting(live, false)
  })

  test("goes on when its user sends an image without a word", async () => {
    const live = await open()
    await live.send("go", [wait("A picture?"), say("A picture?")])
    await untilWaiting(live, true)
    const { client } = await hosts.ours.process()
    const url =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
    await client.must("POST", `/session/${live.sessionId}/message`, {
      directory: live.directory,
      body: { model, parts: [{ type: "file", mime: "image/png", filename: "a.png", url }] },
    })
    await untilWaiting(live, false)
  })

  test("hears of the end of its task when the user has spoken, not before", async () => {
    const live = await open(unguarded)
    const { report, finish } = heldReport()
    await live.send("go", [batch("slow work"), wait("Which one?"), say("Which one?")], {
      children: [{ steps: [report] }],
    })
    await untilWaiting(live, true)
    finish()
    const before = hosts.model.requestsOf(live.sessionId).length
    await sleep(3_000)
    expect(notices(await live.look())).toEqual([])
    expect(hosts.model.requestsOf(live.sessionId)).toHaveLength(before)
    await live.send("this one", [say("thanks"), say("seen")])
    expect((await toldTimes(live, 1))[0]).toContain("The report.")
  })
})

describe.concurrent("a wait", () => {
  test("is skipped while tasks run, whose ends come as usual", async () => {
    const live = await open()
    const { report, finish } = heldReport()
    const run = await live.send("go", [batch("slow work"), wait("Review?"), say("waiting")], {
      children: [{ steps: [report] }],
    })
    finish()
    expect(run.results[1]?.output).toContain("state: waiting_for_user_skipped")
    expect(await storedWait(live)).toBeUndefined()
    expect((await toldTimes(live, 1))[0]).toContain("The report.")
  })

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
    expect(await storedWait(live)).toBeUndefined()
  })
})

describe("after a crash of the host", () => {
  test("the session still waits; a word of the user ends it, and new tasks are told", async () => {
    const live = await open()
    await live.send("go", [wait("Which one?"), say("Which one?")])
    await untilWaiting(live, true)
    await hosts.ours.restart("kill")
    expect((await storedWait(live))?.reason).toBe("Which one?")
    const { client } = await hosts.ours.process()
    hosts.model.script(live.sessionId, [batch("new work"), say("started"), say("seen")], {
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
    expect(await storedWait(live)).toBeUndefined()
  })
})
