// Compares the outcome of a case with the wanted one, byte for byte.

import type { PatchCase, RunResult } from "./case.ts"

/** `refusedRightly`: a case that must be refused was; its counterpart is `wrong`. */
export type Grade = "right" | "refused" | "wrong" | "noop" | "refusedRightly"

export function gradeCase(patchCase: PatchCase, result: RunResult): Grade {
  const isUnchanged = result.text === patchCase.content
  if (patchCase.expected === undefined) {
    const isAnswered = result.isError || patchCase.accepts.unchanged
    return isUnchanged && isAnswered ? "refusedRightly" : "wrong"
  }
  if (result.isError) {
    if (!isUnchanged) return "wrong"
    return patchCase.accepts.refusal ? "right" : "refused"
  }
  if (isWanted(patchCase, result.text)) return "right"
  return isUnchanged ? "noop" : "wrong"
}

function isWanted({ content, expected, accepts }: PatchCase, text: string): boolean {
  if (text === expected) return true
  return (
    (accepts.finalNewline && text === `${expected}\n`) || (accepts.unchanged && text === content)
  )
}
