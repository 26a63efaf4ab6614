// Forms that documentation generators write: signatures of functions and types as code instead of linked words.

import { collapse, type PageElement } from "./dom.ts"

/** rustdoc, Sphinx: one-line signatures; Sphinx marks its description lists. */
const signatureSelector = "h2.code-header, h3.code-header, h4.code-header, h5.code-header, dt.sig"
/** rustdoc: the declaration of the item itself, with its line breaks. */
const declarationSelector = ".item-decl"

export function normalizeSignatures(root: PageElement): void {
  for (const signature of root.querySelectorAll(signatureSelector)) writeSignature(signature)
  for (const side of root.querySelectorAll(".rightside, .out-of-band")) {
    const text = collapse(side.textContent).replace(/(?:\s*·)+$/, "")
    side.textContent = text === "" ? "" : `${text} `
  }
  for (const declaration of root.querySelectorAll(declarationSelector)) {
    if (declaration.localName !== "pre" && declaration.querySelector("pre")) continue
    const pre = declaration.ownerDocument.createElement("pre")
    pre.textContent = declaration.textContent.trim()
    pre.setAttribute("data-language", "rust")
    declaration.replaceWith(pre)
  }
}

function writeSignature(signature: PageElement): void {
  const text = collapse(signature.textContent)
  if (text === "") return
  const code = signature.ownerDocument.createElement("code")
  code.textContent = text
  signature.textContent = ""
  signature.append(code)
}
