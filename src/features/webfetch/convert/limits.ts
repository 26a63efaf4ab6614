// Every number of the page reader's budget, with unit and reason.

export const convertLimits = {
  /** Characters of HTML that are parsed; a longer page is cut at a tag and said so. */
  htmlCharactersMax: 3 * 1024 * 1024,
  /** Elements and bare brackets that are parsed: a tree of this size takes one to two seconds; the largest real pages have 10,000. */
  elementsMax: 25_000,
  /** Elements of a tree that was repaired; beyond, the page is read as it stands. */
  repairedElementsMax: 32_000,
  /** Tags and comments that are parsed. */
  tagsMax: 60_000,
  /** Attributes that are parsed; real pages have four an element. */
  attributesMax: 150_000,
  /** Attributes of one tag; one with more loses them. */
  tagAttributesMax: 500,
  /** Character references that are parsed: the parser makes a node of each. */
  referencesMax: 40_000,
  /** Readability walks a page many times; a page with more elements is read by its landmarks alone. */
  extractionElementsMax: 15_000,
  /** Levels of all elements together: its walks go up from each of them. Real pages stay below 200,000. */
  extractionLevelsMax: 400_000,
  /** White space at one stretch, across elements: some regular expressions are quadratic in it. */
  spaceRunMax: 1_000,
  /** Quotes, lists and their items inside each other that are written as such: twelve lists. */
  indentedLevelsMax: 24,
  /** Cells of one table, those that spans cover included; beyond, spans count as one and rows are not padded. */
  tableCellsMax: 60_000,
  /** Characters of a line that are looked at for a heading. */
  headingCharactersMax: 1_000,
  /** Children of one element that are joined at once; joining is quadratic in this number. */
  siblingsMax: 1_000,
  /** Nesting that is kept; browsers stop at 512, real pages at 60. Tags below are dropped, their text stays. */
  depthMax: 100,
  /** Characters of one tag; longer ones lose their attributes. */
  tagCharactersMax: 65_536,
  /** Time until a new worker is ready; longer on a busy machine than the conversion itself. */
  startMs: 20_000,
  /** Time of one conversion, from when the worker is ready for it: 3 MiB take 3 s of CPU, more on a busy machine. */
  conversionMs: 15_000,
  /** The same for a PDF, whose library alone takes a second to load. */
  pdfConversionMs: 20_000,
  /** A worker without work is ended after this time, to give its memory back. */
  idleMs: 60_000,
  /** Conversions after which a worker is replaced, so that no leak of a library adds up. */
  conversionsPerWorkerMax: 400,
  /** Where no worker can be started, only smaller pages are read in the host's own thread. */
  inlineBytesMax: 1024 * 1024,
} as const
