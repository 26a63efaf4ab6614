// Facts about a page as YAML front matter. Strings are JSON strings, which YAML reads as they are,
// so nothing that a page says can end the block or add a key. Pure.

import { webfetchLimits } from "./limits.ts"

export type FactValue = string | number | boolean | null | readonly string[]

/** Keys in the order given; undefined leaves a key out. */
export type Facts = Readonly<Record<string, FactValue | undefined>>

export function frontMatter(facts: Facts): string {
  const lines = Object.entries(facts).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${yamlValue(value)}`],
  )
  return `---\n${lines.join("\n")}\n---\n`
}

/** One line, without control and direction marks, clipped. */
export function label(text: string): string {
  const max = webfetchLimits.labelCharactersMax
  const plain = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim()
  return plain.length <= max ? plain : `${plain.slice(0, max).trimEnd()}…`
}

function yamlValue(value: FactValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`
}
