import { expect, it } from "vitest"
import { buildTree } from "../../../../../src/features/webfetch/convert/tree/build-tree.ts"

it("writes elements, text, comments and bare attributes as a page would", async () => {
  const html =
    '<p hidden class="a">1 &amp; 2&#160;<!-- c --><br><img src="x.png" alt=""></p><textarea>a <b></textarea><div></div>'
  const document = await buildTree(`<html><head></head><body>${html}</body></html>`)
  expect(document.body?.innerHTML).toBe(html)
})

it("leaves out identifiers, classes and styles without a value", async () => {
  const document = await buildTree('<html><head></head><body><p id="" class="">x</p></body></html>')
  expect(document.body?.innerHTML).toBe("<p>x</p>")
})
