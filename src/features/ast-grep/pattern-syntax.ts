// What can be said of a pattern's syntax without its language: which bracket has no partner, whether it stands in a
// fence, and how it reads with names in the place of its metavariables. Pure.

const partners: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" }

/** For a pattern in which a parser found an error. Undefined when the brackets outside of quotes come in pairs. */
export function strayBracket(pattern: string): string | undefined {
  const code = pattern.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/g, "")
  const open: string[] = []
  for (const bracket of code.match(/[()[\]{}]/g) ?? []) {
    const partner = partners[bracket]
    if (partner === undefined) open.push(bracket)
    else if (open.pop() !== partner) return `\`${bracket}\` closes nothing`
  }
  const last = open.at(-1)
  return last === undefined ? undefined : `\`${last}\` is never closed`
}

/**
 * The pattern as code that every parser can read: names in the place of metavariables, as the engine reads it, and
 * nothing in the place of a list that is alone in its brackets: a name is no statement or parameter everywhere.
 */
export function withPlainNames(pattern: string): string {
  return pattern
    .replace(/([([{])\s*\$\$\$\w*\s*([)\]}])/g, "$1$2")
    .replace(/\$+(?=[A-Z_])|\$\$\$/g, "v")
}

/** The pattern stands in a code fence of Markdown. */
export function isFenced(pattern: string): boolean {
  return pattern.startsWith("```")
}
