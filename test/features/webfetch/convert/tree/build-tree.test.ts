import { describe, expect, it } from "vitest"
import { buildTree } from "../../../../../src/features/webfetch/convert/tree/build-tree.ts"

const page = `<html><head><meta name=generator content="Tool 1"></head><body>
<main role="main"><section><p class="a note">one</p><p id="x.y">two</p></section><template><p>hidden</p></template></main>
<aside class="side"></aside><p>three</p></body></html>`

async function texts(selector: string): Promise<readonly string[]> {
  const document = await buildTree(page)
  return document.querySelectorAll(selector).map((element) => element.textContent)
}

describe("selectors", () => {
  it("find names in document order, but not in templates", async () => {
    expect(await texts("p")).toEqual(["one", "two", "three"])
    expect(await texts("ASIDE, p")).toEqual(["one", "two", "", "three"])
  })

  it("find classes, identifiers and attributes", async () => {
    expect(await texts(".note")).toEqual(["one"])
    expect(await texts("[id='x.y']")).toEqual(["two"])
    expect(await texts("[role=main] p.a, .side ~ p")).toEqual(["one", "three"])
    expect(await texts("meta[name=generator][content^='Tool']")).toEqual([""])
  })

  it("see what has changed since they were first used", async () => {
    const document = await buildTree(page)
    expect(document.querySelector("main > p")).toBeNull()
    document.querySelector("section")?.replaceWith(...document.querySelectorAll(".note"))
    expect(document.querySelector("main > p")?.textContent).toBe("one")
  })

  it("find the nearest element around", async () => {
    const document = await buildTree(page)
    expect(document.querySelector(".note")?.closest("section, main")?.localName).toBe("section")
    expect(document.querySelector(".note")?.closest(".side")).toBeNull()
    expect(document.getElementById("x.y")?.textContent).toBe("two")
  })
})

describe("building", () => {
  it("takes the first of attributes with one name, and no tag that is cut off", async () => {
    const document = await buildTree(
      '<html><body><p id=a title="t" ID=b id=c>one</p><svg><path d=x /></svg><b class="unfinished',
    )
    expect(document.body?.outerHTML).toBe(
      '<body><p id="a" title="t" ID="b">one</p><svg><path d="x" /></svg></body>',
    )
  })

  it("undoes character references and keeps the text of scripts", async () => {
    const document = await buildTree(
      "<html><head><script>a < b && c</script></head><body>1 &lt; 2</body></html>",
    )
    expect(document.body?.textContent).toBe("1 < 2")
    expect(document.documentElement?.outerHTML).toBe(
      "<html><head><script>a < b && c</script></head><body>1 &lt; 2</body></html>",
    )
  })

  it("knows what belongs to a drawing", async () => {
    const document = await buildTree(
      '<html><body><svg class="icon"><path d="x"></path></svg><p></p></body></html>',
    )
    expect(document.body?.innerHTML).toBe('<svg class="icon"><path d="x" /></svg><p></p>')
    expect(document.querySelector("path")?.isDrawing).toBe(true)
    expect(document.querySelector("p")?.isDrawing).toBe(false)
  })

  it("keeps the case of names and the sections of XML", async () => {
    const document = await buildTree("<rss><pubDate>x</pubDate><a><![CDATA[<b>]]></a></rss>", {
      isXml: true,
    })
    expect(document.documentElement?.firstElementChild?.localName).toBe("pubDate")
    expect(document.querySelector("a")?.textContent).toBe("<b>")
  })
})
