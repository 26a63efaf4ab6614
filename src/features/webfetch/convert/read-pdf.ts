// Text of a PDF, page by page, through unpdf (pdf.js without its viewer), loaded when a PDF is met.

export type PdfText =
  | {
      readonly kind: "text"
      readonly title: string | undefined
      readonly pages: readonly string[]
      readonly pageCount: number
    }
  | { readonly kind: "unreadable"; readonly why: string }

/** Pages read; a longer document is cut and said so. */
export const pdfPagesMax = 200

export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  try {
    const { extractText, getDocumentProxy, getMeta } = await import("unpdf")
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
    const { text, totalPages } = await extractText(document, { mergePages: false })
    const meta = await getMeta(document)
    const title: unknown = meta.info.Title
    return {
      kind: "text",
      title: typeof title === "string" && title.trim() !== "" ? title.trim() : undefined,
      pages: text.slice(0, pdfPagesMax),
      pageCount: totalPages,
    }
  } catch (error) {
    return { kind: "unreadable", why: error instanceof Error ? error.message : String(error) }
  }
}

export function describePdf(pages: readonly string[]): string {
  if (pages.length === 1) return (pages[0] ?? "").trim()
  return pages
    .map((page, index) => `## Page ${index + 1}\n\n${page.trim()}`)
    .join("\n\n")
    .trim()
}
