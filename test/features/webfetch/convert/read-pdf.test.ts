import { describe, expect, it } from "vitest"
import { readBytes } from "./read.ts"

/** A PDF with one line of text on each page. */
function createPdf(texts: readonly string[]): Uint8Array {
  const kids = texts.map((_, index) => `${4 + index * 2} 0 R`).join(" ")
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...texts.flatMap((text, index) => {
      const stream = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ]
    }),
  ]
  let file = "%PDF-1.4\n"
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, "0")} 00000 n \n`
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return new TextEncoder().encode(file)
}

describe("a PDF", () => {
  it("is read page by page", async () => {
    const page = await readBytes(createPdf(["First words", "Second words"]), {
      contentType: "application/pdf",
    })
    expect([page.kind, page.content]).toEqual([
      "pdf",
      "## Page 1\n\nFirst words\n\n## Page 2\n\nSecond words",
    ])
    expect(page.headings.map(({ text }) => text)).toEqual(["Page 1", "Page 2"])
  })

  it("under a text type is never shown as bytes", async () => {
    const page = await readBytes(createPdf(["Only words"]), { contentType: "text/plain" })
    expect([page.kind, page.content]).toEqual(["pdf", "Only words"])
  })

  it("that is broken says so", async () => {
    const page = await readBytes(new TextEncoder().encode("%PDF-1.4 broken"))
    expect(page.content).toBe("")
    expect(page.note).toMatch(/^The text of this PDF cannot be read/)
  })
})
