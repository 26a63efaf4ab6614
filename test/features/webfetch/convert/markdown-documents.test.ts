import { expect, it } from "vitest"
import { markdownOf } from "./read.ts"

const cases: readonly (readonly [sentence: string, body: string, markdown: string])[] = [
  [
    "writes a KaTeX formula once",
    '<p>a <span class="katex"><span class="katex-mathml"><math><semantics><mrow></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span> b</p>',
    "a $x^2$ b",
  ],
  [
    "writes a displayed KaTeX formula between double dollars",
    '<span class="katex-display"><span class="katex"><span class="katex-mathml"><math display="block"><semantics><annotation encoding="application/x-tex">\\frac{a}{b}</annotation></semantics></math></span><span class="katex-html">ab</span></span></span>',
    "$$\\frac{a}{b}$$",
  ],
  [
    "takes the source of MathJax 2 and drops its rendering",
    '<p>a <span class="MathJax_Preview">x</span><span class="MathJax">x2</span><script type="math/tex">x_2</script> b</p>',
    "a $x_2$ b",
  ],
  [
    "takes the alternative text of MathJax 3",
    '<p><mjx-container><svg></svg><mjx-assistive-mml><math alttext="y"><mi>y</mi></math></mjx-assistive-mml></mjx-container></p>',
    "$y$",
  ],
  [
    "takes the alternative text of MathML",
    '<p><math alttext="E=mc^2"><mi>E</mi></math></p>',
    "$E=mc^2$",
  ],
  [
    "keeps the text of MathML without a source",
    "<p><math><mi>E</mi><mo>=</mo><mi>m</mi></math></p>",
    "E=m",
  ],
  [
    "reads the delimiters of Sphinx formulas",
    '<p><span class="math notranslate nohighlight">\\(a_b\\)</span></p><div class="math notranslate">\\[c\\]</div>',
    "$a_b$\n\n$$c$$",
  ],
  [
    "drops the style wrapper and the fallback image of a wiki formula",
    '<p><span class="mwe-math-element"><span class="mwe-math-mathml-inline"><math alttext="{\\displaystyle x}"><semantics><annotation encoding="application/x-tex">{\\displaystyle x}</annotation></semantics></math></span><img src="/m.svg" alt="{\\displaystyle x}"></span></p>',
    "$x$",
  ],
  [
    "writes footnotes and their references",
    '<p>Text<sup id="fnref1"><a href="#fn1">1</a></sup> more</p><section class="footnotes"><hr><ol><li id="fn1"><p>Note <a href="#fnref1" class="footnote-back">↩</a></p></li></ol></section>',
    "Text[^1] more\n\n[^1]: Note",
  ],
  [
    "reads the footnotes of rendered Markdown",
    '<p>T<sup><a href="#user-content-fn-a" data-footnote-ref id="user-content-fnref-a">1</a></sup></p><section data-footnotes class="footnotes"><h2 class="sr-only">Footnotes</h2><ol><li id="user-content-fn-a"><p>N <a href="#user-content-fnref-a" data-footnote-backref>↩</a></p></li></ol></section>',
    "T[^1]\n\n[^1]: N",
  ],
  [
    "reads the footnotes of Sphinx",
    '<p>T <a class="footnote-reference brackets" href="#id2" id="id1">1</a></p><aside class="footnote brackets" id="id2" role="note"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id1">1</a><span class="fn-bracket">]</span></span><p>N</p></aside>',
    "T [^1]\n\n[^1]: N",
  ],
  [
    "quotes a Sphinx note",
    '<div class="admonition note"><p class="admonition-title">Note</p><p>Body</p></div>',
    "> **Note**\n>\n> Body",
  ],
  [
    "quotes a Docusaurus tip",
    '<div class="theme-admonition theme-admonition-tip alert alert--success"><div class="admonitionHeading_x"><span class="admonitionIcon_y"><svg></svg></span>tip</div><div class="admonitionContent_z"><p>Body</p></div></div>',
    "> **tip**\n>\n> Body",
  ],
  [
    "quotes a Markdown alert",
    '<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title"><svg></svg>Warning</p><p>Body</p></div>',
    "> **Warning**\n>\n> Body",
  ],
  [
    "quotes a VitePress block",
    '<div class="custom-block tip"><p class="custom-block-title">TIP</p><p>Body</p></div>',
    "> **TIP**\n>\n> Body",
  ],
  [
    "quotes a DocBook note",
    '<div class="note"><h3 class="title">Note</h3><p>Body</p></div>',
    "> **Note**\n>\n> Body",
  ],
  [
    "quotes an Asciidoctor note",
    '<div class="admonitionblock note"><table><tr><td class="icon"><div class="title">Note</div></td><td class="content">Body</td></tr></table></div>',
    "> **Note**\n>\n> Body",
  ],
  [
    "shows the content of details under its summary",
    "<details><summary>More</summary><p>Body</p></details>",
    "**More**\n\nBody",
  ],
  [
    "names and opens tab panels",
    '<div class="tabs-container"><ul role="tablist"><li role="tab">npm</li><li role="tab">yarn</li></ul><div><div role="tabpanel"><pre>npm i</pre></div><div role="tabpanel" hidden><pre>yarn add</pre></div></div></div>',
    "**npm**\n\n```\nnpm i\n```\n\n**yarn**\n\n```\nyarn add\n```",
  ],
  [
    "names and opens the panels of a tabbed set",
    '<div class="tabbed-set"><input type="radio"><input type="radio"><div class="tabbed-labels"><label>C</label><label>C++</label></div><div class="tabbed-content"><div class="tabbed-block"><p>c body</p></div><div class="tabbed-block"><p>cpp body</p></div></div></div>',
    "**C**\n\nc body\n\n**C++**\n\ncpp body",
  ],
  [
    "finds the label of a panel by reference",
    '<div><button role="tab" id="t1">A</button><button role="tab" id="t2">B</button></div><div role="tabpanel" aria-labelledby="t1"><p>a</p></div><div role="tabpanel" aria-labelledby="t2" hidden><p>b</p></div>',
    "**A**\n\na\n\n**B**\n\nb",
  ],
  [
    "names the panels of label and input tabs",
    '<div class="sd-tab-set"><input type="radio"><label class="sd-tab-label">Linux</label><div class="sd-tab-content"><p>l</p></div><input type="radio"><label class="sd-tab-label">Mac</label><div class="sd-tab-content"><p>m</p></div></div>',
    "**Linux**\n\nl\n\n**Mac**\n\nm",
  ],
  [
    "writes a rustdoc signature as code",
    '<h4 class="code-header">pub fn <a href="#m">get</a>(&amp;self) -&gt; <a href="x">Option</a>&lt;T&gt;</h4>',
    "#### `pub fn get(&self) -> Option<T>`",
  ],
  [
    "keeps the version and drops the source link of a rustdoc item",
    '<details class="toggle" open><summary><section id="m" class="method has-srclink"><span class="rightside"><span class="since">1.0.0</span> · <a class="srclink" href="s">source</a></span><h4 class="code-header">fn <a href="#m">len</a>()</h4></section></summary><div class="docblock"><p>Doc.</p></div></details>',
    "1.0.0\n\n#### `fn len()`\n\nDoc.",
  ],
  ["keeps the levels of headings", "<h1>A</h1><h3>B</h3><h6>C</h6>", "# A\n\n### B\n\n###### C"],
  ["writes a heading with a line break on one line", "<h2>A<br>B</h2>", "## A B"],
  ["drops an empty heading", "<h2></h2><p>x</p>", "x"],
  [
    "keeps the words of neighbouring blocks apart",
    "<nav>Home</nav><main>Text<ul><li>a</li><li>b</li></ul></main><script>x</script>",
    "Text\n\n- a\n- b",
  ],
  ["keeps ruby text", "<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>", "漢(kan)"],
]

for (const [sentence, body, markdown] of cases) {
  it(sentence, async () => {
    expect(await markdownOf(body)).toBe(markdown)
  })
}
