import { describe, expect, it } from "vitest"
import { readPage } from "./read.ts"

const cases: readonly (readonly [sentence: string, html: string, text: string])[] = [
  ["without html and body tags", "<p>one</p><p>two</p>", "one\n\ntwo"],
  ["with tags in upper case", "<HTML><BODY><P>one</P></BODY></HTML>", "one"],
  ["without a body tag", "<html><head><title>t</title></head><p>one</p></html>", "one"],
  ["of text alone", "<!-- x -->just text<br>more", "just text\nmore"],
  [
    "with two bodies",
    "<html><head></head><body><p>one</p></body><body><p>two</p></body></html>",
    "one\n\ntwo",
  ],
  ["with text before the html tag", "stray <html><body><p>one</p></body></html>", "stray\n\none"],
  ["with unclosed paragraphs", "<html><body><p>one<p>two</body></html>", "one\n\ntwo"],
  ["with unclosed items", "<html><body><ul><li>a<li>b</ul></body></html>", "- a\n- b"],
  [
    "with nested links",
    '<html><body><p><a href="/a">x <a href="/b">y</a></a></p></body></html>',
    "x y",
  ],
  ["with a table without tbody", "<table><tr><td>a<td>b</table>", "a\tb"],
  ["with NUL characters", "<html><body><p>o\u0000ne</p></body></html>", "one"],
  ["with a byte order mark", "\uFEFF<html><body><p>one</p></body></html>", "one"],
  [
    "with a body tag in a script",
    '<html><body><script>"<body>"</script><p>one</p></body></html>',
    "one",
  ],
  [
    "with a conditional comment",
    "<html><body><!--[if IE]><p>old</p><![endif]--><p>one</p></body></html>",
    "one",
  ],
  ["with CDATA", "<html><body><p>a<![CDATA[b]]>c</p></body></html>", "ac"],
  ["with stray end tags", "<html><body></div></p><p>one</p></span></body></html>", "one"],
  ["that breaks off in a tag", "<html><body><p>one</p><a href='x", "one"],
  ["with an empty body", "<html><body></body></html>", ""],
  ["that is empty", "", ""],
  [
    "with a frameset",
    "<html><frameset><frame src='/a'></frameset><noframes><p>one</p></noframes></html>",
    "",
  ],
]

describe("a page", () => {
  for (const [sentence, html, text] of cases) {
    it(`${sentence} is read`, async () => {
      const page = await readPage(html, { format: "text", extractMain: false })
      expect(page.content).toBe(text)
    })
  }
})
