import { describe, expect, it } from "vitest"
import { buildTree } from "../../../../../src/features/webfetch/convert/tree/build-tree.ts"

async function bodyOf(html: string) {
  const document = await buildTree(`<html><head></head><body>${html}</body></html>`)
  const { body } = document
  if (body === null) throw new Error("a page has a body")
  return { document, body }
}

describe("the text of an element", () => {
  it("follows changes at any depth", async () => {
    const { document, body } = await bodyOf("<div><p>one <b>two</b></p></div>")
    expect(body.textContent).toBe("one two")
    const bold = body.querySelector("b")
    bold?.append(" three")
    expect(body.textContent).toBe("one two three")
    bold?.before(document.createTextNode("and "))
    expect(body.textContent).toBe("one and two three")
    bold?.remove()
    expect(body.textContent).toBe("one and ")
  })

  it("follows a text node that is written anew", async () => {
    const { body } = await bodyOf("<p>one</p>")
    expect(body.textContent).toBe("one")
    const text = body.querySelector("p")?.firstChild
    if (text) text.textContent = "two"
    expect(body.textContent).toBe("two")
  })

  it("follows a part that moves elsewhere", async () => {
    const { body } = await bodyOf("<div id=a>one</div><div id=b>two</div>")
    const [a, b] = body.children
    expect([a?.textContent, b?.textContent]).toEqual(["one", "two"])
    if (a?.firstChild) b?.append(a.firstChild)
    expect([a?.textContent, b?.textContent, body.textContent]).toEqual(["", "twoone", "twoone"])
  })

  it("leaves comments out", async () => {
    const { body } = await bodyOf("a<!-- b -->c")
    expect(body.textContent).toBe("ac")
  })

  it("is right where a page is too large for all its texts to be kept", async () => {
    const levels = 60
    const { body } = await bodyOf(`${"<div>".repeat(levels)}${"x".repeat(600_000)}`)
    const inner = body.querySelectorAll("div").at(-1)
    expect(body.textContent).toHaveLength(600_000)
    inner?.append("y")
    expect(body.textContent).toHaveLength(600_001)
    inner?.append("z")
    expect(body.textContent.endsWith("xyz")).toBe(true)
  })
})

describe("children of an element", () => {
  it("are linked in both directions after moves", async () => {
    const { body } = await bodyOf("<i>1</i><b>2</b><u>3</u>")
    const [first, second, third] = body.children
    if (!first || !second || !third) throw new Error("three children")
    body.insertBefore(third, first)
    expect(body.innerHTML).toBe("<u>3</u><i>1</i><b>2</b>")
    expect(second.previousElementSibling).toBe(first)
    expect(body.lastChild).toBe(second)
    first.replaceWith(second, "text")
    expect(body.innerHTML).toBe("<u>3</u><b>2</b>text")
    expect(first.parentNode).toBeNull()
    body.replaceChild(first, second)
    expect(body.innerHTML).toBe("<u>3</u><i>1</i>text")
    third.after(second)
    expect(body.innerHTML).toBe("<u>3</u><b>2</b><i>1</i>text")
    body.prepend("start ")
    expect(body.innerHTML).toBe("start <u>3</u><b>2</b><i>1</i>text")
  })

  it("come back as they were where inner HTML is a copy", async () => {
    const { document, body } = await bodyOf(
      '<p class="a">1 &amp; 2 <b>3</b><br></p><svg><g></g></svg>',
    )
    const before = body.innerHTML
    document.innerHtmlAs = "copy"
    const copy = body.innerHTML
    body.querySelector("b")?.remove()
    body.innerHTML = copy
    body.querySelector("b")?.remove()
    body.innerHTML = copy
    document.innerHtmlAs = "html"
    expect(body.innerHTML).toBe(before)
  })

  it("are parsed from HTML", async () => {
    const { body } = await bodyOf("<p>old</p>")
    body.innerHTML = "new <b>text</b>"
    expect(body.textContent).toBe("new text")
    expect(body.firstElementChild?.parentNode).toBe(body)
  })
})

describe("attributes", () => {
  it("that are new come first, as the page's serialised form shows them", async () => {
    const { body } = await bodyOf('<p id="a" title="t">x</p>')
    const paragraph = body.querySelector("p")
    paragraph?.setAttribute("class", "b  c b")
    paragraph?.setAttribute("title", 'say "x"')
    expect(body.innerHTML).toBe('<p class="b c" id="a" title="say &quot;x&quot;">x</p>')
    paragraph?.removeAttribute("id")
    expect(paragraph?.hasAttribute("id")).toBe(false)
    expect(paragraph?.getAttribute("id")).toBeNull()
  })

  it("name a class that is not there as an empty one", async () => {
    const { body } = await bodyOf("<p>x</p>")
    expect(body.querySelector("p")?.getAttribute("class")).toBe("")
    expect(body.querySelector("p")?.getAttributeNode("class")).toBeNull()
  })
})

describe("a document", () => {
  it("has a head and a body where the page has none", async () => {
    const document = await buildTree("<html><div>x</div></html>")
    expect(document.body?.textContent).toBe("")
    expect(document.documentElement?.outerHTML).toBe(
      "<html><head></head><body></body><div>x</div></html>",
    )
  })

  it("names its title and its base", async () => {
    const document = await buildTree(
      '<html><head><title>T</title><base href="/b/"></head><body></body></html>',
    )
    expect([document.title, document.baseURI]).toEqual(["T", "/b/"])
  })
})
