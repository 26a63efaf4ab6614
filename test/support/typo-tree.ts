// A generated project of many files, and paths into it with the mistakes that models make. Same seed, same tree.

import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"

export interface Typo {
  readonly kind: string
  readonly asked: string
  readonly right: string
  readonly isFolder: boolean
}

export interface TypoTree {
  readonly folders: readonly string[]
  readonly files: readonly string[]
  typos(count: number): readonly Typo[]
}

const words =
  "account adapter agent alarm archive asset audit badge batch billing board branch bridge broker budget buffer builder bundle cache calendar canvas cart catalog channel chart client clock cluster codec column command comment commit config connect console content context control counter coupon crawl cursor customer dashboard database decoder delivery deploy design detail device dialog digest display document domain driver editor email encoder engine entity error event export factory feature field filter finder folder form format gateway graph group guard handler header health helper history hook image import index input invoice issue item journal kernel label layout ledger legend level library license limit link list loader locale lock logger login manager map marker matrix media member memory menu merge message metric migrate mirror model module monitor network node notice number object offer option order output package page panel parser partner password patch payment permission phone picker pipeline planner player plugin point policy pool portal post price printer process product profile project prompt protocol provider proxy query queue quota range reader receipt record region register release render report request resolver resource response result review role router rule sample schedule schema scope screen search section segment selector sender server service session setting shard share shell shipping signal site snapshot socket source spinner stage state stock storage stream style subject summary support switch symbol sync table tag target task team template tenant theme thread ticket timer title token tool topic trace tracker transfer tree trigger unit update upload user validator value vendor version view visit volume voucher wallet watcher webhook widget window wizard worker workflow workspace wrapper writer zone".split(
    " ",
  )
const endings = [".ts", ".tsx", ".test.ts", ".py", ".go", ".md", ".json", ".css"]
const letters = [..."abcdefghijklmnopqrstuvwxyz"]

export interface TypoTreeOptions {
  readonly seed: number
  readonly folders: number
  readonly files: number
}

export function createTypoTree(options: TypoTreeOptions): TypoTree {
  const random = createRandom(options.seed)
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random() * values.length)]
    if (value === undefined) throw new Error("nothing to pick from")
    return value
  }
  const name = () =>
    random() < 0.5 ? pick(words) : `${pick(words)}${pick(["-", "_", ""])}${pick(words)}`
  const folders = [""]
  const used = new Set(folders)
  const addUnique = (list: string[], make: () => string) => {
    const made = make()
    if (used.has(made)) return
    used.add(made)
    list.push(made)
  }
  while (folders.length < options.folders) {
    const parent = pick(folders)
    if (parent.split("/").length <= 6) addUnique(folders, () => path.posix.join(parent, name()))
  }
  const files: string[] = []
  while (files.length < options.files) {
    addUnique(files, () => path.posix.join(pick(folders), name() + pick(endings)))
  }
  const mistakes = createMistakes(random, pick)
  const kinds = Object.keys(mistakes)
  const typos = (count: number) => {
    const made: Typo[] = []
    while (made.length < count) {
      const kind = kinds[made.length % kinds.length] ?? "typo"
      const isFolder = random() < 0.4
      const right = isFolder ? pick(folders.slice(1)) : pick(files)
      const asked = (mistakes[kind]?.(right.split("/")) ?? []).join("/")
      if (!used.has(asked)) made.push({ kind, asked, right, isFolder })
    }
    return made
  }
  return { folders, files, typos }
}

type Mistake = (segments: readonly string[]) => readonly string[]

function createMistakes(
  random: () => number,
  pick: <Value>(values: readonly Value[]) => Value,
): Readonly<Record<string, Mistake>> {
  const misspelt = (word: string) => {
    const at = 1 + Math.floor(random() * (word.length - 2))
    const [head, here, tail] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
    const forms = [
      `${head}${tail.charAt(0)}${here}${tail.slice(1)}`,
      `${head}${tail}`,
      `${head}${pick(letters)}${here}${tail}`,
      `${head}${pick(letters)}${tail}`,
    ]
    return pick(forms)
  }
  const atOne = (segments: readonly string[], change: (segment: string) => string) => {
    const at = Math.floor(random() * segments.length)
    return segments.map((segment, index) => (index === at ? change(segment) : segment))
  }
  const plural = (word: string) => (word.includes(".") ? word.replace(".", "s.") : `${word}s`)
  return {
    typo: (segments) => atOne(segments, misspelt),
    "typo in the name": (segments) => [...segments.slice(0, -1), misspelt(segments.at(-1) ?? "")],
    "two typos": (segments) => atOne(atOne(segments, misspelt), misspelt),
    case: (segments) => segments.map((segment) => segment.toUpperCase()),
    plural: (segments) => atOne(segments, plural),
    separator: (segments) => segments.map((segment) => segment.replace(/[-_]/, "")),
    "missing folder": (segments) =>
      segments.filter((_, index) => index !== Math.floor((segments.length - 1) / 2)),
    "extra folder": (segments) => [segments[0] ?? "", "src", ...segments.slice(1)],
    moved: (segments) => (segments.length > 2 ? segments.slice(-2) : ["app", ...segments]),
    "wrong start": (segments) => ["packages", "core", ...segments.slice(-2)],
  }
}

/** A linear congruential generator: the same numbers everywhere. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export function writeTree(root: string, tree: TypoTree): void {
  for (const folder of tree.folders) mkdirSync(path.join(root, folder), { recursive: true })
  for (const file of tree.files) writeFileSync(path.join(root, file), "")
}
