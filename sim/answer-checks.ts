// I28: an answer that says "unknown" is given only when its time is over, or when nothing is in flight any more.

import type { Reply } from "../src/board/effect.ts"
import { boardTimes } from "../src/board/limits.ts"
import type { InFlight, OpenCall, World } from "./model.ts"

export function isTooEarly(world: World, open: OpenCall, reply: Reply): boolean {
  const taskId = reply.task?.taskId
  if (taskId === undefined) return false
  const age = world.now - open.at
  const calls = world.inFlight.filter(({ call }) => "taskId" in call && call.taskId === taskId)
  /** The request itself made this call. */
  const isWaitingFor = (kind: InFlight["call"]["kind"]) =>
    calls.some(({ call, startedAt }) => call.kind === kind && startedAt === open.at)
  switch (reply.outcome) {
    case "delivery_unknown":
      return isWaitingFor("note") && age < boardTimes.messageWaitMs
    case "cancel_unconfirmed":
    case "not_quiescent":
      return isWaitingFor("abort") && age < boardTimes.abortWaitMs
    case "admission_unknown":
      return open.request.tool === "revive" && age < boardTimes.admissionWaitMs
    case "baseline_timeout":
      return calls.some(isBaselineSince(open.at)) && age < boardTimes.baselineMs
    default:
      return false
  }
}

function isBaselineSince(at: number): (call: InFlight) => boolean {
  return ({ call, startedAt }) => call.kind === "baseline" && startedAt >= at
}
