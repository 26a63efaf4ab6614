import { describe, expect, test } from "vitest"
import { createCall } from "../../../src/host/v1/call.ts"

const clientOf = (request: (options: Record<string, unknown>) => unknown) => ({
  _client: { request },
})
const ok = (data: unknown) => ({ data, response: { status: 200 } })

describe("a call to the host", () => {
  test("passes method, address and body on and returns the data", async () => {
    const asked: unknown[] = []
    const call = createCall(
      clientOf((options) => {
        asked.push(options)
        return ok({ id: 1 })
      }),
    )
    expect(await call?.({ method: "POST", url: "/x", body: { a: 1 } })).toEqual({ id: 1 })
    expect(asked[0]).toMatchObject({ method: "POST", url: "/x", body: { a: 1 } })
  })

  test("is not to be had from a client without a low-level request", () => {
    expect(createCall({})).toBeUndefined()
    expect(createCall(undefined)).toBeUndefined()
    expect(createCall({ _client: { request: 1 } })).toBeUndefined()
  })

  test("a missing thing is settled", async () => {
    const call = createCall(
      clientOf(() => ({ error: { name: "NotFound" }, response: { status: 404 } })),
    )
    await expect(call?.({ method: "GET", url: "/x" })).rejects.toMatchObject({
      kind: "not-found",
      settled: "yes",
      status: 404,
    })
  })

  test("an error answer is settled and carries the host's words", async () => {
    const answer = { error: { data: { message: "bad agent" } }, response: { status: 500 } }
    const call = createCall(clientOf(() => answer))
    await expect(call?.({ method: "POST", url: "/x" })).rejects.toMatchObject({
      kind: "refused",
      settled: "yes",
      message: "POST was answered with 500: bad agent",
    })
  })

  test.each([
    [
      "throws",
      () => {
        throw new Error("socket")
      },
    ],
    ["answers nothing", () => undefined],
    ["answers without a response", () => ({ error: new Error("fetch failed") })],
  ])("a transport that %s leaves the effect unknown", async (_, request) => {
    const call = createCall(clientOf(request))
    await expect(call?.({ method: "POST", url: "/x" })).rejects.toMatchObject({
      kind: "transport",
      settled: "unknown",
    })
  })

  test("a host that never answers ends at the deadline with the effect unknown", async () => {
    const call = createCall(clientOf(() => new Promise(() => undefined)))
    const answer = call?.({ method: "POST", url: "/x" }, { timeoutMs: 5 })
    await expect(answer).rejects.toMatchObject({ kind: "timeout", settled: "unknown" })
  })

  test("the caller's signal ends the wait", async () => {
    const call = createCall(clientOf(() => new Promise(() => undefined)))
    const signal = AbortSignal.abort(new Error("stop"))
    const answer = call?.(
      { method: "POST", url: "/x" },
      { timeoutMs: Number.POSITIVE_INFINITY, signal },
    )
    await expect(answer).rejects.toMatchObject({ kind: "timeout" })
  })
})
