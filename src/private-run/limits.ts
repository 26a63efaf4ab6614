// Every number of private runs, with unit and reason.

export const privateRunLimits = {
  /** Creating, reading or removing a session; these are local calls. */
  callMs: 5_000,
  /** How long a session must be idle before it is removed, so that nothing writes to it any more. */
  quietMs: 300,
  /** Between two looks at the status while waiting for quiet. */
  pollMs: 100,
  /** Longest wait for quiet; then it is removed all the same. */
  quietWaitMs: 5_000,
  /** Attempts to remove a session. */
  removeAttemptsMax: 3,
} as const
