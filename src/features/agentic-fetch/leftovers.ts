// Research sessions that nobody removed (a crash in the middle of a call) are swept at the next call.

import type { FeatureContext } from "../../feature/feature.ts"
import { readRecord, readString } from "../../lib/json.ts"
import { agenticFetchLimits } from "./limits.ts"

type LeftoverContext = Pick<FeatureContext, "host" | "clock" | "privateSessions" | "log">

/** Removes old private children of a session. Never throws. */
export async function sweepLeftovers(
  context: LeftoverContext,
  parentSessionId: string,
): Promise<void> {
  const { host, clock, privateSessions, log } = context
  try {
    const children = await host.sessions.children(parentSessionId)
    const oldest = clock.now() - agenticFetchLimits.leftoverMs
    const left = children.filter((child) => {
      const mark = readString(readRecord(child.metadata, "opencodeWorkbench"), "private")
      return mark !== undefined && child.updatedAt < oldest && !privateSessions.has(child.id)
    })
    for (const child of left) await host.sessions.remove(child.id)
  } catch (error) {
    log.warn("leftovers-not-swept", { error: error instanceof Error ? error.name : "unknown" })
  }
}
