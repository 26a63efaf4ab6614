// What the vocabulary of a page rules out, the library that matches selectors does not find.

import { selectAll } from "css-select"
import fc from "fast-check"
import { parseDocument } from "htmlparser2"
import { expect, it } from "vitest"
import { buildTree } from "../../src/features/webfetch/convert/tree/build-tree.ts"

const runs = { numRuns: process.env.WORKBENCH_LONG === "1" ? 5_000 : 500, seed: 20_261_130 }

const name = fc.constantFrom("p", "div", "li", "H2")
const attribute = fc.constantFrom(
  "",
  'class="a b"',
  'class="a-b"',
  "id=x",
  "hidden",
  'role="main"',
  'href="#a b"',
  'rel="Next me" type=Text',
)
const element = fc.tuple(name, attribute).map(([tag, written]) => `<${tag} ${written}>`)
const page = fc.array(fc.oneof(element, fc.constantFrom("</p>", "</div>", "text")), {
  maxLength: 12,
})

const simple = fc.constantFrom(
  ..."p div li h2 h3 .a .b .a-b .c #x [hidden] [role=main] [role='main'] [class~=b] div.a li.c p[id] * [x] [href] [href^='#'] [href*=a] [href='#a'] [href~=b] [rel~=next] [rel=next] [type=text] [type^=TE] p[rel*='t'][type] [hidden^=x] li#x.a".split(
    " ",
  ),
)
const compound = fc
  .array(fc.tuple(simple, fc.constantFrom(" ", " > ", " ~ ", " + ")), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.map(([part, joint], at) => (at === 0 ? part : joint + part)).join(""))
const selector = fc
  .array(
    fc.oneof(compound, fc.constantFrom("p:not(.a)", "div:first-child", "h2, [data-x='a,b']")),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((parts) => parts.join(", "))

it("a search by selector finds what the library finds", async () => {
  await fc.assert(
    fc.asyncProperty(page, fc.array(selector, { maxLength: 4 }), async (pieces, selectors) => {
      const html = `<html><head></head><body>${pieces.join("")}</body></html>`
      const ours = await buildTree(html)
      const theirs = parseDocument(html)
      for (const wanted of [...selectors, ...selectors]) {
        const found = ours.querySelectorAll(wanted)
        expect(found.map((it) => it.localName)).toEqual(
          selectAll(wanted, theirs).map((it) => ("name" in it ? it.name : "")),
        )
        expect(ours.querySelector(wanted)).toBe(found[0] ?? null)
      }
    }),
    runs,
  )
})

it("a search finds what was not there before", async () => {
  const document = await buildTree("<html><head></head><body><p>text</p></body></html>")
  expect(document.querySelectorAll("section.late[data-x]")).toEqual([])
  const section = document.createElement("section")
  document.body?.append(section)
  section.setAttribute("class", "very late")
  expect(document.querySelectorAll("section.late[data-x]")).toEqual([])
  section.setAttribute("data-x", "")
  expect(document.querySelectorAll("section.late[data-x]")).toEqual([section])
})
