// What the host does by itself to keep a context in order (docs/host-context.md). These run without the plugin: if
// one fails after an update of the host, that page and what relies on it need a look.

import { afterAll, expect, test } from "vitest"
import { readRecord } from "../../src/lib/json.ts"
import { type LiveCase, until } from "./support/case.ts"
import { createCaseHost } from "./support/case-host.ts"
import { createHostConfig } from "./support/host-config.ts"
import { recordsOf } from "./support/model-request.ts"
import { call, fail, parallel, say } from "./support/script.ts"
import { startScriptedModel } from "./support/scripted-model.ts"

const model = await startScriptedModel()
const alone = createCaseHost({ model, label: "alone" })
const extended = createCaseHost({ model, label: "extended", config: withMoreModels() })

afterAll(async () => {
  await Promise.all([alone.stop(), extended.stop()])
  await model.close()
})

/** The same provider with a model whose id makes the host mark what may be cached, and one without a limit. */
function withMoreModels() {
  const { provider } = createHostConfig({ modelUrl: model.baseUrl, plugins: [] })
  const fake = readRecord(provider, "fake") ?? {}
  const models = {
    ...readRecord(fake, "models"),
    "claude-fake": { tool_call: true, limit: { context: 200_000, output: 1_000 } },
    boundless: { tool_call: true },
  }
  return { provider: JSON.parse(JSON.stringify({ fake: { ...fake, models } })) }
}

/** A red pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
)

/** Waits until the calls of a session are in these states. */
async function statuses(live: LiveCase, wanted: readonly string[]): Promise<void> {
  await until(30_000, `never ${wanted.join(", ")}`, async () => {
    const { results } = await live.look()
    const isReached = results.map(({ status }) => status).join() === wanted.join()
    return isReached ? true : undefined
  })
}

test("a summary is made from context minus output on, not below", async () => {
  const below = await alone.play({
    model: "gpt-5-small",
    steps: [call("glob", { pattern: "*" }, { usage: { input: 6_980, output: 10 } }), say("end")],
  })
  const at = await alone.play({
    model: "gpt-5-small",
    steps: [call("glob", { pattern: "*" }, { usage: { input: 6_990, output: 10 } }), say("end")],
  })
  expect(below.requests.map((request) => request.kind)).toEqual(["step", "step"])
  expect(at.requests.map((request) => request.kind)).toEqual(["step", "compaction", "step"])
})

test("no summary is made for a model without a limit", async () => {
  const run = await extended.play({
    model: "boundless",
    steps: [call("glob", { pattern: "*" }, { usage: { input: 900_000, output: 10 } }), say("end")],
  })
  expect(run.requests.map((request) => request.kind)).toEqual(["step", "step"])
})

test("a request that overflows is replayed after the summary", async () => {
  const live = await alone.open({ model: "gpt-5-small", steps: [] })
  await live.send("First.", [say("one")])
  await live.send("Second.", [say("two")])
  const overflow = fail(400, "maximum context length exceeded: context_length_exceeded")
  const run = await live.send("Third.", [overflow, say("three")])
  expect(run.requests.at(-1)?.messages.at(-1)?.text).toBe("Third.")
  expect(run.answer).toBe("three")
  const stored = run.messages.filter((message) =>
    message.parts.some((part) => part.text === "Third."),
  )
  expect(stored).toHaveLength(2)
})

test("the system text names model, folder, git, platform and day, and no git status", async () => {
  const run = await alone.play({ files: { "a.txt": "one\n" }, steps: [say("end")] })
  const system = run.requests[0]?.system ?? ""
  expect(system).toContain("gpt-5-fake")
  expect(system).toContain(`Working directory: ${run.directory}`)
  expect(system).toMatch(/Is directory a git repo: yes/)
  expect(system).toContain(`Platform: ${process.platform}`)
  expect(system).toMatch(/Today's date: \w+ \w+ \d+ \d{4}/)
  expect(system).not.toContain("a.txt")
})

test("a skill is disclosed by name and description, its body only when it is asked for", async () => {
  const skill =
    "---\nname: brew-tea\ndescription: How tea is made here.\n---\nUse water at 96 degrees."
  const run = await alone.play({
    files: { ".opencode/skills/brew-tea/SKILL.md": skill },
    steps: [call("skill", { name: "brew-tea" }), say("end")],
  })
  const first = run.requests[0]?.bodyText ?? ""
  expect(first).toContain("brew-tea")
  expect(first).toContain("How tea is made here.")
  expect(first).not.toContain("96 degrees")
  expect(run.results[0]?.output).toContain("96 degrees")
})

test("cache marks stand on the system text and the last two messages", async () => {
  const run = await extended.play({
    model: "claude-fake",
    files: { "a.txt": "one\n" },
    steps: [call("read", { filePath: "a.txt" }), say("end")],
  })
  const messages = recordsOf(run.requests.at(-1)?.body.messages)
  const marked = messages.map((message) => JSON.stringify(message).includes('"cache_control"'))
  expect(marked).toEqual([true, false, true, true])
})

test("an image of a tool follows its result in a message of its own", async () => {
  const run = await alone.play({
    files: { "pixel.png": pixel },
    steps: [call("read", { filePath: "pixel.png" }), say("end")],
  })
  const last = run.requests.at(-1)?.messages.at(-1)
  expect(last?.role).toBe("user")
  expect(JSON.stringify(last?.raw)).toContain("data:image/png;base64,")
  expect(run.requests.at(-1)?.messages.at(-2)?.role).toBe("tool")
})

test("a call that was aborted is sent with a result", async () => {
  const live = await alone.open({ steps: [] })
  await live.start("Wait.", [call("bash", { command: "sleep 30", description: "wait" })])
  await statuses(live, ["running"])
  await live.abort()
  await live.idle()
  const run = await live.send("Go on.", [say("end")])
  const results = run.requests.at(-1)?.messages.filter((message) => message.role === "tool")
  expect(results).toHaveLength(1)
  expect(results?.[0]?.text).toMatch(/abort/i)
})

test("a call that was open when the host was killed is sent as interrupted, its neighbours as they were", async () => {
  const live = await alone.open({ files: { "a.txt": "alpha\n", "b.txt": "beta\n" }, steps: [] })
  const open = call("bash", { command: "sleep 30", description: "wait" })
  const reads = ["a.txt", "b.txt"].map((filePath) => call("read", { filePath }))
  await live.start("Wait.", [parallel(...reads.slice(0, 1), open, ...reads.slice(1))])
  await statuses(live, ["completed", "running", "completed"])
  const { client } = await alone.restart("kill")
  model.script(live.sessionId, [say("end")])
  await client.call("POST", `/session/${live.sessionId}/message`, {
    directory: live.directory,
    body: {
      model: { providerID: "fake", modelID: "gpt-5-fake" },
      parts: [{ type: "text", text: "Go on." }],
    },
  })
  const last = model.requestsOf(live.sessionId).at(-1)
  const results = last?.messages.filter((message) => message.role === "tool")
  expect(results?.map((message) => message.text)).toEqual([
    expect.stringContaining("alpha"),
    "[Tool execution was interrupted]",
    expect.stringContaining("beta"),
  ])
})
