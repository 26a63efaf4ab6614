// Selectors without combinators: a list of names, identifiers, classes and attributes. Nearly all that a page is asked
// are of this kind, on every page anew, and a library's compiled test costs more than the page's elements do.

interface Tested {
  readonly nodeName: string
  getAttributeNode(name: string): { readonly value: string } | null
}

type Test = (element: Tested) => boolean

/** Values are compared as they are written, or in lower case: HTML says which (case-sensitivity of selectors). */
const exactAttributes = new Set(["content", "href", "itemprop", "name", "property", "role", "src"])
const foldedAttributes = new Set(["rel", "type"])

const part = /([a-z][\w-]*)|#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:([~^*]?=)(['"]?)([\w./:#-]+)\6)?\]/iy

/** Undefined for a selector of any other kind. */
export function compileCompounds(selector: string): Test | undefined {
  const alternatives: (readonly Test[])[] = []
  for (const text of selector.split(",")) {
    const tests = compileCompound(text.trim())
    if (tests === undefined) return undefined
    alternatives.push(tests)
  }
  return (element) => {
    for (const tests of alternatives) if (passesAll(tests, element)) return true
    return false
  }
}

function passesAll(tests: readonly Test[], element: Tested): boolean {
  for (const test of tests) if (!test(element)) return false
  return true
}

function compileCompound(text: string): readonly Test[] | undefined {
  const tests: Test[] = []
  part.lastIndex = 0
  while (part.lastIndex < text.length) {
    const found = part.exec(text)
    const test = found?.index === 0 || found?.[1] === undefined ? compilePart(found) : undefined
    if (test === undefined) return undefined
    tests.push(test)
  }
  return tests.length === 0 ? undefined : tests
}

function compilePart(found: RegExpExecArray | null): Test | undefined {
  const [, name, id, className, attribute, operator, , value = ""] = found ?? []
  if (name !== undefined) return hasName(name.toUpperCase())
  if (id !== undefined) return hasId(id)
  if (className !== undefined) return hasClass(className)
  return attribute === undefined ? undefined : compileAttribute(attribute, operator, value)
}

function compileAttribute(
  name: string,
  operator: string | undefined,
  value: string,
): Test | undefined {
  if (operator === undefined) return (element) => element.getAttributeNode(name) !== null
  const isFolded = foldedAttributes.has(name)
  if (!isFolded && !exactAttributes.has(name)) return undefined
  const wanted = isFolded ? value.toLowerCase() : value
  const isMatch = comparisons[operator]
  return (element) => {
    const written = element.getAttributeNode(name)?.value
    if (written === undefined || isMatch === undefined) return false
    return isMatch(isFolded ? written.toLowerCase() : written, wanted)
  }
}

const comparisons: Readonly<Record<string, (written: string, wanted: string) => boolean>> = {
  "=": (written, wanted) => written === wanted,
  "~=": hasToken,
  "^=": (written, wanted) => written.startsWith(wanted),
  "*=": (written, wanted) => written.includes(wanted),
}

function hasName(upper: string): Test {
  return (element) => element.nodeName === upper
}

function hasId(id: string): Test {
  return (element) => element.getAttributeNode("id")?.value === id
}

function hasClass(name: string): Test {
  return (element) => {
    const written = element.getAttributeNode("class")?.value
    return written !== undefined && hasToken(written, name)
  }
}

/** Tokens stand between white space. */
function hasToken(written: string, token: string): boolean {
  for (let at = written.indexOf(token); at >= 0; at = written.indexOf(token, at + 1)) {
    if (isEdge(written, at - 1) && isEdge(written, at + token.length)) return true
  }
  return false
}

function isEdge(value: string, index: number): boolean {
  return index < 0 || index >= value.length || /\s/.test(value.charAt(index))
}
