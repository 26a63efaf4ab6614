// Pages that are built to exhaust a reader: the answer stays small, whatever they claim. That they end in time is shown
// on the real host.

import { describe, expect, it } from "vitest"
import { convertLimits } from "../../../../src/features/webfetch/convert/limits.ts"
import { markdownOf, readPage } from "./read.ts"

describe("a page built to exhaust", () => {
  it("cannot fill a table with spans", async () => {
    const row = `<tr>${'<td rowspan="1000" colspan="1000">a</td>'.repeat(10)}</tr>`
    const markdown = await markdownOf(`<table>${row.repeat(500)}</table>`)
    expect(markdown.length).toBeLessThan(convertLimits.tableCellsMax * 10)
    expect(markdown).toContain("| a | a |")
  })

  it("cannot fill a table with one long row", async () => {
    const rows = `<tr>${"<td>a</td>".repeat(1_000)}</tr>${"<tr><td>b</td></tr>".repeat(1_000)}`
    const markdown = await markdownOf(`<table>${rows}</table>`)
    expect(markdown.length).toBeLessThan(100_000)
  })

  it("cannot grow by repair", async () => {
    const fonts = Array.from({ length: 90 }, (_, index) => `<font size=${index}>`).join("")
    const page = await readPage(`<p>${fonts}${"<p>word ".repeat(5_000)}`)
    expect(page.content.match(/word/g)?.length).toBe(5_000)
  })

  it("keeps white space at one stretch short, across elements and line breaks", async () => {
    const spaces = "<b>\u00A0\u00A0\u00A0</b><br>".repeat(5_000)
    const markdown = await markdownOf(`<p>left${spaces}right</p>`)
    expect(markdown).toMatch(/^left[\s\S]*right$/)
    expect(markdown.length).toBeLessThan(10_000)
  })

  it("writes a nest of quotes and lists as deep as it is read", async () => {
    const depth = 60
    const markdown = await markdownOf(`${"<blockquote>".repeat(depth)}<p>deep</p>`)
    expect(markdown).toBe(`${"> ".repeat(convertLimits.indentedLevelsMax + 1)}deep`)
    expect(await markdownOf(`${"<ul><li>".repeat(depth / 2)}deep`)).toMatch(/^(?:- )+deep$/)
  })

  it("writes emphasis inside the same emphasis once", async () => {
    expect(await markdownOf(`<p>${"<b><span>".repeat(40)}deep</p>`)).toBe("**deep**")
  })

  it("indents JSON as deep as it is read", async () => {
    const text = "[".repeat(3_000) + "]".repeat(3_000)
    const page = await readPage(text, { contentType: "application/json" })
    expect(page.content.length).toBeLessThan(3_000 * 250 * 2)
  })

  it("names only so many tags and attributes", async () => {
    const wide = Array.from({ length: 2_000 }, (_, index) => `a${index}=1`).join(" ")
    const page = await readPage(`<html><body><p ${wide}>text</p></body></html>`)
    expect(page.content).toBe("text")
  })

  it("labels panels of many groups", async () => {
    const group = '<div role="tablist"><button role="tab">A</button></div>'
    const panels = '<div><div role="tabpanel">x</div></div>'.repeat(300)
    expect((await markdownOf(group + panels)).match(/x/g)?.length).toBe(300)
  })
})
