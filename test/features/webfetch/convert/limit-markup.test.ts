import { describe, expect, it } from "vitest"
import { limitMarkup } from "../../../../src/features/webfetch/convert/limit-markup.ts"
import { convertLimits } from "../../../../src/features/webfetch/convert/limits.ts"

describe("limiting markup", () => {
  it("returns an ordinary page as it is", () => {
    const html = '<html><body><p title="a>b">x</p><!-- <b> --><br></body></html>'
    expect(limitMarkup(html)).toEqual({ html, isCut: false, isExtractable: true })
  })

  it("drops tags below the depth, and keeps their text", () => {
    const depth = convertLimits.depthMax
    const { html } = limitMarkup(`${"<div>".repeat(depth + 50)}deep${"</div>".repeat(depth + 50)}`)
    expect(html.match(/<div>/g)).toHaveLength(depth)
    expect(html.match(/<\/div>/g)).toHaveLength(depth)
    expect(html).toContain("deep")
  })

  it("does not count self-closing tags as levels", () => {
    const html = `<svg>${'<path d="M0 0"/>'.repeat(1_000)}</svg><div>x</div>`
    expect(limitMarkup(html)).toEqual({ html, isCut: false, isExtractable: true })
  })

  it("keeps any number of siblings within the budget", () => {
    const html = `<ul>${"<li>x".repeat(5_000)}</ul>`
    expect(limitMarkup(html)).toMatchObject({ html, isCut: false })
  })

  it("cuts at a tag when there are too many", () => {
    const { html, isCut } = limitMarkup("<b>x</b>".repeat(convertLimits.tagsMax))
    expect(isCut).toBe(true)
    expect(html.endsWith(">") || html.endsWith("x")).toBe(true)
    expect(html.length).toBeLessThan(convertLimits.tagsMax * 8)
  })

  it("cuts a page that is too long", () => {
    const { html, isCut } = limitMarkup(`<p>${"a".repeat(convertLimits.htmlCharactersMax)}</p>`)
    expect([html.length, isCut]).toEqual([convertLimits.htmlCharactersMax, true])
  })

  it("takes the attributes of a tag that is too long", () => {
    const { html } = limitMarkup(`<p class="${"a>".repeat(50_000)}">text</p>`)
    expect(html).toBe("<p>text</p>")
  })

  it("does not look for tags in scripts", () => {
    const html = `<script type="application/ld+json">${"<b>".repeat(convertLimits.tagsMax)}</script><p>x</p>`
    expect(limitMarkup(html)).toMatchObject({ html, isCut: false })
  })

  it("leaves out programs and styles, and nothing around them", () => {
    const { html } = limitMarkup(
      "<style media=x>p > b {}</style>a<SCRIPT src=y>if (a<b) c()</SCRIPT >b<script>open",
    )
    expect(html).toBe("<style media=x></style>a<SCRIPT src=y></SCRIPT >b<script>")
  })

  it("keeps scripts that are data, formulas or of a sure end only for browsers", () => {
    const html = [
      '<script type="application/ld+json">{"a": 1}</script>',
      '<script type="math/tex; mode=display">a < b</script>',
      '<script>data = {"isAccessibleForFree": false}</script>',
      '<script><!-- write("<script></script>") --></script>',
    ].join("<p>x</p>")
    expect(limitMarkup(html)).toMatchObject({ html, isCut: false })
  })
})
