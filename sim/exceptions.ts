// What the invariants leave out, each with its reason in the specification.

import type { Job } from "../src/board/job.ts"
import type { Lease } from "../src/board/lease.ts"
import type { World } from "./model.ts"
import type { Session } from "./truth.ts"

/** Prompts that others sent behind the board's back: a user in the child's window, or another client. */
export function isOutside(promptId: string): boolean {
  return promptId.startsWith("other:") || promptId.startsWith("outside:")
}

/**
 * I11 is about runs that the board can know of. It cannot know of a run whose events are still on the way (it proves
 * quiescence by what the host shows, C.3), nor of a stranger's run in a session that it has only just created: the first
 * prompt of a new session is sent without a check, because nobody else has its id yet (C.6 checks resumed sessions).
 */
export function isTooNewToKnow(world: World, session: Session, lease: Lease | undefined): boolean {
  const isUndelivered = world.truth.events.some((event) => event.sessionId === session.id)
  return isUndelivered || lease?.generation === 0
}

/**
 * I10 ends with the board that began a compensation: a rebuild reads records from sessions (C.13), and a deleted session
 * has none. A host that ended took the run with it; only a plugin that is loaded anew beside a run that goes on, between
 * the deletion and the end of that run, leaves it alone.
 */
export function isLostWithItsBoard(buried: ReadonlySet<string>, session: Session): boolean {
  return buried.has(session.id)
}

/** An ending that nobody has told yet, although the host does not tell it (C.6: outbox). */
export function isSilent(job: Job): boolean {
  if (job.state === "running" || job.generation === 0 || job.acknowledgement !== "none")
    return false
  if (job.origin !== "native") return true
  return job.isBackground && job.state !== "completed" && job.state !== "errored"
}
