// Compaction on the real host, with a model whose context is 8,000 tokens.

import { describe, expect, test } from "vitest"
import { type CaseRun, type LiveCase, until } from "./support/case.ts"
import { type ModelRequest, mentions } from "./support/model-request.ts"
import { call, fail, type Reply, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

const hosts = await useHosts({
  oneProject: true,
  environment: { OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS: "true" },
})

const model = "gpt-5-small"
/** Usage at the limit of the model: the host compacts after this reply. */
const full = { usage: { input: 7_500, output: 10 } }
const overflow = fail(400, "maximum context length is 8000 tokens: context_length_exceeded")

const summaries = (run: CaseRun): ModelRequest[] =>
  run.requests.filter((request) => request.kind === "compaction")

const lastMessage = (request: ModelRequest | undefined) => request?.messages.at(-1)?.text ?? ""

const task = (prompt: string, more: Record<string, unknown> = {}): Reply =>
  call("task", { description: "look around", prompt, subagent_type: "general", ...more })

/** The notice is stored after the turn ended. */
async function noticeIn(live: LiveCase): Promise<CaseRun> {
  return until(10_000, "no notice", async () => {
    const run = await live.look()
    return JSON.stringify(run.messages).includes("COMPACTION_LOOP_STOPPED") ? run : undefined
  })
}

describe("the summary request", () => {
  test("holds first and newest request, open todos, running tasks and failed calls", async () => {
    const live = await hosts.ours.open({ model, steps: [] })
    await live.send("Port the parser to the new grammar.", [say("Which tests?")])
    const todos = [
      { content: "Port the lexer", status: "completed", priority: "high" },
      { content: "Port the printer", status: "in_progress", priority: "high" },
    ]
    const run = await live.send(
      "All tests of the printer.",
      [
        call("todowrite", { todos }),
        call("read", { filePath: "no-such-file.txt" }),
        task("Count the tests.", { background: true }),
        call("glob", { pattern: "*" }, full),
        say("The printer is ported."),
      ],
      { children: [{ steps: [say("seven tests", { delayMs: 6_000 })] }] },
    )
    const facts = lastMessage(summaries(run)[0]).split("Facts about this session")[1] ?? ""
    expect(facts).toContain("Port the parser to the new grammar.")
    expect(facts).toContain("All tests of the printer.")
    expect(facts).toContain("- [in_progress] Port the printer")
    expect(facts).not.toContain("Port the lexer")
    expect(facts).toMatch(/- ses_\w+ \(general\): look around/)
    expect(facts).toContain('- read {"filePath":"no-such-file.txt"}: File not found')
    expect(Buffer.byteLength(facts)).toBeLessThanOrEqual(2_048)
    expect(run.answer).toBe("The printer is ported.")
  })

  test("holds them too where the user asks for the summary", async () => {
    const live = await hosts.ours.open({ steps: [] })
    await live.send("Port the parser.", [say("Ported.")])
    const { client } = await hosts.ours.process()
    const body = { providerID: "fake", modelID: "gpt-5-fake" }
    const { directory, sessionId } = live
    await client.must("POST", `/session/${sessionId}/summarize`, { directory, body })
    const run = await live.look()
    expect(lastMessage(summaries(run)[0])).toContain('verbatim:\n"""\nPort the parser.\n"""')
  })

  test("stays as the host writes it for a session without the feature", async () => {
    const run = await hosts.alone.play({ model, steps: [call("glob", { pattern: "*" }, full)] })
    expect(lastMessage(summaries(run)[0])).not.toContain("Facts about this session")
  })
})

describe("after a summary", () => {
  test("a long task is compacted twice and goes on to its end", async () => {
    const patchText = "*** Begin Patch\n*** Add File: out.txt\n+ported\n*** End Patch"
    const run = await hosts.ours.play({
      model,
      prompt: "Port everything.",
      files: { "a.txt": "one\n", "b.txt": "two\n" },
      steps: [
        call("read", { filePath: "a.txt" }, full),
        call("read", { filePath: "b.txt" }, full),
        call("apply_patch", { patchText }),
        say("Everything is ported."),
      ],
    })
    expect(summaries(run)).toHaveLength(2)
    expect(summaries(run).every((request) => mentions(request, "Port everything."))).toBe(true)
    expect(run.answer).toBe("Everything is ported.")
    expect(run.read("out.txt")).toBe("ported\n")
  })

  test("a finished turn does not restart, where the host alone starts it again", async () => {
    const { ours, alone } = await hosts.both({
      model,
      steps: [say("The answer is 7.", full), say("Let me look once more.")],
    })
    expect(JSON.stringify(ours.messages)).not.toContain("Let me look once more.")
    expect(JSON.stringify(alone.messages)).toContain("Let me look once more.")
  })

  test("compactions without progress stop with a message that the model never gets", async () => {
    const failing = call("read", { filePath: "no-such-file.txt" }, full)
    const live = await hosts.ours.open({ model, agent: "plan", steps: [] })
    await live.send("Read it.", [failing, failing, failing, failing, say("Gave up.")])
    const run = await noticeIn(live)
    expect(summaries(run)).toHaveLength(2)
    expect(JSON.stringify(run.messages)).not.toContain("Gave up.")
    expect(run.messages.at(-1)?.info).toMatchObject({
      agent: "plan",
      model: { providerID: "fake", modelID: model },
    })
    const next = await live.send("Never mind.", [say("Fine.")])
    expect(next.answer).toBe("Fine.")
    expect(next.requests.some((request) => mentions(request, "COMPACTION_LOOP_STOPPED"))).toBe(
      false,
    )
  })

  test("the host alone never stops such a loop by itself", async () => {
    const failing = call("read", { filePath: "no-such-file.txt" }, full)
    const steps = [failing, failing, failing, failing, say("Gave up.")]
    const run = await hosts.alone.play({ model, steps })
    expect(summaries(run)).toHaveLength(4)
  })

  test("a request that never fits stops after the host replayed it once", async () => {
    const live = await hosts.ours.open({ model, steps: [] })
    await live.send("First.", [say("one")])
    await live.send("Second.", [say("two")])
    await live.send("Third.", [overflow, overflow, overflow, overflow, say("fits")])
    const run = await noticeIn(live)
    expect(summaries(run)).toHaveLength(2)
    expect(JSON.stringify(run.messages)).not.toContain("fits")
  })
})

describe("a task whose turn ended in a summary", () => {
  const children = [{ steps: [say("REPORT: nine tests fail.", full)] }]

  test("returns its own report, which the host alone loses", async () => {
    const steps = [task("Count the failing tests."), say("end")]
    const { ours, alone } = await hosts.both({ model, steps, children })
    expect(ours.results[0]?.output).toContain("REPORT: nine tests fail.")
    expect(ours.results[0]?.output).toContain("Summary of the conversation so far.")
    expect(alone.results[0]?.output).not.toContain("REPORT: nine tests fail.")
  })

  test("returns it from the background as well", async () => {
    const live = await hosts.ours.open({ model, steps: [] })
    await live.send("Delegate.", [task("Count.", { background: true }), say("waiting")], {
      children,
    })
    const run = await until(20_000, "no report", async () => {
      const now = await live.look()
      return JSON.stringify(now.messages).includes("REPORT: nine") ? now : undefined
    })
    const notice = run.messages.find((message) => JSON.stringify(message).includes("REPORT: nine"))
    expect(notice?.parts.every((part) => part.synthetic === true)).toBe(true)
  })
})

describe("a tool call id that the model uses twice", () => {
  const read = (filePath: string): Reply => ({
    calls: [{ tool: "read", args: { filePath }, id: "call_same" }],
  })

  const callIds = (run: CaseRun) =>
    run.requests
      .at(-1)
      ?.messages.flatMap((message) => message.toolCalls.map((toolCall) => toolCall.id))

  test("is unique in every request, where the host alone sends it twice", async () => {
    const { ours, alone } = await hosts.both({
      files: { "a.txt": "one\n", "b.txt": "two\n" },
      steps: [read("a.txt"), read("b.txt"), say("end")],
    })
    expect(callIds(ours)).toEqual(["call_same", "call_same_2"])
    expect(callIds(alone)).toEqual(["call_same", "call_same"])
    expect(ours.requests.at(-1)?.messages.at(-1)?.text).toContain("two")
  })

  test("loses the failed twin of a completed call, and the session can be compacted", async () => {
    const live = await hosts.ours.open({ model, files: { "a.txt": "one\n" }, steps: [] })
    const run = await live.send("Read.", [
      read("a.txt"),
      read("no-such-file.txt"),
      call("glob", { pattern: "*" }, full),
      say("end"),
    ])
    expect(run.requests[2]?.messages.flatMap((message) => message.toolCalls)).toHaveLength(1)
    expect(summaries(run)).toHaveLength(1)
    expect(run.answer).toBe("end")
  })
})
