import { describe, expect, it } from "vitest"
import { buildTree } from "../../../../../src/features/webfetch/convert/tree/build-tree.ts"
import type { TreeElement } from "../../../../../src/features/webfetch/convert/tree/tree-element.ts"

const html =
  "<html><head></head><body><div id=a><p>1</p><p>2</p></div><div id=b><template><p>3</p></template><ul><li>4</li></ul></div></body></html>"

/** Searched so often that later searches read a list. */
async function searchedPage() {
  const document = await buildTree(html)
  for (let count = 0; count < 5; count++) document.querySelectorAll("i")
  const [a, b] = [document.getElementById("a"), document.getElementById("b")]
  if (!a || !b) throw new Error("both are there")
  return { document, a, b }
}

const textsOf = (elements: readonly TreeElement[]) => elements.map((it) => it.textContent)

describe("searches of a tree that was searched before", () => {
  it("find what lies inside the element that is asked, and nothing else", async () => {
    const { document, a, b } = await searchedPage()
    expect(textsOf(document.getElementsByTagName("p"))).toEqual(["1", "2", "3"])
    expect(textsOf(a.getElementsByTagName("P"))).toEqual(["1", "2"])
    expect(textsOf(b.querySelectorAll("li, ul"))).toEqual(["4", "4"])
    expect(a.getElementsByTagName("div")).toEqual([])
  })

  it("find several names in document order, with what else is asked of them", async () => {
    const { document, a, b } = await searchedPage()
    a.querySelector("p")?.setAttribute("class", "x")
    b.querySelector("li")?.setAttribute("role", "note")
    expect(textsOf(document.querySelectorAll("li[role=note], p.x, h1"))).toEqual(["1", "4"])
    expect(textsOf(document.querySelectorAll("li[role=main], p"))).toEqual(["1", "2"])
    expect(a.querySelector("li[role=note]")).toBeNull()
  })

  it("take an element with a comma in its name for no list of names", async () => {
    const document = await buildTree(
      "<html><body><p,li>odd</p,li><p>1</p><ul><li>2</li></ul></body></html>",
    )
    for (let count = 0; count < 3; count++) {
      expect(textsOf(document.querySelectorAll("p, li"))).toEqual(["1", "2"])
    }
  })

  it("stop at the first where one is asked for", async () => {
    const { document, b } = await searchedPage()
    expect(document.querySelector("p")?.textContent).toBe("1")
    expect(b.querySelector("p")).toBeNull()
  })

  it("leave the contents of templates out by selector, not by name", async () => {
    const { b } = await searchedPage()
    expect(b.querySelectorAll("p, template, li").map((it) => it.localName)).toEqual([
      "template",
      "li",
    ])
    expect(b.getElementsByTagName("p")).toHaveLength(1)
  })

  it("follow what is moved, added and removed", async () => {
    const { document, a, b } = await searchedPage()
    const first = a.querySelector("p")
    if (first) b.append(first)
    expect(textsOf(document.querySelectorAll("p"))).toEqual(["2", "1"])
    b.append(document.createElement("p"))
    expect(textsOf(b.querySelectorAll("p"))).toEqual(["1", ""])
    a.remove()
    expect(textsOf(document.querySelectorAll("p"))).toEqual(["1", ""])
  })

  it("find what lies in a part that was taken out", async () => {
    const { document, a } = await searchedPage()
    a.remove()
    for (let count = 0; count < 5; count++) a.querySelectorAll("i")
    expect(textsOf(a.querySelectorAll("p"))).toEqual(["1", "2"])
    expect(textsOf(document.querySelectorAll("li"))).toEqual(["4"])
  })

  it("follow attributes and neighbours", async () => {
    const { document, a, b } = await searchedPage()
    const find = () => [".x", "p ~ p", "ul:first-child"].map((it) => document.querySelectorAll(it))
    for (let count = 0; count < 3; count++) expect(find().map((it) => it.length)).toEqual([0, 1, 0])
    b.setAttribute("class", "x")
    b.querySelector("template")?.remove()
    a.querySelector("p")?.remove()
    for (let count = 0; count < 3; count++) expect(find().map((it) => it.length)).toEqual([1, 0, 1])
    b.removeAttribute("class")
    expect(document.querySelectorAll(".x")).toEqual([])
  })
})
