import { describe, expect, test } from "vitest"
import { pass, refuse, rewrite, type ToolCall } from "../../src/feature/decision.ts"
import type { FeatureParts } from "../../src/feature/feature.ts"
import { createPipeline, hookTimeoutMs } from "../../src/feature/pipeline.ts"
import { Refusal } from "../../src/lib/refusal.ts"

const call: ToolCall = { tool: "read", sessionId: "ses_1", callId: "call_1", args: { a: 1 } }
const result = { title: "t", output: "text", metadata: {} }

function compose(...parts: FeatureParts[]) {
  const logged: string[] = []
  const record = (event: string) => {
    logged.push(event)
  }
  const pipeline = createPipeline(
    parts.map((part, index) => ({ feature: `f${index}`, parts: part })),
    {
      clock: { now: () => 0, sleep: () => new Promise(() => undefined) },
      log: { debug: record, info: record, warn: record, error: record },
    },
  )
  return { pipeline, logged }
}

const fault = (): never => {
  throw new Error("fault")
}

describe("before a tool", () => {
  test("each feature sees the arguments as rewritten so far", async () => {
    const seen: unknown[] = []
    const { pipeline } = compose(
      { beforeTool: () => rewrite({ a: 2 }) },
      {
        beforeTool: (later) => {
          seen.push(later.args)
          return rewrite({ b: 3 })
        },
      },
    )
    expect(await pipeline.beforeTool(call)).toEqual(rewrite({ a: 2, b: 3 }))
    expect(seen).toEqual([{ a: 2 }])
  })

  test("the first refusal wins and later features are not asked", async () => {
    const refusal = new Refusal("TOOL_INTERNAL", "No.", "Stop.")
    const { pipeline } = compose({ beforeTool: () => refuse(refusal) }, { beforeTool: fault })
    expect(await pipeline.beforeTool(call)).toEqual(refuse(refusal))
  })

  test("a thrown refusal is a refusal, any other throw is logged and passes", async () => {
    const refusal = new Refusal("TOOL_INTERNAL", "No.", "Stop.")
    const thrown = compose({
      beforeTool: () => {
        throw refusal
      },
    })
    expect(await thrown.pipeline.beforeTool(call)).toEqual(refuse(refusal))
    const faulty = compose({ beforeTool: fault })
    expect(await faulty.pipeline.beforeTool(call)).toEqual(pass)
    expect(faulty.logged).toEqual(["hook-failed"])
  })

  test("a hook that never answers passes after the bound", async () => {
    const slept: number[] = []
    const pipeline = createPipeline(
      [{ feature: "slow", parts: { beforeTool: () => new Promise(() => undefined) } }],
      {
        clock: {
          now: () => 0,
          sleep: async (ms) => {
            slept.push(ms)
          },
        },
        log: {
          debug: () => undefined,
          info: () => undefined,
          warn: () => undefined,
          error: () => undefined,
        },
      },
    )
    expect(await pipeline.beforeTool(call)).toEqual(pass)
    expect(slept).toEqual([hookTimeoutMs])
  })
})

describe("after a tool", () => {
  test("each feature sees the result as changed so far", async () => {
    const { pipeline } = compose(
      { afterTool: (_, now) => ({ output: `${now.output}1` }) },
      { afterTool: fault },
      { afterTool: (_, now) => ({ output: `${now.output}2` }) },
    )
    expect(await pipeline.afterTool(call, result)).toEqual({ output: "text12" })
  })

  test("no change is undefined", async () => {
    const { pipeline } = compose({ afterTool: () => undefined })
    expect(await pipeline.afterTool(call, result)).toBeUndefined()
  })
})

describe("other hooks", () => {
  const message = { sessionId: "ses_1", messageId: undefined, agent: undefined, parts: [] }

  test("additions to a user message add up", async () => {
    const { pipeline } = compose(
      { onUserMessage: () => ({ append: ["one"] }) },
      { onUserMessage: fault },
      { onUserMessage: () => ({ append: ["two"] }) },
    )
    expect(await pipeline.onUserMessage(message)).toEqual({ append: ["one", "two"] })
  })

  test("one feature that says no ends the turn after a summary", async () => {
    const turn = { sessionId: "ses_1", agent: "build", isOverflow: false }
    expect(await compose({}).pipeline.onAutoContinue(turn)).toBe(true)
    const stopping = compose(
      { onAutoContinue: async () => undefined },
      { onAutoContinue: async () => false },
    )
    expect(await stopping.pipeline.onAutoContinue(turn)).toBe(false)
  })

  test("facts for a summary are collected in registry order, failures left out", async () => {
    const { pipeline } = compose(
      { onCompacting: async () => ["a"] },
      { onCompacting: fault },
      { onCompacting: async () => ["b"] },
    )
    expect(await pipeline.onCompacting("ses_1")).toEqual(["a", "b"])
  })

  test("a message list that no feature replaces stays undefined", () => {
    const replaced = [{ info: { id: "m", role: "user" }, parts: [] }]
    expect(compose({ onMessages: () => undefined }).pipeline.onMessages([])).toBeUndefined()
    expect(
      compose({ onMessages: () => replaced }, { onMessages: fault }).pipeline.onMessages([]),
    ).toEqual(replaced)
  })

  test("a system text can be replaced for one session", () => {
    const { pipeline } = compose({ onSystem: (id) => (id === "ses_1" ? ["short"] : undefined) })
    expect(pipeline.onSystem("ses_1", ["long"])).toEqual(["short"])
    expect(pipeline.onSystem("ses_2", ["long"])).toBeUndefined()
  })

  test("an event reaches every feature even when one fails", async () => {
    const seen: string[] = []
    const { pipeline } = compose(
      { onEvent: fault },
      {
        onEvent: (event) => {
          seen.push(event.type)
        },
      },
    )
    pipeline.onEvent({ type: "session-idle", sessionId: "ses_1" })
    await Promise.resolve()
    expect(seen).toEqual(["session-idle"])
  })

  test("features are disposed in reverse order", async () => {
    const order: string[] = []
    const { pipeline } = compose(
      {
        dispose: () => {
          order.push("first")
        },
      },
      { dispose: fault },
      {
        dispose: () => {
          order.push("last")
        },
      },
    )
    await pipeline.dispose()
    expect(order).toEqual(["last", "first"])
  })
})
