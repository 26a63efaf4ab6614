// Every time and cap of the job board, in one place. docs/limits.md mirrors this file.

export const boardTimes = {
  /** A caller of task_message waits this long for the write; the write itself is not cut off. */
  messageWaitMs: 10_000,
  /** A caller of task_cancel waits this long for the host to settle the abort. */
  abortWaitMs: 10_000,
  /** Status reads of a quiescence check come this far apart. */
  verifyPollMs: 150,
  /** A session must be absent from the status map this long, counted after the abort settled. */
  verifyStableMs: 300,
  /** The same where the newest answer was left open: an aborted run takes up to 400 ms to end (HOST-QUIRK-51). */
  verifyOpenStableMs: 1_500,
  /** A quiescence check that has not come to an end by then is unverifiable. */
  verifyBudgetMs: 1_500,
  verifyOpenBudgetMs: 3_000,
  /** Reading the baseline and writing the intent of a revive: later nothing is sent any more. */
  baselineMs: 5_000,
  /** A caller of task_revive waits this long for proof that the prompt was stored. */
  admissionWaitMs: 10_000,
  /** Looks for the prompt in the transcript come this far apart. */
  admissionLookMs: 1_000,
  /** The prompt counts as never stored when two looks this far apart miss it. */
  admissionAbsentMs: 1_500,
  /** Any single read. */
  readMs: 3_000,
  /** Quiet without an end in the transcript becomes `stopped` after this long. */
  stopGraceMs: 5_000,
  /** A busy task without any activity for this long is shown as possibly stuck. */
  stuckMs: 120_000,
  /** An answer without text is read again this far apart before it counts as empty. */
  emptyReadMs: 500,
  /** Notices to a parent: quick tries, then slow ones. */
  noticeRetryMs: 1_000,
  noticeSlowRetryMs: 30_000,
  /** The end of a task with live children of its own is held back at most this long. */
  noticeChildrenMs: 600_000,
  /** After a deadline the run has this long to end by itself once it was aborted. */
  deadlineGraceMs: 10_000,
  /** Running tasks are compared with the host's status map this often. */
  sweepMs: 5_000,
  /** Checks after a compensating abort, doubling from the first to the last. */
  compensateFirstMs: 150,
  compensateLastMs: 5_000,
  /** The window over which launches are counted. */
  launchWindowMs: 3_600_000,
} as const

export const boardCounts = {
  /** Reads of an answer without text before it counts as empty. */
  emptyReadsMax: 3,
  /** Quick tries of a notice before the slow ones. */
  noticeTriesMax: 3,
  /** Tasks of one task_batch call. */
  batchTasksMax: 12,
  /** Tombstones that are remembered; the host's 404 is the final word on older ones. */
  tombstonesMax: 500,
} as const

/** Caps that the user can change. */
export interface BoardCaps {
  /** Tasks of one parent that run at the same time. */
  readonly runningPerParentMax: number
  /** Tasks below one root session that run at the same time. */
  readonly runningPerRootMax: number
  /** Launches below one root session within one hour. */
  readonly launchesPerHourMax: number
  /** Wall-clock limit of each run that the board starts or sees starting; 0 means none. */
  readonly deadlineMs: number
  /** After a restart, owed notices may start a model call. */
  readonly wakeAfterRestart: boolean
}

export const defaultCaps: BoardCaps = {
  runningPerParentMax: 6,
  runningPerRootMax: 12,
  launchesPerHourMax: 60,
  deadlineMs: 0,
  wakeAfterRestart: false,
}
