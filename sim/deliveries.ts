// Steps that end host calls in flight: one, all, or evenly as time goes on; with the faults of this run.

import type { InFlight, World } from "./model.ts"
import { isMutating, pick } from "./pickers.ts"
import { advance, apply, deliver, flushEvents, save } from "./world.ts"

export function settle(world: World, a: number, b: number) {
  const vital = world.inFlight.filter(({ call }) => "messageId" in call || call.kind === "abort")
  const call = pick(a % 2 && vital.length > 0 ? vital : world.inFlight, a >> 1)
  if (!call) return
  switch (faultFor(world, b)) {
    case "refusals":
      if (!call.isApplied) deliver(world, call, { kind: "refused", detail: "400" })
      return
    case "lost-responses":
      apply(world, call, b >> 4)
      world.coverage.quirk("effect-without-response")
      deliver(world, call, { kind: "unknown" })
      return
    case "failed-calls":
      if (!call.isApplied) losing(world, call)
      deliver(world, call, { kind: "unknown" })
      return
    case "accepted-without-effect":
      if (call.call.kind !== "prompt" || call.isApplied) break
      world.coverage.quirk("accepted-without-effect")
      if (b % 2) world.straying.push(call)
      deliver(world, call, { kind: "ok" })
      return
    case "hanging-calls":
      apply(world, call, b >> 4)
      call.isHeld = true
      return
    default:
      break
  }
  apply(world, call, b >> 4)
  deliver(world, call, call.answer)
}

/** The connection breaks on the way; a notice may still arrive. */
function losing(world: World, call: InFlight) {
  world.coverage.quirk("response-lost-without-effect")
  if (call.call.kind === "notice") world.straying.push(call)
}

const settleFaults = [
  "refusals",
  "lost-responses",
  "failed-calls",
  "accepted-without-effect",
  "hanging-calls",
]

function faultFor(world: World, choice: number): string | undefined {
  if (choice % 3 !== 0) return undefined
  const enabled = settleFaults.filter((name) => world.faults.has(name))
  return pick(enabled, choice >> 3)
}

/** A call reaches the host, and its answer hangs; a read keeps what it saw. */
export function hold(world: World, a: number, b: number) {
  if (!world.faults.has("hanging-calls")) return
  const reads = world.inFlight.filter((call) => !isMutating(call) && !call.isHeld)
  const call = pick(a % 4 ? reads : world.inFlight, a >> 2)
  if (!call) return
  apply(world, call, b >> 4)
  call.isHeld = true
}

/** What hung is answered at last. */
export function unhold(world: World, a: number) {
  const call = pick(
    world.inFlight.filter((one) => one.isHeld),
    a,
  )
  if (call) deliver(world, call, call.answer)
}

/** Settles everything in flight that does not hang, in order, without a fault. */
export function settleAll(world: World, _a: number, b: number) {
  for (const call of world.inFlight.filter((one) => !one.isHeld)) {
    apply(world, call, b)
    deliver(world, call, call.answer)
  }
  for (const call of world.straying.splice(0)) apply(world, call, b)
}

/** Time goes on evenly and reads are answered, until a call that changes something is in flight. */
export function goOn(world: World, _a: number, b: number) {
  for (let round = 0; round < 14; round++) {
    for (const taskId of [...world.saves]) save(world, taskId)
    for (const call of world.inFlight.filter((one) => !one.isHeld && !isMutating(one))) {
      apply(world, call, b)
      deliver(world, call, call.answer)
    }
    if (world.inFlight.some((call) => !call.isHeld && isMutating(call))) return
    advance(world, 150)
    flushEvents(world)
  }
}
