// Formulas as TeX between dollar signs, once: renderers leave the same formula as MathML, as boxes and as source.
// The source is taken where the page carries it; without any, the visible text stays.

import { collapse, isElement, type PageElement, rawMarkdownAttribute } from "./dom.ts"

export function normalizeFormula(element: PageElement): void {
  if (!element.parentNode) return
  const source = findSource(element)
  if (source === undefined) {
    if (isEmptyRendering(element)) element.remove()
    else if (element.localName === "math") element.replaceWith(collapse(element.textContent))
    return
  }
  const isBlock = isDisplay(element)
  const span = element.ownerDocument.createElement(isBlock ? "p" : "span")
  span.setAttribute(rawMarkdownAttribute, isBlock ? "block" : "inline")
  span.textContent = isBlock ? `$$${source}$$` : `$${source}$`
  removeTwin(element)
  element.replaceWith(span)
}

function findSource(element: PageElement): string | undefined {
  const name = element.localName
  if (name === "script") return cleanTex(element.textContent)
  const annotation = element.querySelector("annotation[encoding*=tex], annotation[encoding*=TeX]")
  if (annotation) return cleanTex(annotation.textContent)
  const math = name === "math" ? element : element.querySelector("math[alttext]")
  const alternative =
    math?.getAttribute("alttext") ??
    element.getAttribute("data-tex") ??
    element.getAttribute("data-latex") ??
    element.querySelector("img[alt]")?.getAttribute("alt") ??
    (name === "img" ? element.getAttribute("alt") : null)
  if (alternative) return cleanTex(alternative)
  const delimited = /^\s*(?:\\\(([\s\S]*)\\\)|\\\[([\s\S]*)\\\]|\$\$([\s\S]*)\$\$)\s*$/.exec(
    element.textContent,
  )
  return delimited ? cleanTex(delimited[1] ?? delimited[2] ?? delimited[3] ?? "") : undefined
}

function cleanTex(source: string): string | undefined {
  const style = /^\s*\{\s*\\(?:displaystyle|textstyle)\s+([\s\S]*)\}\s*$/.exec(source)
  const text = collapse(style?.[1] ?? source)
  return text === "" ? undefined : text
}

function isDisplay(element: PageElement): boolean {
  const name = element.localName
  if (name === "script") return /mode=display/.test(element.getAttribute("type") ?? "")
  if (element.getAttribute("display") === "block" || element.getAttribute("display") === "true") {
    return true
  }
  const className = element.getAttribute("class") ?? ""
  if (/katex-display|MathJax_Display|(?:^|\s)display(?:\s|$)/.test(className)) return true
  if (name === "div" && /(?:^|\s)math(?:\s|$)/.test(className)) return true
  return element.querySelector("math[display=block]") !== null
}

/** MathJax 2 leaves preview and rendering as siblings before the script that holds the source. */
function removeTwin(element: PageElement): void {
  if (element.localName !== "script") return
  for (;;) {
    const previous = element.previousElementSibling
    if (!isElement(previous)) return
    if (!/(?:^|\s)MathJax/.test(previous.getAttribute("class") ?? "")) return
    previous.remove()
  }
}

/** A MathJax rendering whose source follows in a script, or a preview. */
function isEmptyRendering(element: PageElement): boolean {
  const className = element.getAttribute("class") ?? ""
  if (/MathJax_Preview/.test(className)) return true
  const next = element.nextElementSibling
  return next?.localName === "script" && /^math\//.test(next.getAttribute("type") ?? "")
}
