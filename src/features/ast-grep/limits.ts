// Every number of the ast-grep feature, with its unit and reason (A5, X2).

export const astGrepLimits = {
  /** One call as a whole, in milliseconds; the engine is killed when it ends (A5). */
  timeoutMs: 300_000,
  /** Matches shown for one search, and aimed at for one replace (A5). */
  matchesMax: 500,
  /** Bytes collected from the engine for one call (A5). */
  engineBytesMax: 1024 * 1024,
  /** Bytes collected from the engine for the one file in which the output was cut: about 30,000 short matches. */
  tornFileBytesMax: 16 * 1024 * 1024,
  /** Bytes collected while rewritten files are checked; syntax-error nodes can span whole files. */
  inspectBytesMax: 16 * 1024 * 1024,
  /** Bytes kept of what an engine prints on standard error. */
  engineErrorBytesMax: 4096,
  /** Files given to the first run of the engine: a flood ends after it. */
  filesPerFirstRunMax: 400,
  /** Each further run gets twice as many, up to this: a start takes up to 0.2 s, lack of time loses one run's matches. */
  filesPerRunMax: 3200,
  /** Bytes of paths on one command line; Windows allows 32,767 characters in all. */
  argumentBytesMax: process.platform === "win32" ? 24_000 : 100_000,
  /** Files found below the searched paths before the call is refused as too broad. */
  listedFilesMax: 200_000,
  /** Bytes of file names taken from ripgrep. */
  listedBytesMax: 64 * 1024 * 1024,
  /** A larger file is skipped and counted: parsing takes 0.2 s and about 17 times its size in memory per MB. */
  fileBytesMax: 2 * 1024 * 1024,
  /** A file with a longer line is skipped as minified: the engine repeats the whole line for each match. */
  lineBytesMax: 20_000,
  /** Characters of a pattern, rewrite or rule. */
  queryCharactersMax: 20_000,
  /** Lines and characters shown of one match. */
  matchLinesMax: 3,
  matchCharactersMax: 300,
  /** Characters shown of one captured value. */
  captureCharactersMax: 120,
  /** Lines of context that can be asked for on each side of a match. */
  contextLinesMax: 20,
  /** Unchanged lines around a change in a diff. */
  diffContextLines: 2,
  /** Characters of the diff that rides with a permission question. */
  questionDiffCharactersMax: 20_000,
  /** Corrected patterns that are tried after an empty result. */
  correctionsMax: 6,
  /** An empty result is explained without trying corrections once the call has taken this long, in milliseconds. */
  correctionBudgetMs: 20_000,
  /** Places shown for a corrected pattern. */
  correctionPlacesMax: 3,
  /** Names listed in a note: skipped files, other extensions. */
  namesListedMax: 5,
} as const

export type AstGrepLimits = { readonly [Key in keyof typeof astGrepLimits]: number }
