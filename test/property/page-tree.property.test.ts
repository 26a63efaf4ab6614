// A page's tree is the one that linkedom builds from the same text, and stays the same under the same changes.

import fc from "fast-check"
import { parseHTML } from "linkedom"
import { expect, it } from "vitest"
import type { PageDocument, PageElement } from "../../src/features/webfetch/convert/dom.ts"
import { buildTree } from "../../src/features/webfetch/convert/tree/build-tree.ts"

const runs = { numRuns: process.env.WORKBENCH_LONG === "1" ? 3_000 : 200, seed: 20_261_130 }

const names =
  "p div span a ul li table tr td h1 pre br hr img section svg path script style textarea template font b noscript".split(
    " ",
  )
const attributes = [
  'class="b  a b"',
  'class=""',
  'id="x" title="&quot;q&quot;"',
  "hidden",
  'style="color: red"',
  "data-x=1 data-y",
]
const texts = ["word", " ", "\n", "a &amp; b", "&nbsp;", "<!-- c -->", "日本"]
const piece = fc.oneof(
  fc.constantFrom(...texts),
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom("", ...attributes))
    .map(([name, attribute]) => `<${name} ${attribute}>`),
  fc.constantFrom(...names).map((name) => `</${name}>`),
)
const change = fc.record({
  kind: fc.constantFrom(
    "move",
    "remove",
    "unwrap",
    "text",
    "class",
    "before",
    "after",
    "attribute",
    "bare",
  ),
  from: fc.nat(30),
  to: fc.nat(30),
})
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

const selectors = ["p, li", ".a", "[hidden]", "#x", "div p", "td ~ td", "ul > li, span[title]"]

function elementsOf(document: PageDocument): readonly PageElement[] {
  return [...(document.body?.querySelectorAll("p, div, span, a, li, td, b, section") ?? [])]
}

function apply(document: PageDocument, { kind, from, to }: Change): void {
  const elements = elementsOf(document)
  const element = elements[from % Math.max(1, elements.length)]
  const other = elements[to % Math.max(1, elements.length)]
  if (!element || !other) return
  const canMove = element !== other && !element.contains(other)
  if (kind === "move" && canMove) other.append(element)
  if (kind === "before" && canMove) other.before(element, "text")
  if (kind === "after" && canMove) other.after("text", element)
  if (kind === "remove") element.remove()
  if (kind === "unwrap") element.replaceWith(...element.childNodes)
  if (kind === "text") element.textContent = "new"
  if (kind === "class") element.setAttribute("class", "n  m n")
  if (kind === "bare") element.removeAttribute("class")
  if (kind === "attribute") element.setAttribute("title", "t")
}

function describeTree(document: PageDocument): unknown {
  const elements = elementsOf(document)
  return {
    html: document.documentElement?.outerHTML,
    texts: elements.map((element) => element.textContent),
    found: selectors.map((selector) =>
      document.querySelectorAll(selector).map((element) => element.outerHTML),
    ),
    closest: elements.map((element) => element.closest("div, .a")?.localName),
    neighbours: elements.map((element) => [
      element.previousElementSibling?.localName,
      element.nextElementSibling?.localName,
      element.children.length,
      element.childNodes.length,
      element.getAttribute("class"),
    ]),
  }
}

it("a page's tree is linkedom's, before and after changes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 40 }),
      fc.array(change, { maxLength: 12 }),
      fc.integer({ min: 1, max: 3 }),
      async (pieces, changes, searches) => {
        const html = `<html><head><title>T</title></head><body>${pieces.join("")}</body></html>`
        const { document: theirs }: { document: PageDocument } = parseHTML(html)
        const ours = await buildTree(html)
        expect(describeTree(ours)).toEqual(describeTree(theirs))
        for (const step of changes) {
          apply(ours, step)
          apply(theirs, step)
          // A tree that is searched again answers from what it kept.
          for (let count = 0; count < searches; count++) {
            expect(describeTree(ours)).toEqual(describeTree(theirs))
          }
        }
      },
    ),
    runs,
  )
})
