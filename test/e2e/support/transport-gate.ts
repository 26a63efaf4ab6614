// The test's side of fixtures/transport-probe.ts: sees every changing call that plugins send to the host, and holds or
// breaks those that a case names.
//
//   const abort = gate.hold({ method: "POST", url: /\/abort$/, when: "before" })
//   …
//   await abort.arrived
//   abort.pass()

import { createServer, type ServerResponse } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { isRecord, readString } from "../../../src/lib/json.ts"
import { portOf } from "./scripted-model.ts"

export interface GatedCall {
  readonly method: string
  readonly url: string
}

export interface HoldRule {
  readonly method: string
  readonly url: RegExp
  /** `before`: the host has not seen the call. `after`: it has, but the caller does not know. */
  readonly when: "before" | "after"
}

export interface HeldCall {
  /** Resolves with the call that is held; fails where none came within 30 s. */
  readonly arrived: Promise<GatedCall>
  pass(): void
  /** The connection breaks for the caller. */
  break(): void
}

export interface TransportGate {
  readonly url: string
  /** Calls in the order in which they were sent, reads left out. */
  readonly calls: readonly GatedCall[]
  /** Holds the next call that the rule describes. */
  hold(rule: HoldRule): HeldCall
  close(): void
}

const arrivalMs = 30_000

interface Waiting {
  readonly rule: HoldRule
  arrive(call: GatedCall, response: ServerResponse): void
}

export async function openTransportGate(): Promise<TransportGate> {
  const calls: GatedCall[] = []
  const waiting = new Set<Waiting>()
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
    const { when, ...call } = parseCall(Buffer.concat(chunks).toString("utf8"))
    if (when === "before") calls.push(call)
    const held = [...waiting].find(({ rule }) => isMeant(rule, call, when))
    if (!held) return response.end("pass")
    waiting.delete(held)
    held.arrive(call, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}/`,
    calls,
    hold: (rule) => {
      const arrival = createPromise<GatedCall>()
      const arrived = Promise.race([
        arrival.promise,
        sleep(arrivalMs, undefined, { ref: false }).then(() => {
          throw new Error(`no ${rule.method} ${rule.url} was sent`)
        }),
      ])
      arrived.catch(() => undefined)
      const verdict = createPromise<string>()
      waiting.add({
        rule,
        arrive: (call, response) => {
          arrival.resolve(call)
          void verdict.promise.then((word) => response.end(word))
        },
      })
      return {
        arrived,
        pass: () => verdict.resolve("pass"),
        break: () => verdict.resolve("break"),
      }
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function createPromise<Value>() {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

function isMeant(rule: HoldRule, call: GatedCall, when: string): boolean {
  return rule.when === when && rule.method === call.method && rule.url.test(call.url)
}

function parseCall(body: string): GatedCall & { readonly when: string } {
  const parsed: unknown = JSON.parse(body)
  const call = isRecord(parsed) ? parsed : {}
  return {
    when: readString(call, "when") ?? "",
    method: readString(call, "method") ?? "",
    url: readString(call, "url") ?? "",
  }
}
