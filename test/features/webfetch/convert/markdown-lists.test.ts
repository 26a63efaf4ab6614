import { expect, it } from "vitest"
import { markdownOf } from "./read.ts"

const cases: readonly (readonly [sentence: string, body: string, markdown: string])[] = [
  ["writes a flat list", "<ul><li>a</li><li>b</li></ul>", "- a\n- b"],
  [
    "indents a nested list by the width of its marker",
    "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>",
    "- a\n  - b\n- c",
  ],
  [
    "nests ordered and unordered lists",
    "<ol><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li></ol>",
    "1. a\n   - b\n     1. c",
  ],
  [
    "starts an ordered list where the page does",
    '<ol start="3"><li>a</li><li>b</li></ol>',
    "3. a\n4. b",
  ],
  ["takes the number of an item from its value", '<ol><li value="5">a</li></ol>', "5. a"],
  [
    "indents by the width of a wide number",
    '<ol start="10"><li>a<p>more</p></li></ol>',
    "10. a\n\n    more",
  ],
  [
    "separates the paragraphs of an item",
    "<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>",
    "- a\n\n  b\n- c",
  ],
  [
    "writes check boxes as task marks",
    '<ul><li><input type="checkbox" checked disabled> done</li><li><input type="checkbox"> open</li></ul>',
    "- [x] done\n- [ ] open",
  ],
  [
    "finds the check box inside a label",
    '<ul class="task-list"><li><label><input type="checkbox" checked> done</label></li></ul>',
    "- [x] done",
  ],
  [
    "writes a definition list",
    "<dl><dt>term</dt><dd>text</dd><dt>other</dt><dd><p>one</p><p>two</p></dd></dl>",
    "- **term**\n  text\n- **other**\n\n  one\n\n  two",
  ],
  [
    "lets two terms share a definition",
    "<dl><dt>a</dt><dt>b</dt><dd>text</dd></dl>",
    "- **a**\n- **b**\n  text",
  ],
  [
    "leaves a term of code as code",
    "<dl><dt><code>--flag</code></dt><dd>does</dd></dl>",
    "- `--flag`\n  does",
  ],
  [
    "nests definition lists with code",
    "<dl><dt>Class</dt><dd><p>doc</p><dl><dt>method</dt><dd><p>x</p><pre>code</pre></dd></dl></dd></dl>",
    "- **Class**\n\n  doc\n\n  - **method**\n\n    x\n\n    ```\n    code\n    ```",
  ],
  [
    "writes a Sphinx signature as code without its permalink",
    '<dl class="py function"><dt class="sig sig-object py" id="f"><span class="sig-name descname"><span class="pre">run</span></span><span class="sig-paren">(</span><em class="sig-param"><span class="n"><span class="pre">*args</span></span></em><span class="sig-paren">)</span><a class="headerlink" href="#f" title="Permalink">¶</a></dt><dd><p>Runs.</p></dd></dl>',
    "- `run(*args)`\n  Runs.",
  ],
  ["reads groups of a definition list", "<dl><div><dt>a</dt><dd>b</dd></div></dl>", "- **a**\n  b"],
  [
    "sets a list apart from the text around",
    "<p>Intro:</p><ul><li>a</li></ul><p>After</p>",
    "Intro:\n\n- a\n\nAfter",
  ],
  [
    "nests a list that is a child of a list",
    "<ul><li>a</li><ul><li>b</li></ul></ul>",
    "- a\n  - b",
  ],
  ["escapes a number at the start of an item", "<ul><li>1. x</li></ul>", "- 1\\. x"],
]

for (const [sentence, body, markdown] of cases) {
  it(sentence, async () => {
    expect(await markdownOf(body)).toBe(markdown)
  })
}
