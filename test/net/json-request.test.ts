import { describe, expect, it } from "vitest"
import { systemClock } from "../../src/lib/clock.ts"
import { createAccess } from "../../src/net/access.ts"
import { createHttpClient } from "../../src/net/http-client.ts"
import { type JsonRequest, requestJson } from "../../src/net/json-request.ts"
import { NetFailure } from "../../src/net/net-failure.ts"
import { parseWebUrl } from "../../src/net/url.ts"
import { type LoopbackServer, useLoopback } from "../support/loopback.ts"

const { serve } = useLoopback()

function ask(server: LoopbackServer, request: Omit<JsonRequest, "url"> & { path?: string } = {}) {
  const { path = "/api", ...rest } = request
  const host = `127.0.0.1:${server.port}`
  const access = createAccess({ allowPrivate: [host] })
  const client = createHttpClient({ clock: systemClock, access, environment: {} })
  return requestJson(client, systemClock, { url: parseWebUrl(`http://${host}${path}`), ...rest })
}

describe("requestJson", () => {
  it("gets and parses", async () => {
    const server = await serve((_request, response) => response.end('{"hits":[1]}'))
    expect(await ask(server)).toMatchObject({ status: 200, value: { hits: [1] } })
    expect(server.requests[0]).toMatchObject({ method: "GET", url: "/api", body: "" })
  })

  it("posts a JSON body with the caller's headers", async () => {
    const server = await serve((_request, response) => response.end("{}"))
    await ask(server, { json: { q: "a" }, headers: { "x-key": "secret" } })
    expect(server.requests[0]).toMatchObject({
      method: "POST",
      body: '{"q":"a"}',
      headers: { "x-key": "secret", "content-type": "application/json" },
    })
  })

  it("returns an error status with its headers as an answer", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(401, { "x-limit": "0" })
      response.end("no")
    })
    const answer = await ask(server)
    expect({ status: answer.status, text: answer.text, value: answer.value }).toEqual({
      status: 401,
      text: "no",
      value: undefined,
    })
    expect(answer.header("x-limit")).toBe("0")
  })

  it("gives up an answer above its limit", async () => {
    const server = await serve((_request, response) => response.end("x".repeat(5_000_000)))
    const failure = await ask(server).catch((error: unknown) => error)
    expect(failure).toMatchObject({ reason: "body-too-large" })
  })

  it("keeps keys in query and headers out of its errors", async () => {
    const server = await serve((_request, response) => response.destroy())
    const failure = await ask(server, {
      path: "/api?key=secret",
      headers: { authorization: "Bearer secret" },
      retry: false,
    }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(NetFailure)
    expect(String(failure)).not.toContain("secret")
  })

  it("ends with its total time", async () => {
    const server = await serve((_request, response) => response.write("{"))
    const failure = await ask(server, { totalMs: 60 }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ reason: "timeout", phase: "total" })
  })
})
