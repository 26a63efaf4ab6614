// Deviations: what models get wrong in a patch, and what happens to a file behind their back.
// Each returns false when the draft offers no opportunity; nothing is changed then.

import {
  createHunk,
  type DraftHunk,
  type DraftRow,
  isTelling,
  type PatchDraft,
} from "./patch-draft.ts"
import type { Random } from "./random.ts"

export type Deviation = (draft: PatchDraft, random: Random) => boolean

const contextRows = (hunk: DraftHunk): DraftRow[] => hunk.rows.filter(({ mark }) => mark === " ")
const oldRows = (hunk: DraftHunk): DraftRow[] => hunk.rows.filter(({ mark }) => mark !== "+")
export const tellingContext = (hunk: DraftHunk): DraftRow[] =>
  contextRows(hunk).filter(({ text }) => isTelling(text))

function always(change: (draft: PatchDraft, random: Random) => void): Deviation {
  return (draft, random) => {
    change(draft, random)
    return true
  }
}

// Changes one row of each hunk that has a fitting one.
function eachHunk(
  rowsOf: (hunk: DraftHunk) => DraftRow[],
  change: (row: DraftRow, random: Random) => boolean,
): Deviation {
  return (draft, random) => {
    let count = 0
    for (const hunk of draft.hunks) {
      const rows = rowsOf(hunk)
      if (rows.length > 0 && change(random.pick(rows), random)) count += 1
    }
    return count > 0
  }
}

export function misspell(row: DraftRow, random: Random): boolean {
  const words = row.text.match(/[A-Za-z]{5,}/g)
  if (!words) return false
  const word = random.pick(words)
  const at = 1 + random.below(word.length - 2)
  const slips = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + (word[at + 1] ?? "") + (word[at] ?? "") + word.slice(at + 2),
    `${word}s`,
  ]
  const wrong = random.pick(slips)
  if (wrong === word) return false
  row.text = row.text.replace(word, wrong)
  return true
}

const reindentTo = (from: string, to: string) => (text: string) => {
  const indentation = /^\s*/.exec(text)?.[0] ?? ""
  return indentation.replaceAll(from, to) + text.slice(indentation.length)
}

export function reindentPatch(change: (text: string) => string): Deviation {
  return (draft) => {
    let isChanged = false
    for (const row of draft.hunks.flatMap((hunk) => hunk.rows)) {
      const text = row.text.trim() === "" ? row.text : change(row.text)
      isChanged ||= text !== row.text && row.mark !== "+"
      row.text = text
    }
    return isChanged
  }
}

const fileUnit = (draft: PatchDraft): string | undefined => {
  const indented = draft.base.map((line) => /^\s+(?=\S)/.exec(line)?.[0]).filter((text) => text)
  if (indented.length === 0) return undefined
  if (indented.every((text) => text?.startsWith("\t"))) return "\t"
  if (indented.some((text) => text?.includes("\t"))) return undefined
  const widths = indented.map((text) => text?.length ?? 0)
  if (widths.every((width) => width % 4 === 0)) return "    "
  return widths.every((width) => width % 2 === 0) ? "  " : undefined
}

/** Every line of the patch keeps to the grid of the file, so that a change of unit is well defined. */
const changeUnit: Deviation = (draft, random) => {
  const unit = fileUnit(draft)
  if (unit === undefined) return false
  const others = ["\t", "  ", "    "].filter((other) => other !== unit)
  return reindentPatch(reindentTo(unit, random.pick(others)))(draft, random)
}

/** The lines of the file that may go, change or gain neighbours: context that does not touch an edit. */
function looseContext(draft: PatchDraft): number[] {
  const loose: number[] = []
  for (const hunk of draft.hunks) {
    const touched = hunk.edits.flatMap(({ start, removed }) => [start - 1, start + removed])
    for (const row of tellingContext(hunk)) if (!touched.includes(row.base)) loose.push(row.base)
  }
  return loose
}

export const removeLines = (draft: PatchDraft, lines: readonly number[]): void => {
  draft.file = draft.file.filter(({ base }) => !lines.includes(base))
}

export function insertBehind(draft: PatchDraft, line: number, texts: readonly string[]): void {
  const at = draft.file.findIndex(({ base }) => base === line)
  if (at === -1) return
  draft.file.splice(at + 1, 0, ...texts.map((text) => ({ text, base: -1 })))
}

export const removedLines = (draft: PatchDraft): number[] =>
  draft.hunks.flatMap((hunk) => hunk.rows.filter(({ mark }) => mark === "-").map((row) => row.base))

export const home = (hunk: DraftHunk): number[] => oldRows(hunk).map(({ base }) => base)

// A second place with the same lines, far from the first.
export function twin(draft: PatchDraft, change: (text: string, index: number) => string): boolean {
  const [hunk] = draft.hunks
  // With more hunks their order would tell the twins apart.
  if (!hunk || draft.hunks.length > 1) return false
  const texts = home(hunk).map((line) => draft.base[line] ?? "")
  insertBehind(draft, draft.base.length - 1, [
    "",
    "between the twins",
    "",
    ...texts.map(change),
    "after",
  ])
  return true
}

export const renameWord = (text: string, random: Random): string => {
  const words = text.match(/[A-Za-z]{4,}/g)
  if (!words) return text
  const word = random.pick(words)
  return text.replace(word, `next${word[0]?.toUpperCase()}${word.slice(1)}`)
}

export const seen =
  (deviation: Deviation): Deviation =>
  (draft, random) => {
    const before = draft.file.map(({ text }) => text)
    if (!deviation(draft, random)) return false
    draft.seen ??= before
    return true
  }

const typographic = (text: string): string =>
  text.replaceAll("'", "\u2019").replaceAll('"', "\u201C").replaceAll("...", "\u2026")

export const applicableDeviations: Readonly<Record<string, Deviation>> = {
  clean: () => true,
  fence: always((draft) => {
    draft.before = ["```diff"]
    draft.after = ["```"]
  }),
  prose: always((draft) => {
    draft.before = ["Here is the change:", ""]
    draft.after = ["", "Tell me if more is needed."]
  }),
  heredoc: always((draft) => {
    draft.before = ["apply_patch <<'EOF'"]
    draft.after = ["EOF"]
  }),
  "no-end": always((draft) => {
    draft.end = undefined
  }),
  "no-begin": always((draft) => {
    draft.begin = ""
  }),
  decorated: always((draft) => {
    draft.begin = "*** Begin Patch ***"
    draft.end = "*** End Patch ***"
  }),
  "no-at": always((draft) => {
    const [first] = draft.hunks
    if (first) first.header = [""]
  }),
  lineno: always((draft) => {
    for (const hunk of draft.hunks) {
      const line = (hunk.rows[0]?.base ?? 0) + 1
      hunk.header = [`@@ -${line},6 +${line},7 @@`]
    }
  }),
  gitdiff: always((draft) => {
    draft.preface = [`--- a/${draft.path}`, `+++ b/${draft.path}`]
    for (const hunk of draft.hunks) hunk.header = ["@@ -1,6 +1,7 @@"]
  }),
  "blank-stripped": (draft) => {
    const blank = draft.hunks.flatMap(contextRows).filter(({ text }) => text === "")
    for (const row of blank) row.whole = ""
    return blank.length > 0
  },
  "no-lead-space": (draft) => {
    const rows = draft.hunks.flatMap(contextRows)
    if (rows.some(({ text }) => /^[-+@*\\]/.test(text))) return false
    for (const row of rows) row.whole = row.text
    return true
  },
  "line-numbers": (draft) => {
    for (const row of draft.hunks.flatMap(oldRows)) {
      row.text = `${String(row.base + 1).padStart(5, "0")}|${row.text}`
    }
    return true
  },
  "header-ok": (draft) => headerOf(draft, (text) => text.trim()),
  "header-partial": (draft) => headerOf(draft, (text) => text.trim().slice(0, -2)),
  "header-absent": always((draft) => {
    for (const hunk of draft.hunks) hunk.header = ["@@ def never_heard_of(this):"]
  }),
  "eof-misplaced": (draft) => {
    const [first] = draft.hunks
    if (!first || draft.hunks.length < 2) return false
    first.isEndMarked = true
    return true
  },
  "multi-block": (draft) => {
    draft.isBlockPerHunk = true
    return draft.hunks.length > 1
  },
  reorder: (draft) => {
    draft.hunks.reverse()
    return draft.hunks.length > 1
  },
  elided: (draft) => {
    const long = draft.hunks.find((hunk) => contextRows(hunk).length >= 6)
    if (!long || long.edits.length > 1) return false
    const at = long.rows.findIndex(({ mark }) => mark !== " ")
    if (at < 3) return false
    long.rows.splice(0, at - 2, { mark: " ", text: "// ... existing code ...", base: -1 })
    return true
  },
  "crlf-file": always((draft) => {
    draft.fileEnding = "\r\n"
  }),
  "crlf-patch": always((draft) => {
    draft.patchEnding = "\r\n"
  }),
  bom: always((draft) => {
    draft.hasBom = true
  }),
  "no-final-newline": always((draft) => {
    draft.hasFinalNewline = false
  }),
  "tail-blank": always((draft) => {
    draft.file.push({ text: "", base: -1 })
  }),
  "trail-ws-file": (draft, random) => {
    for (const line of draft.file) if (random.chance(0.3)) line.text += "  "
    return true
  },
  "trail-ws-patch": (draft, random) => {
    for (const row of draft.hunks.flatMap(oldRows)) if (random.chance(0.5)) row.text += " "
    return true
  },
  "uni-patch": eachHunk(oldRows, (row) => {
    const text = typographic(row.text)
    const isChanged = text !== row.text
    row.text = text
    return isChanged
  }),
  "uni-file": (draft) => {
    const lines = new Set(draft.hunks.flatMap(home))
    let isChanged = false
    for (const line of draft.file) {
      if (!lines.has(line.base)) continue
      isChanged ||= typographic(line.text) !== line.text
      line.text = typographic(line.text)
    }
    return isChanged
  },
  "indent-unit": changeUnit,
  "indent-shift": (draft, random) => {
    const lines = draft.hunks.flatMap((hunk) => hunk.rows.map(({ text }) => text))
    const isDeep = lines.every((text) => text.trim() === "" || text.startsWith("  "))
    return isDeep && reindentPatch((text) => text.slice(2))(draft, random)
  },
  "inner-ws": eachHunk(tellingContext, (row) => {
    const text = row.text.replace(/(?<=\S) (?=\S)/, "  ")
    const isChanged = text !== row.text
    row.text = text
    return isChanged
  }),
  "ctx-typo2": (draft, random) =>
    draft.hunks.some((hunk) => {
      const rows = tellingContext(hunk)
      const [first, last] = [rows[0], rows.at(-1)]
      if (!first || !last || first === last || rows.length < 4) return false
      return misspell(first, random) && misspell(last, random)
    }),
  "pure-add": (draft) => {
    const hunk = draft.hunks.find(({ edits }) => edits.every(({ removed }) => removed === 0))
    const [edit] = hunk?.edits ?? []
    const anchor = edit && draft.base[edit.start - 1]
    if (!hunk || !anchor || anchor.trim().length < 8) return false
    if (draft.base.filter((line) => line.trim() === anchor.trim()).length > 1) return false
    hunk.header = [`@@ ${anchor.trim()}`]
    hunk.rows = hunk.rows.filter(({ mark }) => mark === "+")
    return true
  },
  "low-ctx": (draft) => {
    withContext(draft, 1)
    const texts = draft.hunks.map((hunk) => oldRows(hunk).map(({ text }) => text))
    return texts.every((old) => {
      const starts = draft.base.filter((_, line) =>
        old.every((text, offset) => draft.base[line + offset]?.trim() === text.trim()),
      )
      return old.length > 0 && starts.length === 1
    })
  },
  overlap: (draft) => splitInTwo(draft, false),
  "overlap-newstate": (draft) => splitInTwo(draft, true),
  "ctx-newstate": (draft) => {
    for (const hunk of draft.hunks) {
      const [edit] = hunk.edits
      const pair = edit && renamedWord(draft.base[edit.start] ?? "", edit.added[0] ?? "")
      const row = pair && tellingContext(hunk).find(({ text }) => hasWord(text, pair[0]))
      if (!row) continue
      row.text = row.text.replace(pair[0], pair[1])
      return true
    }
    return false
  },
  "moved-block": seen((draft, random) => {
    const [hunk] = draft.hunks
    if (!hunk) return false
    const lines = home(hunk)
    const moved = draft.file.filter(({ base }) => lines.includes(base))
    removeLines(draft, lines)
    draft.file.splice(random.below(2) * draft.file.length, 0, ...moved)
    return true
  }),
  "indent-deeper": reindentPatch((text) => `    ${text}`),
  "indent-ctx": eachHunk(tellingContext, (row, random) => {
    row.text = random.chance(0.5) || !row.text.startsWith(" ") ? ` ${row.text}` : row.text.slice(1)
    return true
  }),
  "ctx-typo": eachHunk(tellingContext, misspell),
  "ctx-dropped": (draft, random) => {
    const loose = looseContext(draft)
    if (loose.length === 0) return false
    const line = random.pick(loose)
    for (const hunk of draft.hunks) {
      hunk.rows = hunk.rows.filter((row) => row.mark === "+" || row.base !== line)
    }
    return true
  },
  "ctx-dup": (draft, random) => {
    const [hunk] = draft.hunks
    const row = hunk && tellingContext(hunk)[0]
    if (!row || random.chance(0.5)) return false
    hunk.rows.splice(hunk.rows.indexOf(row), 0, { ...row })
    return true
  },
  "stale-ctx": seen((draft, random) => {
    const loose = looseContext(draft)
    const line = loose.length > 0 ? random.pick(loose) : -1
    const target = draft.file.find(({ base }) => base === line)
    if (!target) return false
    target.text = renameWord(target.text, random)
    return true
  }),
  "stale-insert": seen((draft, random) => {
    const loose = looseContext(draft)
    if (loose.length === 0) return false
    const line = random.pick(loose)
    // Never between an edit and its neighbour.
    const starts = draft.hunks.flatMap((hunk) => hunk.edits.map(({ start }) => start))
    if (starts.includes(line + 1)) return false
    insertBehind(draft, line, [`extra${random.below(900)} = 1`])
    return true
  }),
  "stale-delete": seen((draft, random) => {
    const loose = looseContext(draft)
    if (loose.length === 0) return false
    removeLines(draft, [random.pick(loose)])
    return true
  }),
  "stale-far": seen((draft, random) => {
    draft.file.unshift(
      ...Array.from({ length: 1 + random.below(9) }, () => ({
        text: `top ${random.below(99)}`,
        base: -1,
      })),
    )
    return true
  }),
}

function renamedWord(before: string, after: string): [string, string] | undefined {
  const old: string[] = before.match(/\w+/g) ?? []
  const wanted: string[] = after.match(/\w+/g) ?? []
  if (old.length !== wanted.length) return undefined
  const at = old.findIndex((word, index) => word !== wanted[index])
  const [from, to] = [old[at], wanted[at]]
  return from && to && !wanted.includes(from) ? [from, to] : undefined
}

const hasWord = (text: string, word: string): boolean =>
  [...text.matchAll(/\w+/g)].some(([found]) => found === word)

// Two edits a few lines apart, each in a hunk of its own, whose contexts overlap.
function splitInTwo(draft: PatchDraft, isNewState: boolean): boolean {
  const [hunk] = draft.hunks
  const [first] = hunk?.edits ?? []
  if (!first || draft.hunks.length > 1 || first.added.length === 0) return false
  const start = first.start + first.removed + 2
  const line = draft.base[start]
  if (line === undefined || !isTelling(line)) return false
  const second = { start, removed: 1, added: [`${line} // and more`] }
  const hunks = [first, second].map((edit) => createHunk(draft.base, [edit], 3))
  const [, later] = hunks
  if (isNewState && later) {
    const own = later.rows.filter(({ base, mark }) => mark === "+" || base >= start - 2)
    later.rows = [...first.added.map((text) => ({ mark: " " as const, text, base: -1 })), ...own]
  }
  draft.hunks = hunks
  return true
}

/** The first line above a hunk that occurs once and says something becomes its header. */
function headerOf(draft: PatchDraft, spell: (text: string) => string): boolean {
  let count = 0
  for (const hunk of draft.hunks) {
    const first = hunk.rows[0]?.base ?? 0
    const above = draft.base.slice(0, first).findLast((text) => {
      const isOnce = draft.base.filter((line) => line.includes(spell(text))).length === 1
      return text.trim().length > 12 && isOnce
    })
    if (above === undefined) continue
    hunk.header = [`@@ ${spell(above)}`]
    count += 1
  }
  return count > 0
}

/** Rebuilds the hunks with another amount of context. */
export function withContext(draft: PatchDraft, context: number): void {
  draft.hunks = draft.hunks.map((hunk) => createHunk(draft.base, hunk.edits, context))
}
