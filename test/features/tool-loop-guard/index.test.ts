import { describe, expect, test } from "vitest"
import type { FeatureParts } from "../../../src/feature/feature.ts"
import { toolLoopGuard } from "../../../src/features/tool-loop-guard/index.ts"
import { createGuardContext } from "../../support/guard-context.ts"

async function play(parts: FeatureParts, count: number, sessionId = "s", file = "/gone/a.ts") {
  const kinds: string[] = []
  for (let index = 0; index < count; index++) {
    const call = {
      tool: "read",
      sessionId,
      callId: `${sessionId}-${Math.random()}`,
      args: { filePath: file },
    }
    const decision = await parts.beforeTool?.(call)
    if (decision?.kind === "refuse") {
      kinds.push("refused")
      continue
    }
    const change = await parts.afterTool?.(call, { title: "", output: "same", metadata: {} })
    kinds.push(change === undefined ? "ok" : "note")
  }
  return kinds
}

const six = ["ok", "ok", "note", "note", "note", "refused"]

describe("the tool-loop guard in its place", () => {
  const start = () => {
    const around = createGuardContext({ directory: "/project" })
    return { ...around, parts: toolLoopGuard.create(around.context, {}) }
  }

  test("counts and refuses", async () => {
    expect(await play(start().parts, 6)).toEqual(six)
  })

  test("leaves the sessions that the package runs for itself alone", async () => {
    const { parts, context } = start()
    context.privateSessions.add("own")
    expect(await play(parts, 8, "own")).toEqual(Array(8).fill("ok"))
  })

  test("starts anew with a real user message, not with a synthetic or repeated one", async () => {
    const { parts } = start()
    const message = { sessionId: "s", messageId: "m1", agent: undefined }
    const text = { type: "text", text: "go on" }
    await parts.onUserMessage?.({ ...message, parts: [text] })
    await play(parts, 5)
    await parts.onUserMessage?.({ ...message, parts: [text] })
    await parts.onUserMessage?.({
      ...message,
      messageId: "m2",
      parts: [{ ...text, synthetic: true }],
    })
    expect(await play(parts, 1)).toEqual(["refused"])
    await parts.onUserMessage?.({ ...message, messageId: "m3", parts: [text] })
    expect(await play(parts, 6)).toEqual(six)
  })

  test("forgets results with a summary, and everything with the session", async () => {
    const { parts } = start()
    await play(parts, 5)
    await parts.onEvent?.({ type: "session-compacted", sessionId: "s" })
    expect(await play(parts, 1)).toEqual(["ok"])
    await play(parts, 4)
    await parts.onEvent?.({ type: "session-deleted", sessionId: "s" })
    expect(await play(parts, 1)).toEqual(["ok"])
  })

  test("lets a call run again after the host wrote its file", async () => {
    const { parts } = start()
    await play(parts, 5)
    await new Promise((resolve) => setTimeout(resolve, 5))
    await parts.onEvent?.({ type: "file-edited", file: "/gone/a.ts" })
    expect(await play(parts, 2)).toEqual(["note", "refused"])
  })

  test("ends the run of a main session that goes on, and tells the user", async () => {
    const { parts, aborted, toasts } = start()
    await play(parts, 15)
    expect(aborted).toEqual(["s"])
    expect(toasts[0]).toContain("LOOP_RUN_STOPPED")
  })

  test("answers no further call of a run that is being ended", async () => {
    const { parts, context } = start()
    let end = (): void => undefined
    context.host.sessions.abort = () =>
      new Promise((resolve) => {
        end = resolve
      })
    await play(parts, 15)
    let answered = false
    const next = play(parts, 1).then(() => {
      answered = true
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(answered).toBe(false)
    end()
    await next
  })

  test("goes on refusing where the host does not end the run in its time", async () => {
    const slept: number[] = []
    const around = createGuardContext({ directory: "/project" })
    const sleep = async (ms: number) => void slept.push(ms)
    const context = { ...around.context, clock: { ...around.context.clock, sleep } }
    context.host.sessions.abort = () => new Promise(() => undefined)
    const parts = toolLoopGuard.create(context, {})
    expect((await play(parts, 17)).slice(-3)).toEqual(Array(3).fill("refused"))
    expect(slept).toEqual([5_000])
  })

  test("gives the reason that ends a sub-agent's run once", async () => {
    const { parts } = start()
    const child = { sessionId: "c", parentId: "s", title: "", metadata: {} }
    await parts.onEvent?.({ type: "session-created", ...child })
    await play(parts, 8, "c")
    expect(parts.stopRun?.("c")?.code).toBe("LOOP_RUN_STOPPED")
    expect(parts.stopRun?.("c")).toBeUndefined()
    expect(parts.stopRun?.("other")).toBeUndefined()
  })
})
