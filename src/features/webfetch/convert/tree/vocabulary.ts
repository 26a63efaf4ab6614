// Names of elements, classes, attributes and identifiers that occurred on a page so far: a search for any other finds nothing, and
// neither has to walk over the page nor to compile its selector.

/** A selector of names alone. */
export const nameList = /^[a-z][a-z0-9]*(?:,\s*[a-z][a-z0-9]*)*$/i

/** An element's name as it is written and in upper case. */
export interface TreeName {
  readonly local: string
  readonly upper: string
}

interface Needs {
  readonly names: readonly string[]
  readonly classes: readonly string[]
  readonly attributes: readonly string[]
  /** Names and values of some attributes, as `name=value`. */
  readonly pairs: readonly string[]
  readonly ids: readonly string[]
}

interface Alternative {
  readonly text: string
  readonly needs: Needs
}

interface Verdict {
  readonly alternatives: readonly Alternative[]
  /** Of the vocabulary when it was asked. */
  words: number
  possible: string | undefined
}

/** Attributes whose values are noted: there are few of them. */
const paired = new Set(["role", "itemprop", "property", "name"])

export class Vocabulary {
  private readonly names = new Set<string>()
  private readonly attributes = new Map<string, string>()
  private readonly pairs = new Set<string>()
  private readonly ids = new Set<string>()
  /** Class attributes as written, and all of them in one text for as long as there are no more. */
  private readonly classes = new Set<string>()
  private classText = { words: 0, text: "" }
  private readonly verdicts = new Map<string, Verdict>()

  addName(name: string): void {
    this.names.add(name)
  }

  /** Returns the same string for all attributes of a name, because comparing a string with itself is fastest. */
  addAttribute(written: string, value: string): string {
    const name = this.attributes.get(written) ?? this.keepName(written)
    if (name === "class") this.classes.add(value)
    else if (name === "id") this.ids.add(value)
    else if (paired.has(name)) this.pairs.add(`${name}=${value}`)
    return name
  }

  /** The name of a property is the one string that an engine keeps of all that are equal. */
  private keepName(written: string): string {
    const [name = written] = Object.keys({ [written]: true })
    this.attributes.set(name, name)
    return name
  }

  hasName(name: string): boolean {
    return this.names.has(name)
  }

  /** The alternatives of a selector that elements of the page can match; undefined where there are none. */
  narrow(selector: string): string | undefined {
    const { size } = this.names
    const words = size + this.attributes.size + this.pairs.size + this.classes.size + this.ids.size
    const verdict = this.verdicts.get(selector) ?? this.addVerdict(selector)
    if (verdict.words === words) return verdict.possible
    const possible = verdict.alternatives.filter(({ needs }) => this.holds(needs))
    verdict.possible = possible.length === 0 ? undefined : possible.map((it) => it.text).join(", ")
    verdict.words = words
    return verdict.possible
  }

  private addVerdict(selector: string): Verdict {
    const verdict: Verdict = {
      alternatives: parseAlternatives(selector),
      words: -1,
      possible: undefined,
    }
    this.verdicts.set(selector, verdict)
    return verdict
  }

  private holds({ names, classes, attributes, pairs, ids }: Needs): boolean {
    return (
      names.every((name) => this.names.has(name)) &&
      attributes.every((name) => this.attributes.has(name)) &&
      pairs.every((pair) => this.pairs.has(pair)) &&
      ids.every((id) => this.ids.has(id)) &&
      (classes.length === 0 || this.holdsClasses(classes))
    )
  }

  private holdsClasses(classes: readonly string[]): boolean {
    if (this.classText.words !== this.classes.size) {
      this.classText = { words: this.classes.size, text: [...this.classes].join(" ") }
    }
    return classes.every((name) => this.classText.text.includes(name))
  }
}

const nothing: Needs = { names: [], classes: [], attributes: [], pairs: [], ids: [] }

/** What each alternative of a selector asks for; one that asks for nothing where it is of a kind that is not looked into. */
function parseAlternatives(selector: string): readonly Alternative[] {
  if (nameList.test(selector)) {
    const names = selector.split(/,\s*/)
    return names.map((text) => ({ text, needs: { ...nothing, names: [text.toLowerCase()] } }))
  }
  const plain = selector.replace(/"[^"]*"|'[^']*'/g, "")
  const isUnknown = /[^\w\s.#,>+~[\]=^$*|-]|\*(?!=)|\|(?!=)/.test(plain)
  const isQuotedList = /(?:"[^"]*,[^"]*"|'[^']*,[^']*')/.test(selector)
  if (isUnknown || isQuotedList) return [{ text: selector, needs: nothing }]
  return selector.split(",").map((text) => ({ text: text.trim(), needs: parseNeeds(text) }))
}

function parseNeeds(text: string): Needs {
  const attributes: string[] = []
  const pairs: string[] = []
  const rest = text.replace(attributePart, (written: string, name: string) => {
    attributes.push(name.toLowerCase())
    const value = pairPart.exec(written)?.[2]
    if (value !== undefined && paired.has(name)) pairs.push(`${name}=${value}`)
    return ""
  })
  return {
    ids: (rest.match(/#[\w-]+/g) ?? []).map((id) => id.slice(1)),
    names: (rest.match(/(?<![\w.#-])[\w-]+/g) ?? []).map((name) => name.toLowerCase()),
    classes: (rest.match(/\.[\w-]+/g) ?? []).map((name) => name.slice(1)),
    attributes,
    pairs,
  }
}

const attributePart = /\[\s*([\w-]+)(?:"[^"]*"|'[^']*'|[^\]])*\]/g
const pairPart = /^\[[\w-]+=(["']?)([\w:-]+)\1\]$/
