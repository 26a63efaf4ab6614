// Pages that are built to exhaust a reader, with words that its answer must hold.

const bodyOf = (body: string) => `<html><head><title>T</title></head><body>${body}</body></html>`
const many = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => piece(index)).join("")

/** Its name, words of the answer, and what makes it. */
export type HostilePage = readonly [name: string, answer: string, page: () => string]

export const hostilePages: readonly HostilePage[] = [
  [
    "of 10 MiB",
    "Some words",
    () => bodyOf("<p>Some words, and <b>bold</b> ones, of this page.</p>\n".repeat(180_000)),
  ],
  ["of 10 MiB in one word", "aaaa", () => bodyOf(`<p>${"a".repeat(10 * 1024 * 1024)}</p>`)],
  ["of 100,000 levels", "deep text", () => bodyOf(`${"<div>".repeat(100_000)}deep text`)],
  [
    "of 100,000 mixed levels",
    "deep text",
    () => bodyOf(`${"<div><span><b><ul><li><p><table><tr><td>".repeat(11_111)}deep text`),
  ],
  [
    "of tables in tables",
    "deep text",
    () => bodyOf(`${"<table><tr><td>".repeat(33_000)}deep text`),
  ],
  ["of open paragraphs in fonts", "deep text", () => `deep text${"<font><p>".repeat(50_000)}`],
  [
    "with an attribute of 1 MB",
    "text here",
    () => bodyOf(`<p title="${"a".repeat(1_000_000)}">text here</p>`),
  ],
  [
    "with 200,000 links",
    "link 0",
    () => bodyOf(many(200_000, (index) => `<a href="/x/${index}">link ${index}</a> `)),
  ],
  ["with open quotes", "link", () => bodyOf('<a href="x>link<p>'.repeat(100_000))],
  ["with 500,000 entities", "&&&&", () => bodyOf(`<p>${"&amp;".repeat(500_000)}</p>`)],
  ["with 250,000 open comments", "text", () => bodyOf(`<p>text</p>${"<!--".repeat(250_000)}`)],
  [
    "with spans of millions of cells",
    "| a |",
    () =>
      bodyOf(
        `<table>${`<tr>${"<td rowspan=1000 colspan=1000>a</td>".repeat(10)}</tr>`.repeat(2_000)}</table>`,
      ),
  ],
  ["of check boxes", "[ ] x", () => bodyOf(`<ul><li>${"<input type=checkbox> x".repeat(30_000)}`)],
  [
    "of tabs",
    "x",
    () =>
      bodyOf(
        `<div><div role=tablist>${"<button role=tab>A</button>".repeat(8_000)}</div><div>${"<div role=tabpanel>x</div>".repeat(8_000)}</div></div>`,
      ),
  ],
  ["of white space", "left", () => bodyOf(`<p>left${"\u00A0".repeat(1_000_000)}right</p>`)],
  [
    "of emphasis around a long text",
    "words of it",
    () => bodyOf(`<p>${"<b><i>".repeat(48)}${"words of it ".repeat(250_000)}`),
  ],
  [
    "of quotes around many paragraphs",
    "words of it",
    () => bodyOf(`${"<blockquote>".repeat(95)}${"<p>words of it</p>".repeat(20_000)}`),
  ],
]
