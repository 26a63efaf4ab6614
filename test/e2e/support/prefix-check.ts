// X8: in every session the system text, the tool list and the messages of request n are a byte prefix of
// request n+1. Providers cache prompts by prefix; a byte that changes is paid for again.

import { type ModelRequest, recordsOf } from "./model-request.ts"

export interface PrefixBreak {
  readonly sessionId: string
  /** Position of the later request among the session's own, from 0. */
  readonly request: number
  readonly where: string
  readonly before: string
  readonly after: string
}

/** All places where a later request does not begin with the bytes of the one before. */
export function prefixBreaks(requests: readonly ModelRequest[]): readonly PrefixBreak[] {
  const bySession = new Map<string, ModelRequest[]>()
  for (const request of requests) {
    if (request.kind !== "step") continue
    const list = bySession.get(request.sessionId) ?? []
    list.push(request)
    bySession.set(request.sessionId, list)
  }
  return [...bySession.values()].flatMap((list) =>
    list.slice(1).flatMap((later, position) => breakBetween(list[position], later, position + 1)),
  )
}

function breakBetween(
  earlier: ModelRequest | undefined,
  later: ModelRequest,
  request: number,
): PrefixBreak[] {
  if (!earlier) return []
  const place = { sessionId: later.sessionId, request }
  const pairs: [where: string, before: string, after: string][] = [
    ["tools", JSON.stringify(earlier.body.tools), JSON.stringify(later.body.tools)],
  ]
  const messages = recordsOf(later.body.messages)
  recordsOf(earlier.body.messages).forEach((message, position) => {
    const where = `messages[${position}] (${String(message.role)})`
    pairs.push([where, JSON.stringify(message), JSON.stringify(messages[position]) ?? "(missing)"])
  })
  const broken = pairs.find(([, before, after]) => before !== after)
  if (!broken) return []
  const [where, before, after] = broken
  return [{ ...place, where, ...around(before, after) }]
}

/** The first difference with a little text before it. */
function around(before: string, after: string): { before: string; after: string } {
  let position = 0
  while (position < before.length && before[position] === after[position]) position += 1
  const start = Math.max(0, position - 40)
  return { before: before.slice(start, start + 160), after: after.slice(start, start + 160) }
}
