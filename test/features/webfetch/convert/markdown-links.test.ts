import { expect, it } from "vitest"
import { markdownOf } from "./read.ts"

const cases: readonly (readonly [sentence: string, body: string, markdown: string])[] = [
  [
    "resolves relative links against the page",
    '<p><a href="../next">n</a> <a href="sub/x.html">s</a></p>',
    "[n](https://site.test/next) [s](https://site.test/links/sub/x.html)",
  ],
  ["keeps links within the page", '<p><a href="#sec">s</a></p>', "[s](#sec)"],
  [
    "does not touch absolute links",
    '<p><a href="https://x.test">https://x.test</a> <a href="https://x.test">site</a></p>',
    "<https://x.test> [site](https://x.test)",
  ],
  ["keeps the text of a script link only", '<p><a href="javascript:void(0)">go</a></p>', "go"],
  ["drops a link without text", '<p>a <a href="/x"></a>b</p>', "a b"],
  ["keeps the text of an anchor", '<p><a name="x">text</a></p>', "text"],
  [
    "puts a target with spaces in angle brackets",
    '<p><a href="https://x.test/a b">t</a></p>',
    "[t](<https://x.test/a b>)",
  ],
  [
    "puts a target with parentheses in angle brackets",
    '<p><a href="https://x.test/a_(b)">t</a></p>',
    "[t](<https://x.test/a_(b)>)",
  ],
  [
    "moves a link around a heading into it",
    '<a href="/x"><div><h3>Title</h3></div></a>',
    "### [Title](https://site.test/x)",
  ],
  [
    "joins the blocks of a link",
    '<a href="/x"><div>Title</div><div>more</div></a>',
    "[Title more](https://site.test/x)",
  ],
  [
    "balances brackets in link texts",
    '<p><a href="/x">a [b] c</a> <a href="/y">d]</a></p>',
    "[a [b] c](https://site.test/x) [d\\]](https://site.test/y)",
  ],
  ["unwraps a heading that links to itself", '<h2 id="a"><a href="#a">Title</a></h2>', "## Title"],
  [
    "drops a permalink in a heading",
    '<h2 id="a">Title<a class="headerlink" href="#a" title="Permalink">¶</a></h2>',
    "## Title",
  ],
  ["drops a hash link in a heading", '<h2 id="a">Title <a href="#a">#</a></h2>', "## Title"],
  [
    "drops an anchor icon in a heading",
    '<h2><a class="anchor" href="#a"><svg></svg></a>Title</h2>',
    "## Title",
  ],
  [
    "resolves an image",
    '<p><img src="img/a.png" alt="An image"></p>',
    "![An image](https://site.test/links/img/a.png)",
  ],
  [
    "takes the real source of a lazy image",
    '<p><img src="data:image/gif;base64,AAAA" data-src="/b.png" alt="B"></p>',
    "![B](https://site.test/b.png)",
  ],
  [
    "takes the first source of a set",
    '<p><img srcset="/c.png 1x, /d.png 2x" alt="C"></p>',
    "![C](https://site.test/c.png)",
  ],
  [
    "drops an image of inline data",
    '<p>a <img src="data:image/png;base64,AAAA" alt="x"> b</p>',
    "a b",
  ],
  [
    "keeps an image inside a link",
    '<p><a href="/x"><img src="/i.png" alt="I"></a></p>',
    "[![I](https://site.test/i.png)](https://site.test/x)",
  ],
  ["drops a tracking pixel", '<p>a<img src="/p.gif" width="1" height="1"></p>', "a"],
  ["keeps mail links", '<p><a href="mailto:a@b.test">m</a></p>', "[m](mailto:a@b.test)"],
  ["drops link titles", '<p><a href="/x" title="T">t</a></p>', "[t](https://site.test/x)"],
  [
    "keeps a figure's image and caption apart",
    '<figure><img src="/i.png" alt="I"><figcaption>Cap</figcaption></figure>',
    "![I](https://site.test/i.png)\n\nCap",
  ],
  [
    "keeps code in link texts",
    '<p><a href="/x"><code>f()</code></a></p>',
    "[`f()`](https://site.test/x)",
  ],
  [
    "resolves a link without a scheme",
    '<p><a href="//o.test/p">t</a></p>',
    "[t](https://o.test/p)",
  ],
]

for (const [sentence, body, markdown] of cases) {
  it(sentence, async () => {
    expect(await markdownOf(body)).toBe(markdown)
  })
}
