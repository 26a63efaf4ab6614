// Every number of the feature, with unit and reason. Mirrored in docs/limits.md.

export const compactionLimits = {
  /** All facts of one summary request; more would eat what the summary is meant to save (C1). */
  factsBytesMax: 2_048,
  /** One quoted request of the user. Two of them leave half of the facts to todos, tasks and failures. */
  requestBytesMax: 480,
  /** One line of a list. */
  lineBytesMax: 120,
  /** Open todos, running tasks and failed calls that are listed by name. */
  todosMax: 8,
  tasksMax: 6,
  failedCallsMax: 3,
  /** Two compactions within this time without a finished tool call in between are a loop (C2). */
  loopWindowMs: 3 * 60 * 1_000,
  /** All git commands of one user message together (C4). */
  gitTimeoutMs: 1_000,
  /** Lines of the git note, marks included (C4). */
  gitLinesMax: 20,
  /** Commits in the git note (C4). */
  gitCommitsMax: 3,
  /** Output that is read from one git command. */
  gitOutputBytesMax: 256 * 1_024,
  /** Longest call id that a repaired call gets; some providers refuse longer ones. */
  callIdCharactersMax: 40,
} as const
