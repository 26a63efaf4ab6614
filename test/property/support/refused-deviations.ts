// Deviations after which a patch must be refused: ambiguous, in conflict with the file, or aimed at text that is gone.

import {
  type Deviation,
  home,
  insertBehind,
  misspell,
  reindentPatch,
  removedLines,
  removeLines,
  renameWord,
  seen,
  tellingContext,
  twin,
} from "./patch-deviations.ts"
import { isTelling } from "./patch-draft.ts"

const mustRefuse =
  (deviation: Deviation): Deviation =>
  (draft, random) => {
    if (!deviation(draft, random)) return false
    draft.mustRefuse = true
    return true
  }

export const refusedDeviations: Readonly<Record<string, Deviation>> = {
  "ambiguous-exact": mustRefuse((draft) => twin(draft, (text) => text)),
  "ambiguous-typo": mustRefuse((draft, random) => {
    const [hunk] = draft.hunks
    if (!hunk || tellingContext(hunk).length === 0) return false
    return twin(draft, (text) => text) && misspell(random.pick(tellingContext(hunk)), random)
  }),
  "ambiguous-ws": mustRefuse((draft, random) => {
    if (!twin(draft, (text) => text)) return false
    return reindentPatch((text) => ` ${text}`)(draft, random)
  }),
  "already-applied": mustRefuse((draft) => {
    const edit = draft.hunks[0]?.edits[0]
    if (!edit || draft.hunks.length > 1 || !edit.added.some(isTelling)) return false
    removeLines(
      draft,
      Array.from({ length: edit.removed }, (_, index) => edit.start + index),
    )
    insertBehind(draft, edit.start - 1, edit.added)
    return true
  }),
  "deleted-changed": mustRefuse((draft, random) => {
    const lines = removedLines(draft)
    const target = draft.file.find(({ base, text }) => lines.includes(base) && isTelling(text))
    if (!target) return false
    const text = renameWord(target.text, random)
    if (text === target.text) return false
    target.text = text
    return true
  }),
  "target-gone": mustRefuse((draft) => {
    const lines = removedLines(draft)
    const line = lines.find((removed) => isTelling(draft.base[removed] ?? ""))
    if (line === undefined) return false
    removeLines(draft, [line])
    return true
  }),
  "insertion-split": mustRefuse((draft) => {
    const edit = draft.hunks.flatMap((hunk) => hunk.edits).find(({ removed }) => removed === 0)
    if (!edit) return false
    insertBehind(draft, edit.start - 1, ["somebody wrote this", "and this"])
    return true
  }),
  "twin-trap": mustRefuse((draft, random) => {
    const [hunk] = draft.hunks
    if (!hunk || tellingContext(hunk).length === 0) return false
    const marked = random.pick(tellingContext(hunk))
    const rename = (text: string): string => renameWord(text, random)
    const wrong = rename(marked.text)
    if (wrong === marked.text || draft.hunks.length > 1) return false
    marked.text = wrong
    return true
  }),
  "twin-gone": mustRefuse(
    seen((draft, random) => {
      const [hunk] = draft.hunks
      if (!hunk || tellingContext(hunk).length < 3) return false
      const marked = tellingContext(hunk)[random.below(tellingContext(hunk).length)]
      const rename = (text: string): string =>
        text === marked?.text ? renameWord(text, random) : text
      if (!marked || rename(marked.text) === marked.text || !twin(draft, rename)) return false
      draft.seen = draft.file.map(({ text }) => text)
      removeLines(draft, home(hunk))
      return true
    }),
  ),
}
