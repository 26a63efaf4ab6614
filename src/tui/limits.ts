// Bounds of the task panel, with unit and reason. Mirrored in docs/limits.md.

export const panelLimits = {
  /** Columns of text that the host's sidebar has room for: 37, or one less beside its scrollbar. */
  sidebarColumns: 36,
  /** Widest terminal, in columns, on which the host shows no sidebar by itself. */
  narrowColumnsMax: 120,
  /** Columns of an alias; longer ones are cut. */
  aliasColumnsMax: 18,
  /** Live tasks with a line of their own; the rest is counted. */
  liveRowsMax: 8,
  /** Finished tasks with a line of their own, the newest ones; the rest folds away. */
  finishedRowsMax: 3,
  /** Tasks that are remembered over all sessions; the oldest finished ones go first. */
  tasksMax: 500,
  /** The panel counts time once a second while a running task is younger than `freshMs`. */
  tickMs: 1_000,
  freshMs: 10_000,
  /** Then it counts in steps: the host draws its whole screen anew for each, which takes about 70 ms of processor time. */
  slowTickMs: 10_000,
  /** The server half takes a request within milliseconds; after this it is taken back. */
  acceptMs: 5_000,
  /** A revive answers within 47 s, a cancel within 21 s (docs/features/tasks.md). */
  answerMs: 60_000,
  /** Wait before the children of a session are asked for again after a failure. */
  reloadMs: 5_000,
  /** Bytes of a result that are put on the clipboard; terminals drop longer sequences. */
  copyBytesMax: 65_536,
  /** A clipboard command without a display may wait for one; after this it is ended. */
  clipboardMs: 2_000,
} as const
