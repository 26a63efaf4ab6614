// Readability reads any page the same on our tree with the shortcuts and on linkedom without.

import { Readability } from "@mozilla/readability"
import fc from "fast-check"
import { parseHTML } from "linkedom"
import { expect, it } from "vitest"
import { addShortcuts } from "../../src/features/webfetch/convert/readability-shortcuts.ts"
import { buildTree } from "../../src/features/webfetch/convert/tree/build-tree.ts"

const runs = { numRuns: process.env.WORKBENCH_LONG === "1" ? 2_000 : 100, seed: 20_261_130 }

const names =
  "p div span a ul li table tr td h1 h2 pre blockquote br hr img section aside footer form svg font figure".split(
    " ",
  )
const attributes = [
  'class="byline"',
  'class="comment sidebar"',
  'class="article"',
  'href="#a"',
  'href="/a"',
  'rel="author"',
  'style="display:none"',
  'style="visibility : hidden; color: red"',
  'style="display:none;display:block" width="1"',
  "hidden",
  'aria-hidden="true"',
  'itemprop="author"',
  'role="menu"',
]
const prose = "Some words of a story, told at length, and then some more of them. "
const text = fc.constantFrom(
  " ",
  "\n  \n",
  "word",
  " two  words ",
  "\u00A0",
  prose,
  prose.repeat(5),
)
const piece = fc.oneof(
  text,
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom("", ...attributes))
    .map(([name, attribute]) => `<${name} ${attribute}>`),
  fc.constantFrom(...names).map((name) => `</${name}>`),
)

async function readFast(html: string): Promise<string> {
  const document = await buildTree(html)
  const reader = new Readability(document, { keepClasses: true, charThreshold: 200 })
  addShortcuts(reader)
  return JSON.stringify(reader.parse())
}

function readPlain(html: string): string {
  const { document } = parseHTML(html)
  return JSON.stringify(
    new Readability(document, { keepClasses: true, charThreshold: 200 }).parse(),
  )
}

it("Readability answers the same on our tree with shortcuts and on linkedom without", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 5, maxLength: 60 }), async (pieces) => {
      const html = `<html><head><title>Some title of a page</title></head><body>${pieces.join("")}</body></html>`
      expect(await readFast(html)).toBe(readPlain(html))
    }),
    runs,
  )
})
