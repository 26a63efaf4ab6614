import { expect, it } from "vitest"
import { markdownOf } from "./read.ts"

const cases: readonly (readonly [sentence: string, body: string, markdown: string])[] = [
  [
    "writes a table with a head",
    "<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
    "| A | B |\n| --- | --- |\n| 1 | 2 |",
  ],
  [
    "takes a first row of header cells as the head",
    "<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>",
    "| A | B |\n| --- | --- |\n| 1 | 2 |",
  ],
  [
    "writes an empty head where the table has none",
    "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>",
    "|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |",
  ],
  [
    "escapes pipes in cells",
    "<table><tr><th>A</th></tr><tr><td>a|b</td></tr></table>",
    "| A |\n| --- |\n| a\\|b |",
  ],
  [
    "escapes pipes in code in cells",
    "<table><tr><th>A</th><th>B</th></tr><tr><td><code>a|b</code></td><td>x</td></tr></table>",
    "| A | B |\n| --- | --- |\n| `a\\|b` | x |",
  ],
  [
    "keeps a line break in a cell",
    "<table><tr><th>A</th><th>B</th></tr><tr><td>one<br>two</td><td>x</td></tr></table>",
    "| A | B |\n| --- | --- |\n| one<br>two | x |",
  ],
  [
    "joins the paragraphs of a cell by line breaks",
    "<table><tr><th>A</th><th>B</th></tr><tr><td><p>one</p><p>two</p></td><td>x</td></tr></table>",
    "| A | B |\n| --- | --- |\n| one<br>two | x |",
  ],
  [
    "joins the items of a list in a cell by line breaks",
    "<table><tr><th>A</th><th>B</th></tr><tr><td><ul><li>one</li><li>two</li></ul></td><td>x</td></tr></table>",
    "| A | B |\n| --- | --- |\n| - one<br>- two | x |",
  ],
  [
    "writes each line of code in a cell as inline code",
    "<table><tr><th>A</th><th>B</th></tr><tr><td><pre>one\ntwo</pre></td><td>x</td></tr></table>",
    "| A | B |\n| --- | --- |\n| `one`<br>`two` | x |",
  ],
  [
    "pads column spans with empty cells",
    '<table><tr><th>A</th><th>B</th></tr><tr><td colspan="2">wide</td></tr><tr><td>1</td><td>2</td></tr></table>',
    "| A | B |\n| --- | --- |\n| wide |  |\n| 1 | 2 |",
  ],
  [
    "pads row spans with empty cells",
    '<table><tr><th>A</th><th>B</th></tr><tr><td rowspan="2">tall</td><td>1</td></tr><tr><td>2</td></tr></table>',
    "| A | B |\n| --- | --- |\n| tall | 1 |\n|  | 2 |",
  ],
  [
    "writes the alignment of columns",
    '<table><tr><th align="right">A</th><th style="text-align:center">B</th></tr><tr><td>1</td><td>2</td></tr></table>',
    "| A | B |\n| ---: | :---: |\n| 1 | 2 |",
  ],
  [
    "puts the caption before the table",
    "<table><caption>Table 1. Sizes</caption><tr><th>A</th></tr><tr><td>1</td></tr></table>",
    "Table 1. Sizes\n\n| A |\n| --- |\n| 1 |",
  ],
  [
    "flattens a table in a cell",
    "<table><tr><th>A</th><th>B</th></tr><tr><td>x</td><td><table><tr><td>1</td><td>2</td></tr></table></td></tr></table>",
    "| A | B |\n| --- | --- |\n| x | 1 2 |",
  ],
  [
    "unwraps a table that is marked as presentation",
    '<table role="presentation"><tr><td><h2>Title</h2><p>text</p></td><td><p>more</p></td></tr></table>',
    "## Title\n\ntext\n\nmore",
  ],
  [
    "unwraps a table of one cell",
    "<table><tr><td><p>one</p><p>two</p></td></tr></table>",
    "one\n\ntwo",
  ],
  [
    "keeps header cells of rows in their column",
    "<table><tr><th>k</th><td>v</td></tr><tr><th>k2</th><td>v2</td></tr></table>",
    "|  |  |\n| --- | --- |\n| k | v |\n| k2 | v2 |",
  ],
  ["drops a table without text", "<p>a</p><table><tr><td></td></tr></table><p>b</p>", "a\n\nb"],
  [
    "keeps links in cells",
    '<table><tr><th>A</th></tr><tr><td><a href="/x">l</a></td></tr></table>',
    "| A |\n| --- |\n| [l](https://site.test/x) |",
  ],
  [
    "indents a table in a list item",
    "<ul><li>x<table><tr><th>A</th></tr><tr><td>1</td></tr></table></li></ul>",
    "- x\n\n  | A |\n  | --- |\n  | 1 |",
  ],
  [
    "fills up short rows",
    "<table><tr><th>A</th><th>B</th><th>C</th></tr><tr><td>1</td></tr></table>",
    "| A | B | C |\n| --- | --- | --- |\n| 1 |  |  |",
  ],
]

for (const [sentence, body, markdown] of cases) {
  it(sentence, async () => {
    expect(await markdownOf(body)).toBe(markdown)
  })
}
