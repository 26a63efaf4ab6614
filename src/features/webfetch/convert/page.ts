// What the page reader is given and what it returns. Declarations only.

export type PageFormat = "markdown" | "text" | "html"

export interface PageInput {
  /** The decoded body (content encodings undone), at most the transport's limit. */
  readonly bytes: Uint8Array
  /** Value of the Content-Type header, or undefined where the server sent none. */
  readonly contentType: string | undefined
  /** Final URL after redirects: base of relative links. */
  readonly url: string
  readonly format: PageFormat
  /** Keep the main content only; false converts the whole body. */
  readonly extractMain: boolean
  /** HTTP status, for the quality signals. */
  readonly status: number
  /** Response headers in lower case, for the quality signals. */
  readonly headers?: Readonly<Record<string, string | undefined>>
}

export interface PageHeading {
  /** 1 to 6. */
  readonly level: number
  readonly text: string
}

export type PageKind = "html" | "json" | "feed" | "text" | "markdown" | "pdf"

export interface ConvertedPage {
  readonly kind: PageKind
  /** The page in the asked format, final newline excluded. */
  readonly content: string
  readonly title?: string
  readonly headings: readonly PageHeading[]
  /** Absolute http(s) URL of `<link rel=canonical>`. */
  readonly canonicalUrl?: string
  /** Absolute http(s) URL of `<link rel=alternate type=text/markdown>`. */
  readonly markdownUrl?: string
  /** Label of the encoding that the bytes were read with; `(guessed)` after it where nothing declared it. */
  readonly charset?: string
  readonly extractedMain: boolean
  readonly wordCount: number
  /** Names of W3: what about this page should make a reader careful. */
  readonly qualitySignals: readonly string[]
  /** True where the page was larger than the reader's budget and only its beginning was read. */
  readonly truncated?: boolean
  /** One sentence for the reader about how the content came about, where that is not plain. */
  readonly note?: string
}
