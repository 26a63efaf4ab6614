// The harness proves itself on the host alone and on the host with a probe plugin.

import { afterAll, describe, expect, test } from "vitest"
import { until } from "./support/case.ts"
import { createCaseHost, probePlugin } from "./support/case-host.ts"
import { openHostEvents } from "./support/host-events.ts"
import { lastText, mentions } from "./support/model-request.ts"
import { call, fail, parallel, say } from "./support/script.ts"
import { startScriptedModel } from "./support/scripted-model.ts"

const model = await startScriptedModel()
const alone = createCaseHost({
  model,
  label: "alone",
  config: { permission: { bash: { "*": "allow", "echo ask*": "ask" } } },
})
const probed = createCaseHost({
  model,
  label: "probed",
  plugins: [probePlugin("probe.ts", { mark: "marked" })],
})

afterAll(async () => {
  await Promise.all([alone.stop(), probed.stop()])
  await model.close()
})

const patch = ["*** Begin Patch", "*** Update File: a.txt", "@@", "-one", "+two", "*** End Patch"]

describe("a case on the host alone", () => {
  test("shows the tool result as the model saw it, and the file on disk", async () => {
    const run = await alone.play({
      files: { "a.txt": "one\n" },
      steps: [call("apply_patch", { patchText: patch.join("\n") }), say("patched")],
    })
    expect(run.results).toHaveLength(1)
    expect(run.results[0]).toMatchObject({ tool: "apply_patch", status: "completed" })
    expect(run.results[0]?.output).toContain("Success. Updated the following files")
    expect(run.read("a.txt")).toBe("two\n")
    expect(run.answer).toBe("patched")
    expect(run.error).toBeUndefined()
    expect(run.requests).toHaveLength(2)
  })

  test("runs several calls of one reply", async () => {
    const run = await alone.play({
      files: { "a.txt": "alpha\n", "b.txt": "beta\n" },
      steps: [
        parallel(call("read", { filePath: "a.txt" }), call("read", { filePath: "b.txt" })),
        (request) => say(mentions(request, "alpha") && mentions(request, "beta") ? "both" : "no"),
      ],
    })
    expect(run.results.map((result) => result.status)).toEqual(["completed", "completed"])
    expect(run.answer).toBe("both")
  })

  test("finds the pinned ripgrep without a download", async () => {
    const run = await alone.play({
      files: { "src/a.ts": "needle\n" },
      steps: [call("grep", { pattern: "needle" }), say("found")],
    })
    expect(run.results[0]?.output).toContain("src/a.ts")
  })

  test("reports an HTTP error of the model", async () => {
    const run = await alone.play({ steps: [fail(400, "no such thing")] })
    expect(run.error?.name).toBe("APIError")
    expect(run.error?.message).toContain("no such thing")
  })

  test("sends every request as a byte prefix of the next", async () => {
    const run = await alone.play({
      files: { "a.txt": "one\n" },
      steps: [call("read", { filePath: "a.txt" }), call("glob", { pattern: "*.txt" }), say("end")],
    })
    expect(run.requests).toHaveLength(3)
    expect(run.prefixBreaks).toEqual([])
  })

  test("works in a subdirectory and without git", async () => {
    const run = await alone.play({
      git: false,
      subdirectory: "deep/er",
      files: { "deep/er/a.txt": "one\n" },
      steps: [call("apply_patch", { patchText: patch.join("\n") }), say("ok")],
    })
    expect(run.read("deep/er/a.txt")).toBe("two\n")
  })
})

describe("a live case", () => {
  test("gives each child session of a task its own script", async () => {
    const live = await alone.open({})
    const task = (name: string) =>
      call("task", { description: name, prompt: `Do ${name}.`, subagent_type: "general" })
    const run = await live.send("Delegate.", [parallel(task("first"), task("second"))], {
      children: [
        { match: "Do second.", steps: [say("second is done")] },
        { match: "Do first.", steps: [say("first is done")] },
      ],
    })
    expect(run.results.map((result) => result.output)).toEqual([
      expect.stringContaining("first is done"),
      expect.stringContaining("second is done"),
    ])
    expect(await live.children()).toHaveLength(2)
  })

  test("shows an open permission and goes on after the reply", async () => {
    const live = await alone.open({})
    await live.start("Run it.", [call("bash", { command: "echo ask", description: "ask" })])
    const permission = await live.permission()
    expect(permission.detail.permission).toBe("bash")
    await live.replyPermission(permission.id, "once")
    const run = await live.idle()
    expect(run.results[0]).toMatchObject({ status: "completed", output: "ask\n" })
  })

  test("aborts a turn", async () => {
    const live = await alone.open({})
    await live.start("Think long.", [say("too late", { delayMs: 20_000 })])
    await model.waitForRequests(1, (request) => request.sessionId === live.sessionId)
    await live.abort()
    const run = await live.idle()
    expect(run.error?.name).toBe("MessageAbortedError")
  })

  test("takes a second prompt with steps of its own", async () => {
    const live = await alone.open({})
    await live.send("First.", [say("one")])
    const run = await live.send("Second.", [
      (request) => say(`after ${lastText(request, "assistant")}`),
    ])
    expect(run.answer).toBe("after one")
  })

  test("sees the events of the host", async () => {
    const { url } = await alone.process()
    const events = await openHostEvents(url)
    const run = await alone.play({ steps: [say("hello")] })
    const idle = await events.waitFor(
      (event) => event.type === "session.idle" && event.properties.sessionID === run.sessionId,
    )
    expect(idle.directory).toBe(run.directory)
    events.close()
  })

  test("compacts a session whose usage reaches the limit", async () => {
    const live = await alone.open({ model: "gpt-5-small" })
    await live.send("Long work.", [say("much text", { usage: { input: 7_500, output: 10 } })], {
      summary: "SUMMARY",
    })
    const run = await live.send("More.", [say("after the summary")])
    expect(run.requests.map((request) => request.kind)).toContain("compaction")
    expect(run.requests.some((request) => mentions(request, "SUMMARY"))).toBe(true)
  })
})

describe("a host with plugins", () => {
  test("offers the tools and runs the hooks of a probe", async () => {
    const run = await probed.play({
      steps: [
        parallel(
          call("probe_echo", { word: 1 }),
          call("bash", { command: "echo hi", description: "hi" }),
        ),
        say("end"),
      ],
    })
    expect(run.results.map((result) => result.output)).toEqual(['echo {"word":1}', "marked: hi\n"])
    expect(run.requests[0]?.tools.map((tool) => tool.name)).toContain("probe_echo")
  })

  test("keeps sessions over a crash and a restart on the same data", async () => {
    const before = await probed.play({ steps: [say("remembered")] })
    await probed.restart("kill")
    const { client } = await probed.process()
    const messages = await client.messages(before.directory, before.sessionId)
    expect(JSON.stringify(messages)).toContain("remembered")
  })

  test("plays one prompt in `run` mode", async () => {
    const outcome = await probed.run({
      steps: [call("bash", { command: "echo hi", description: "hi" }), say("end")],
    })
    expect(outcome.exitCode).toBe(0)
    expect(outcome.stdout).toContain("marked: hi")
  })

  test("shares one data folder between two hosts", async () => {
    const first = await probed.play({ steps: [say("seen by both")] })
    const second = createCaseHost({ model, label: "second", folders: probed.folders })
    const { client, stop } = await second.process()
    const messages = await client.messages(first.directory, first.sessionId)
    expect(JSON.stringify(messages)).toContain("seen by both")
    await stop()
  })
})

test("a stopped host is gone", async () => {
  const host = createCaseHost({ model, label: "short" })
  const { pid, isRunning } = await host.process()
  await host.stop()
  expect(isRunning()).toBe(false)
  await until(5_000, `process ${pid} lives`, () => (isAlive(pid) ? undefined : true))
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
