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
  /** Each id as it is sent, with the part that has it. Filled in order, so that a longer history repairs alike. */
  const sent = new Map<string, Part>()
  let isChanged = false
  const repaired = messages.map((message) => {
    const parts = message.parts.flatMap((part) => uniquePart(part, sent))
    const isSame =
      parts.length === message.parts.length && parts.every((part, at) => part === message.parts[at])
    if (isSame) return message
    isChanged = true
    return { ...message, parts }
  })
  return isChanged ? repaired : undefined
}

/** The part itself, the part under a fresh id, or nothing. */
function uniquePart(part: Part, sent: Map<string, Part>): readonly Part[] {
  const callId = callIdOf(part)
  if (callId === undefined) return [part]
  const original = sent.get(callId)
  if (original && isLeftover(part, original)) return []
  const id = original ? freshId(callId, sent) : callId
  sent.set(id, part)
  return [original ? { ...part, callID: id } : part]
}

function callIdOf(part: Part): string | undefined {
  return part.type === "tool" ? readString(part, "callID") : undefined
}

function isLeftover(part: Part, original: Part): boolean {
  return (
    part.tool === original.tool &&
    readString(original.state, "status") === "completed" &&
    readString(part.state, "status") !== "completed"
  )
}

function freshId(callId: string, sent: ReadonlyMap<string, Part>): string {
  for (let number = 2; ; number += 1) {
    const tail = `_${number}`
    const head = callId.slice(0, compactionLimits.callIdCharactersMax - tail.length)
    const candidate = `${head}${tail}`
    if (!sent.has(candidate)) return candidate
  }
}
