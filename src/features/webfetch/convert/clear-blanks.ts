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
  const found: Found = { filled: new Set(), blanks: [] }
  walk(root, listFilled, found.filled)
  walk(root, listBlank, found)
  for (const blank of found.blanks) blank.textContent = blank.textContent === "" ? "" : " "
}

interface Found {
  readonly filled: Set<PageNode>
  readonly blanks: PageElement[]
}

/** With all that it lies in. */
function listFilled(node: PageNode, filled: Set<PageNode>): undefined {
  const isFilling = isElement(node)
    ? meaningfulNames.has(node.localName)
    : isText(node) && node.textContent.trim() !== ""
  for (
    let it: PageNode | null = isFilling ? node : null;
    it && !filled.has(it);
    it = it.parentNode
  ) {
    filled.add(it)
  }
}

function listBlank(node: PageNode, { filled, blanks }: Found): "skip" | undefined {
  if (!isElement(node) || filled.has(node)) return undefined
  if (node.firstElementChild) blanks.push(node)
  return "skip"
}
