// Limits of the tasks feature; those of the board are in src/board/limits.ts. docs/limits.md mirrors both.

export const taskLimits = {
  /** Characters of a note to a running task. */
  messageCharactersMax: 500,
  /** Characters of a reason. */
  reasonCharactersMax: 500,
  /** Tasks of one task_batch call. */
  batchTasksMax: 12,
  /** Bytes of the agents' names in the description of task_batch: it is paid for with every request (X5). */
  agentNamesBytesMax: 300,
  /** Reading the agents for it: a request to the model waits that long at most, once. */
  agentNamesReadMs: 3_000,
  /** Words of a task's text that become the child's title. */
  titleWordsMax: 6,
  /** Characters of the board lines that are added to an output. */
  boardLinesCharactersMax: 1_500,
  /** Default of the host's `subagent_depth`. */
  depthDefault: 1,
  /** Asking the system when a process began. */
  processStartMs: 2_000,
  /** Tasks shown by task_status without an id; older ones are counted. */
  listedTasksMax: 60,
  /** After a project was opened, this long until owed notices are looked for: the host is still starting. */
  openAfterMs: 1_000,
  /** Inline bytes of one report inside a task_batch answer; the whole is in task_result. */
  batchReportBytesMax: 3_500,
  /** A request of the task panel is answered within a minute; what is older was left behind and is removed at start. */
  panelRequestLifeMs: 300_000,
} as const
