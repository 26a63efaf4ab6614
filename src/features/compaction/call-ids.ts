// A history that holds one tool call id twice makes providers refuse every later request, summaries included (C3).
// Pure; the result depends on the history alone, so a repaired history is the same bytes in every request.

import type { MessageWithParts } from "../../host/port.ts"
import { readString } from "../../lib/json.ts"
import { compactionLimits } from "./limits.ts"

type Part = MessageWithParts["parts"][number]

/**
 * Unique call ids, or undefined where they are unique already. The failed twin of a completed call of the same
 * tool is a leftover of an interrupted one and is dropped; any other twin is a call of its own and gets a new id.
 */
export function withUniqueCallIds(
  messages: readonly MessageWithParts[],
): readonly MessageWithParts[] | undefined {
  const first = new Map<string, Part>()
  const taken = new Set(messages.flatMap((message) => message.parts.flatMap(callIdOf)))
  let isChanged = false
  const repaired = messages.map((message) => {
    const parts = message.parts.flatMap((part) => {
      const [callId] = callIdOf(part)
      const original = callId === undefined ? undefined : first.get(callId)
      if (callId === undefined || original === undefined) {
        if (callId !== undefined) first.set(callId, part)
        return [part]
      }
      isChanged = true
      return isLeftover(part, original) ? [] : [{ ...part, callID: freshId(callId, taken) }]
    })
    return parts.length === message.parts.length &&
      parts.every((part, at) => part === message.parts[at])
      ? message
      : { ...message, parts }
  })
  return isChanged ? repaired : undefined
}

function callIdOf(part: Part): string[] {
  const callId = part.type === "tool" ? readString(part, "callID") : undefined
  return callId === undefined ? [] : [callId]
}

function isLeftover(part: Part, original: Part): boolean {
  return (
    part.tool === original.tool &&
    readString(original.state, "status") === "completed" &&
    readString(part.state, "status") !== "completed"
  )
}

function freshId(callId: string, taken: Set<string>): string {
  for (let number = 2; ; number += 1) {
    const tail = `_${number}`
    const head = callId.slice(0, compactionLimits.callIdCharactersMax - tail.length)
    const candidate = `${head}${tail}`
    if (taken.has(candidate)) continue
    taken.add(candidate)
    return candidate
  }
}
