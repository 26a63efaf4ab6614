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
  readonly ids: readonly string[]
}

interface Verdict {
  readonly needs: readonly Needs[]
  /** Of the vocabulary when it was asked; more words may change a no, but never a yes. */
  words: number
  isPossible: boolean
}

export class Vocabulary {
  private readonly names = new Set<string>()
  private readonly attributes = new Set<string>()
  private readonly ids = new Set<string>()
  /** Class attributes as written, and all of them in one text for as long as there are no more. */
  private readonly classes = new Set<string>()
  private classText = { words: 0, text: "" }
  private readonly verdicts = new Map<string, Verdict>()

  addName(name: string): void {
    this.names.add(name)
  }

  addAttribute(name: string, value: string): void {
    this.attributes.add(name)
    if (name === "class") this.classes.add(value)
    else if (name === "id") this.ids.add(value)
  }

  hasName(name: string): boolean {
    return this.names.has(name)
  }

  /** False where no element of the page can match the selector. */
  mayMatch(selector: string): boolean {
    const verdict = this.verdicts.get(selector)
    if (verdict?.isPossible) return true
    return this.judge(selector, verdict)
  }

  private judge(selector: string, known: Verdict | undefined): boolean {
    const words = this.names.size + this.attributes.size + this.classes.size + this.ids.size
    if (known?.words === words) return false
    const verdict = known ?? { needs: parseNeeds(selector), words, isPossible: false }
    verdict.isPossible = verdict.needs.some((needs) => this.holds(needs))
    verdict.words = words
    this.verdicts.set(selector, verdict)
    return verdict.isPossible
  }

  private holds({ names, classes, attributes, ids }: Needs): boolean {
    return (
      names.every((name) => this.names.has(name)) &&
      attributes.every((name) => this.attributes.has(name)) &&
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

const nothing: Needs = { names: [], classes: [], attributes: [], ids: [] }

/** What each alternative of a selector asks for; nothing where it is of a kind that is not looked into. */
function parseNeeds(selector: string): readonly Needs[] {
  if (nameList.test(selector)) {
    const names = selector.toLowerCase().split(/,\s*/)
    return names.map((name) => ({ ...nothing, names: [name] }))
  }
  const plain = selector.replace(/"[^"]*"|'[^']*'/g, "")
  if (/[^\w\s.#,>+~[\]=^$*|-]|\*(?!=)|\|(?!=)/.test(plain)) {
    return [nothing]
  }
  return plain.split(",").map(parseAlternative)
}

function parseAlternative(text: string): Needs {
  const attributes: string[] = []
  const rest = text.replace(/\[\s*([\w-]+)[^\]]*\]/g, (_, name: string) => {
    attributes.push(name.toLowerCase())
    return ""
  })
  return {
    ids: (rest.match(/#[\w-]+/g) ?? []).map((id) => id.slice(1)),
    names: (rest.match(/(?<![\w.#-])[\w-]+/g) ?? []).map((name) => name.toLowerCase()),
    classes: (rest.match(/\.[\w-]+/g) ?? []).map((name) => name.slice(1)),
    attributes,
  }
}
