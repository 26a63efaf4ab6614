import { expect, it } from "vitest"
import { markdownOf } from "./read.ts"

const cases: readonly (readonly [sentence: string, body: string, markdown: string])[] = [
  [
    "leaves underscores inside of words alone",
    "<p>call my_func_name and __init__ now</p>",
    "call my_func_name and \\_\\_init\\_\\_ now",
  ],
  ["escapes a star only where it could be emphasis", "<p>2 * 3 and *args</p>", "2 * 3 and \\*args"],
  ["escapes a tag in prose", "<p>the &lt;div&gt; tag, a &lt; b</p>", "the \\<div> tag, a < b"],
  ["escapes an entity in prose", "<p>&amp;amp; and AT&amp;T</p>", "\\&amp; and AT&T"],
  [
    "escapes brackets only where they would be a link or a footnote",
    "<p>arr[0] and [x](y) and [^1]</p>",
    "arr[0] and [x\\](y) and \\[^1]",
  ],
  ["escapes a hash at the start of a paragraph", "<p># not heading</p>", "\\# not heading"],
  [
    "escapes a number and a dot at the start of a paragraph",
    "<p>2019. A year</p>",
    "2019\\. A year",
  ],
  ["escapes a dash at the start of a paragraph", "<p>- not a list</p>", "\\- not a list"],
  ["escapes a plus at the start of a paragraph", "<p>+ not</p>", "\\+ not"],
  [
    "escapes an angle bracket at the start of a paragraph",
    "<p>&gt; not quote</p>",
    "\\> not quote",
  ],
  ["escapes a backslash only before punctuation", "<p>C:\\dir\\*.txt</p>", "C:\\dir\\\\\\*.txt"],
  ["escapes two tildes", "<p>~~x~~ ~5</p>", "\\~\\~x\\~\\~ ~5"],
  [
    "escapes an exclamation mark before a link",
    '<p>Hi!<a href="/x">y</a></p>',
    "Hi\\![y](https://site.test/x)",
  ],
  [
    "writes bold, italic and struck text",
    "<p><b>bold</b> <i>it</i> <strong><em>both</em></strong> <del>old</del></p>",
    "**bold** *it* ***both*** ~~old~~",
  ],
  ["moves spaces out of bold text", "<p>a<b> bold </b>c</p>", "a **bold** c"],
  [
    "keeps superscripts and subscripts",
    "<p>x<sup>2</sup> H<sub>2</sub>O</p>",
    "x<sup>2</sup> H<sub>2</sub>O",
  ],
  ["puts quotation marks around an inline quotation", "<p><q>said</q></p>", '"said"'],
  ["writes a hard line break", "<p>a<br>b</p>", "a  \nb"],
  [
    "keeps a line break at the end of bold text, and the words apart",
    "<p><b>Term<br></b>meaning</p>",
    "**Term**  \nmeaning",
  ],
  ["keeps a line break at the start of italic text", "<p>a<i><br>b</i></p>", "a  \n*b*"],
  [
    "keeps a line break at the end of a link",
    '<p><a href="/x">y<br></a>next</p>',
    "[y](https://site.test/x)  \nnext",
  ],
  [
    "keeps a line break at the end of a superscript",
    "<p>x<sup>2<br></sup>y</p>",
    "x<sup>2</sup>  \ny",
  ],
  ["takes two line breaks as a paragraph", "<div>a<br><br>b</div>", "a\n\nb"],
  ["drops zero-width characters and soft hyphens", "<p>foo​bar­baz</p>", "foobarbaz"],
  ["drops direction controls", "<p>a‮b</p>", "ab"],
  [
    "keeps the text of abbreviations and marks",
    '<p><abbr title="x">HTML</abbr> <mark>m</mark></p>',
    "HTML m",
  ],
  ["writes a rule", "<p>a</p><hr><p>b</p>", "a\n\n---\n\nb"],
  [
    "writes a quotation of two paragraphs",
    "<blockquote><p>a</p><p>b</p></blockquote>",
    "> a\n>\n> b",
  ],
  ["collapses white space", "<p>  a \n  b  </p>", "a b"],
  [
    "drops hidden paragraphs",
    '<p>a</p><p style="display:none">x</p><p hidden>y</p><p>b</p>',
    "a\n\nb",
  ],
  ["drops comments", "<p>a<!-- c -->b</p>", "ab"],
  [
    "drops scripts, styles and noscript",
    "<p>a</p><script>x()</script><style>p{}</style><noscript>n</noscript>",
    "a",
  ],
  ["leaves underscores alone in italic text", "<p><em>a_b</em></p>", "*a_b*"],
  ["keeps no-break spaces in prose", "<p>10&nbsp;km</p>", "10 km"],
]

for (const [sentence, body, markdown] of cases) {
  it(sentence, async () => {
    expect(await markdownOf(body)).toBe(markdown)
  })
}
