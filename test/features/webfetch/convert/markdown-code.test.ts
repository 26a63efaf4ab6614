import { expect, it } from "vitest"
import { markdownOf } from "./read.ts"

const cases: readonly (readonly [sentence: string, body: string, markdown: string])[] = [
  [
    "takes the fence language from a language class",
    '<pre><code class="language-ts">const a = 1\n</code></pre>',
    "```ts\nconst a = 1\n```",
  ],
  [
    "takes the fence language from a lang prefix",
    '<pre><code class="lang-ruby">puts 1</code></pre>',
    "```ruby\nputs 1\n```",
  ],
  [
    "takes the fence language from a highlight-source wrapper",
    '<div class="highlight highlight-source-js"><pre><span class="pl-k">const</span> a <span>=</span> 1</pre></div>',
    "```js\nconst a = 1\n```",
  ],
  [
    "takes the fence language from a Sphinx wrapper",
    '<div class="highlight-python notranslate"><div class="highlight"><pre><span></span><span class="k">import</span> os\n</pre></div></div>',
    "```python\nimport os\n```",
  ],
  [
    "leaves the fence bare where Sphinx names no language",
    '<div class="highlight-default notranslate"><div class="highlight"><pre>&gt;&gt;&gt; x = 1\n</pre></div></div>',
    "```\n>>> x = 1\n```",
  ],
  [
    "takes the fence language from a rustdoc class",
    '<div class="example-wrap"><pre class="rust rust-example-rendered"><code>fn main() {}</code></pre></div>',
    "```rust\nfn main() {}\n```",
  ],
  [
    "takes the fence language from data-lang",
    '<pre><code data-lang="go">x := 1</code></pre>',
    "```go\nx := 1\n```",
  ],
  [
    "takes the fence language from data-language",
    '<pre data-language="toml">a = 1</pre>',
    "```toml\na = 1\n```",
  ],
  [
    "takes the fence language from a brush class",
    '<pre class="brush: js; toolbar: false">var a</pre>',
    "```js\nvar a\n```",
  ],
  [
    "takes the fence language from a pandoc class",
    '<div class="sourceCode"><pre class="sourceCode haskell"><code class="sourceCode haskell">main = 1</code></pre></div>',
    "```haskell\nmain = 1\n```",
  ],
  [
    "takes the fence language from a bare class that names a language",
    '<pre><code class="hljs python">x = 1</code></pre>',
    "```python\nx = 1\n```",
  ],
  [
    "fences a pre element without code inside",
    "<pre>plain text\n  indented</pre>",
    "```\nplain text\n  indented\n```",
  ],
  [
    "keeps a short pre element and its language",
    '<pre class="lisp">(string-length "abc")</pre>',
    '```lisp\n(string-length "abc")\n```',
  ],
  [
    "leaves the fence bare for the language none",
    '<pre><code class="language-none">x</code></pre>',
    "```\nx\n```",
  ],
  [
    "makes the fence longer than the backticks inside",
    "<pre><code>```js\nx\n```</code></pre>",
    "````\n```js\nx\n```\n````",
  ],
  [
    "drops line numbers in spans",
    '<pre><code><span class="lineno">1</span>a = 1\n<span class="lineno">2</span>b = 2\n</code></pre>',
    "```\na = 1\nb = 2\n```",
  ],
  [
    "drops the number column of a highlight table",
    '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td><td class="code"><div class="highlight"><pre>a = 1\nb = 2\n</pre></div></td></tr></table>',
    "```\na = 1\nb = 2\n```",
  ],
  [
    "drops the gutter of a table inside code",
    '<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2\n</pre></td><td class="rouge-code"><pre>a\nb\n</pre></td></tr></tbody></table></code></pre></div></div>',
    "```ruby\na\nb\n```",
  ],
  [
    "joins a table of code lines into one fence",
    '<table class="highlight js-file-line-container"><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">let a</td></tr><tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">  let b</td></tr></table>',
    "```\nlet a\n  let b\n```",
  ],
  [
    "turns line break elements in code into newlines",
    "<pre>a<br>b<br/>c</pre>",
    "```\na\nb\nc\n```",
  ],
  [
    "turns divisions in code into lines",
    '<pre><code><div class="line">a</div><div class="line">b</div></code></pre>',
    "```\na\nb\n```",
  ],
  [
    "keeps empty lines between line spans",
    '<pre class="shiki"><code><span class="line">a</span>\n<span class="line"></span>\n<span class="line">b</span></code></pre>',
    "```\na\n\nb\n```",
  ],
  [
    "counts a line break at the end of a line element once",
    '<pre class="prism-code language-jsx"><code><span class="token-line">a<br></span><span class="token-line">b<br></span></code></pre>',
    "```jsx\na\nb\n```",
  ],
  [
    "drops the copy button beside code",
    '<div class="code-wrap"><pre><code class="language-sh">npm i x</code></pre><button class="copy">Copy</button></div>',
    "```sh\nnpm i x\n```",
  ],
  [
    "drops the copy division inside code",
    '<pre><div class="copy-button">Copy</div><code class="language-sh">npm i x</code></pre>',
    "```sh\nnpm i x\n```",
  ],
  ["drops the newline after the opening pre tag", "<pre>\nfirst\n</pre>", "```\nfirst\n```"],
  [
    "keeps angle brackets and ampersands in code",
    "<pre>std::vector&lt;int&gt; x; a &amp;&amp; b</pre>",
    "```\nstd::vector<int> x; a && b\n```",
  ],
  ["keeps tabs in code", "<pre>if:\n\tx</pre>", "```\nif:\n\tx\n```"],
  ["turns no-break spaces in code into spaces", "<pre>a&nbsp;=&nbsp;1</pre>", "```\na = 1\n```"],
  [
    "puts each of several code elements in a pre on its line",
    "<pre><code>one</code><code>two</code></pre>",
    "```\none\ntwo\n```",
  ],
  [
    "makes a fence of code with line breaks",
    "<p>Run</p><code>a<br>b</code>",
    "Run\n\n```\na\nb\n```",
  ],
  ["does not escape inside inline code", "<p>Use <code>a_b*c</code> now</p>", "Use `a_b*c` now"],
  ["uses two backticks around one", "<p><code>a`b</code></p>", "``a`b``"],
  [
    "moves a link that is all of the code outside of it",
    '<p>See <code><a href="https://x.test/a">Foo</a></code></p>',
    "See [`Foo`](https://x.test/a)",
  ],
  [
    "writes keyboard, sample and teletype text as code",
    "<p><kbd>Ctrl</kbd> <samp>out</samp> <tt>x</tt></p>",
    "`Ctrl` `out` `x`",
  ],
  [
    "indents a fence in a list item",
    '<ol><li><p>First</p><pre><code class="language-sh">a\n\nb</code></pre><p>after</p></li><li>Second</li></ol>',
    "1. First\n\n   ```sh\n   a\n\n   b\n   ```\n\n   after\n2. Second",
  ],
  [
    "prefixes a fence in a quote",
    "<blockquote><p>x</p><pre>a\nb</pre></blockquote>",
    "> x\n>\n> ```\n> a\n> b\n> ```",
  ],
  [
    "unwraps a highlight figure",
    '<figure class="highlight"><pre><code class="language-bash" data-lang="bash">ls</code></pre></figure>',
    "```bash\nls\n```",
  ],
  [
    "keeps the text around tags that code did not escape",
    "<pre>template<class T>\nvoid f(vector<int> v);</pre>",
    "```\ntemplate\nvoid f(vector v);\n```",
  ],
  ["keeps runs of empty lines in code", "<pre>a\n\n\n\nb</pre>", "```\na\n\n\n\nb\n```"],
]

for (const [sentence, body, markdown] of cases) {
  it(sentence, async () => {
    expect(await markdownOf(body)).toBe(markdown)
  })
}
