// Every number of agentic fetch, with unit and reason.

export const agenticFetchLimits = {
  /** What the model may ask for in one call. */
  promptCharactersMax: 4_000,
  /** A first page up to this size stands in the brief; a larger one becomes a file (S6). */
  inlinePageBytesMax: 50_000,
  /** Longest answer that is returned; the rest goes to a file. */
  answerBytesMax: 20 * 1024,
  /** Web and code searches of one call. */
  searchesMax: 6,
  /** Pages that one call opens. */
  fetchesMax: 12,
  /** Model steps of the research session. */
  stepsMax: 8,
  /** The whole call, in milliseconds. */
  totalMs: 120_000,
  /** Calls of one session at a time: each runs a model of its own. */
  parallelMax: 2,
  /** Lines of one page_read, like the host's own reading tool. */
  readLinesMax: 400,
  /** Matches of one page_grep. */
  grepMatchesMax: 60,
  /** Longest line that page_read and page_grep show. */
  lineCharactersMax: 2_000,
  /** Page text of one page_read or page_grep: with note and marks it fits a tool result. */
  pageTextBytesMax: 48_000,
  /** Research sessions older than this that nobody removed are swept. */
  leftoverMs: 10 * 60 * 1000,
} as const
