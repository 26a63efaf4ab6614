// Every number of web search, with unit and reason.

export const webSearchLimits = {
  /** Results when none are asked for: enough for one page of reading. */
  resultsDefault: 8,
  /** More than twenty is what no provider gives in one request. */
  resultsMax: 20,
  /** Brave's own bound; longer queries find less everywhere. */
  queryCharactersMax: 400,
  /** One search, retry and body included. */
  totalMs: 30_000,
  /** Answer of a provider. */
  bytesMax: 1024 * 1024,
  /** Longest snippet that is shown. */
  snippetCharactersMax: 500,
  /** Longest title that is shown. */
  titleCharactersMax: 200,
  /** The same search within this time is answered from memory. */
  cacheMs: 5 * 60 * 1000,
  /** Searches kept in memory. */
  cacheEntriesMax: 100,
  /** Domains in one filter. */
  domainsMax: 50,
  /** Characters of a provider's own error text that are passed on. */
  reasonCharactersMax: 200,
  /** Code search: matching lines shown of one file. */
  codeLinesPerFileMax: 12,
} as const
