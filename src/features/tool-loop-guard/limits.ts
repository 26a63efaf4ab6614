// Bounds and thresholds of the tool-loop guard. docs/limits.md gives the same numbers.

export const loopLimits = {
  /** First number of an identical result that gets a note (L2). */
  noteFrom: 3,
  /** Identical results of a search tool; the next such call is refused (L3). */
  searchMax: 5,
  /** Identical results of any other tool; the next such call is refused (L3). */
  otherMax: 8,
  /** First number of an identical error that gets a note (L3). */
  errorNoteFrom: 2,
  /** Identical errors; the next such call is refused (L3). */
  errorMax: 3,
  /** Longest row of calls that is recognised as a cycle. */
  cyclePeriodMax: 4,
  /** Rounds of a cycle that get a note (L3). */
  cycleNoteFrom: 3,
  /** Rounds of a cycle that only reads, or that holds an error; the next member is refused (L3). */
  cycleMax: 4,
  /** The same for a cycle with a call that may write (L3). */
  writingCycleMax: 6,
  /** Calls of a tool that ends the turn; the next one in the same turn is refused (L4). */
  perTurnMax: 2,
  /** Numbers of an identical result at which polling gets a note: it is never refused. */
  pollingNotes: [5, 10, 20, 40, 80],
  /** First identical state of a task that gets a note (L5). */
  streamNoteFrom: 3,
  /** Refusals in a row after which a sub-agent is stopped. */
  stopChildAfter: 3,
  /** Refusals in a row after which a run of the user's own session is stopped. */
  stopPrimaryAfter: 10,
  /** Milliseconds for the host to end a run, in which the run's next call waits. */
  endRunMs: 5_000,
  /** Results remembered per session: enough for six rounds of four calls and what lies between. */
  entriesMax: 64,
  /** Newest results whose beginning is kept for a refusal. */
  samplesMax: 8,
  /** Characters of an earlier result that a refusal repeats. */
  sampleCharactersMax: 1_000,
  /** Characters of the arguments that a message repeats. */
  labelCharactersMax: 160,
  /** Calls of one session whose end is awaited. */
  pendingMax: 256,
  /** Refused calls remembered until the next user message. */
  hotMax: 32,
  /** Task states and tools counted per turn, per session. */
  streamsMax: 64,
  /** Sessions remembered; the least recently used goes first. */
  sessionsMax: 256,
  /** Stated bound for one session's state, in bytes; a property test holds it over 100,000 calls. */
  sessionBytesMax: 128 * 1024,
} as const
