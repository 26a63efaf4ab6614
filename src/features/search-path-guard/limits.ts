// Bounds of the search-path guard. docs/limits.md gives the same numbers.

export const searchPathLimits = {
  /** Time for finding similar names; then the answer goes out with what was found so far. */
  suggestMs: 150,
  /** Suggestions in one answer: more would not be read. */
  suggestionsMax: 3,
  /** Names of the nearest existing folder that are listed when nothing similar was found. */
  listedNamesMax: 10,
  /** Characters of a path or name that a message repeats. */
  quotedCharactersMax: 160,
  /** Folders read for one answer. */
  foldersReadMax: 4_000,
  /** Names looked at for one answer. */
  namesMax: 50_000,
  /** A list of names is used again for this long, so that a row of mistakes costs one walk. */
  namesKeptMs: 10_000,
  /** Segments of a path that are looked at; longer paths are cut at the front. */
  segmentsMax: 24,
  /** Notes kept for calls that have not ended. */
  pendingNotesMax: 256,
} as const
