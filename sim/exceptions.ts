// What the invariants leave out: acts of others that nobody can foresee, and endings that the host tells.

import type { Job } from "../src/board/job.ts"

/** Others prompt a session behind the board's back; what comes of that cannot be foreseen. */
export function isOutside(promptId: string): boolean {
  return promptId.startsWith("other:") || promptId.startsWith("outside:")
}

/** An ending that nobody has told yet, although the host does not tell it. */
export function isSilent(job: Job): boolean {
  if (job.state === "running" || job.generation === 0 || job.acknowledgement !== "none")
    return false
  if (job.origin !== "native") return true
  return job.isBackground && job.state !== "completed" && job.state !== "errored"
}
