// Empties elements that hold nothing to see, so that HTML as an answer is not spent on them. They stay in place: a
// blank block still parts two texts, a blank span still holds their space.

import { isElement, isText, type PageElement, type PageNode, walk } from "./dom.ts"

/** Elements that say something without text. */
const meaningfulNames = new Set(
  "a area audio br col embed hr iframe img input link meta param script source table tbody td tfoot th thead track video wbr".split(
    " ",
  ),
)

export function clearBlanks(root: PageElement): void {
  const filled = new Set<PageNode>()
  walk(root, (node) => {
    const isFilling = isElement(node)
      ? meaningfulNames.has(node.localName)
      : isText(node) && node.textContent.trim() !== ""
    for (let it: PageNode | null = isFilling ? node : null; it && !filled.has(it); ) {
      filled.add(it)
      it = it === root ? null : it.parentNode
    }
    return undefined
  })
  const blanks: PageElement[] = []
  walk(root, (node) => {
    if (!isElement(node) || filled.has(node)) return undefined
    if (node.firstElementChild) blanks.push(node)
    return "skip"
  })
  for (const blank of blanks) blank.textContent = blank.textContent === "" ? "" : " "
}
