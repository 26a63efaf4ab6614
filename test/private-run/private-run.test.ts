import { describe, expect, it } from "vitest"
import { createPrivateSessions } from "../../src/feature/private-sessions.ts"
import { HostError } from "../../src/host/host-error.ts"
import type { PromptOutcome, SessionCreate, Sessions } from "../../src/host/port.ts"
import { systemClock } from "../../src/lib/clock.ts"
import { createPrivateRuns } from "../../src/private-run/private-run.ts"

interface FakeOptions {
  readonly create?: () => Promise<never>
  readonly prompt?: (signal: AbortSignal | undefined) => Promise<PromptOutcome>
}

function createFake(options: FakeOptions = {}) {
  const calls: string[] = []
  const created: SessionCreate[] = []
  const session = { id: "ses_child", cost: 0.25, tokens: { input: 9, output: 3, reasoning: 0 } }
  const sessions: Partial<Sessions> = {
    create: async (request) => {
      created.push(request)
      await options.create?.()
      return session as Awaited<ReturnType<Sessions["create"]>>
    },
    get: async () => session as Awaited<ReturnType<Sessions["get"]>>,
    prompt: async (_request, { signal } = {}) => {
      calls.push(`prompt with ${JSON.stringify(runs.systemOf("ses_child"))}`)
      return (await options.prompt?.(signal)) ?? answer("Fine.")
    },
    messages: async () => [
      { info: { id: "msg_0", role: "user" }, parts: [{ type: "text", text: "What?" }] },
      { info: { id: "msg_1", role: "assistant" }, parts: [{ type: "text", text: "So far." }] },
    ],
    statuses: async () => ({}),
    abort: async () => void calls.push("abort"),
    remove: async () => void calls.push("remove"),
  }
  const privateSessions = createPrivateSessions()
  const quiet = { debug: () => 0, info: () => 0, warn: () => 0, error: () => 0 }
  const host = { sessions: sessions as Sessions } as Parameters<typeof createPrivateRuns>[0]["host"]
  const runs = createPrivateRuns({ host, clock: systemClock, privateSessions, log: quiet })
  const run = (signal = new AbortController().signal) =>
    runs.run({
      parentSessionId: "ses_parent",
      agent: "reader",
      title: "A question",
      model: { providerId: "a", modelId: "b" },
      permission: [{ permission: "*", pattern: "*", action: "deny" }],
      system: "You read.",
      text: "What?",
      timeoutMs: 1_000,
      signal,
    })
  return { run, runs, calls, created, privateSessions }
}

function answer(text: string, error?: PromptOutcome["error"]): PromptOutcome {
  return { messageId: "msg_1", text, error }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await systemClock.sleep(5)
}

describe("a private run", () => {
  it("asks in a child session with its own permission list and system text", async () => {
    const { run, created, calls } = createFake()
    expect(await run()).toEqual({
      kind: "answered",
      text: "Fine.",
      usage: { cost: 0.25, tokens: { input: 9, output: 3 } },
    })
    expect(created[0]).toMatchObject({
      parentId: "ses_parent",
      agent: "reader",
      permission: [{ permission: "*", pattern: "*", action: "deny" }],
    })
    expect(calls[0]).toBe('prompt with ["You read."]')
  })

  it("is private until the session is removed", async () => {
    const { run, calls, privateSessions, runs } = createFake()
    await run()
    expect(privateSessions.has("ses_child")).toBe(true)
    await until(() => calls.includes("remove"))
    await until(() => !privateSessions.has("ses_child"))
    expect(runs.systemOf("ses_child")).toBeUndefined()
  })

  it.each([
    ["an empty answer", answer("  "), "the answer is empty"],
    ["an error of the run", answer("", { name: "APIError", message: "overloaded" }), "overloaded"],
  ])("fails with %s", async (_case, outcome, why) => {
    const { run } = createFake({ prompt: async () => outcome })
    expect(await run()).toMatchObject({ kind: "failed", why })
  })

  it("stops the session when the deadline passes", async () => {
    const late = new HostError("timeout", "unknown", "late")
    const { run, calls } = createFake({ prompt: () => Promise.reject(late) })
    const failed = { kind: "failed", why: "it took too long", partialText: "So far." }
    expect(await run()).toMatchObject(failed)
    expect(calls).toContain("abort")
    await until(() => calls.includes("remove"))
  })

  it("stops the session when the caller aborts", async () => {
    const controller = new AbortController()
    const { run, calls } = createFake({
      prompt: () => {
        controller.abort()
        return Promise.reject(new HostError("transport", "unknown", "aborted"))
      },
    })
    expect(await run(controller.signal)).toMatchObject({ kind: "failed", why: "aborted" })
    expect(calls).toContain("abort")
  })

  it("fails where the host makes no session", async () => {
    const refused = new HostError("refused", "yes", "no")
    const { run, calls } = createFake({ create: () => Promise.reject(refused) })
    expect(await run()).toMatchObject({ kind: "failed", why: "the host made no session" })
    expect(calls).toEqual([])
  })
})
