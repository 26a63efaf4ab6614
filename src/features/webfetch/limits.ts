// Every number of webfetch, with unit and reason.

export const webfetchLimits = {
  /** Total time of a call where none is given; the host's own tool has the same. */
  timeoutSeconds: 30,
  /** Longest total time that may be asked for. */
  timeoutSecondsMax: 120,
  /** Bodies and conversions kept in memory. */
  cacheBytesMax: 50 * 1024 * 1024,
  /** A page is served from the cache for this long, unless the server asks for less. */
  freshMs: 15 * 60 * 1000,
  /** A page that is no longer fresh is kept this long for revalidation. */
  staleMs: 24 * 60 * 60 * 1000,
  /** Bookkeeping counted for an entry beside its bytes. */
  entryOverheadBytes: 2048,
  /** A text page; more is cut and said so. */
  textBytesMax: 10 * 1024 * 1024,
  /** A binary that is not to be saved; larger ones are described by their headers. */
  binaryBytesMax: 2 * 1024 * 1024,
  /** A binary with `save_binary`. */
  savedBytesMax: 10 * 1024 * 1024,
  /** First bytes that decide between text and binary. */
  sniffBytes: 2048,
  /** Looking for llms.txt or a Markdown version, within the call's time. */
  llmsMs: 8_000,
  /** Files that were looked for and are missing, remembered for as long as a page is fresh. */
  missingFilesMax: 1_000,
  /** Fewest words for which a second model is asked. */
  promptWordsMin: 25,
  /** Characters of a page that a second model gets. */
  promptCharactersMax: 100_000,
  /** Time of the second model, per candidate. */
  promptMs: 30_000,
  /** Headings in the front matter; the outline of a long page has more. */
  headingsShownMax: 12,
  /** Headings in the outline of a long page. */
  outlineHeadingsMax: 60,
  /** Characters of a title or heading in the front matter. */
  labelCharactersMax: 160,
  /** Characters of a heading in the outline. */
  outlineCharactersMax: 80,
  /** Headings looked for in a page whose form does not mark them. */
  headingsSearchedMax: 1_000,
  /** Headings that may be missing before the search is given up. */
  headingMissesMax: 20,
  /** Occurrences of a heading's text looked at for one that is a line. */
  headingOccurrencesMax: 50,
  /** Characters of a URL in the redirect chain; the targets of a chain may be long on purpose. */
  hopCharactersMax: 300,
  /** Bytes kept free beside page, front matter and outline for the line that says how to read on. */
  positionBytes: 600,
  /** Lines kept free for the same. */
  positionLines: 4,
  /** Characters shown of the page that came with an error status. */
  errorPageCharactersMax: 2_000,
} as const
