// Which language a search is about when nobody said so: from the files and globs that were named, else from the
// files that were found. Never a guess between two.

import { extensionOf, type Language, languageOfExtension } from "./languages.ts"

export type LanguageVerdict =
  | { readonly kind: "known"; readonly language: Language }
  /** Names and file counts of the languages in question, the most frequent first; may be empty. */
  | {
      readonly kind: "unclear"
      readonly counts: readonly (readonly [name: string, files: number])[]
    }

/** Languages that lie beside programs in nearly every project. */
const companions = ["json", "yaml", "html", "css", "bash"]

export function inferLanguage(
  namedFiles: Iterable<string>,
  globs: readonly string[],
  files: readonly string[],
): LanguageVerdict {
  const wanted = globs.filter((glob) => !glob.startsWith("!"))
  const named = countLanguages([...namedFiles, ...wanted])
  const found = named.size > 0 ? named : countLanguages(files)
  const [only, ...others] = withoutCompanions(found)
  if (only && others.length === 0) return { kind: "known", language: only[0] }
  const counts = [...found].map(([language, count]) => [language.name, count] as const)
  return { kind: "unclear", counts: counts.sort((left, right) => right[1] - left[1]) }
}

/** Files by language; a name may be a glob such as `*.{ts,tsx}`. */
function countLanguages(names: readonly string[]): Map<Language, number> {
  const counts = new Map<Language, number>()
  for (const name of names) {
    for (const extension of extensionsOf(name)) {
      const language = languageOfExtension(extension)
      if (language) counts.set(language, (counts.get(language) ?? 0) + 1)
    }
  }
  return counts
}

function extensionsOf(name: string): readonly string[] {
  const list = /\.\{([\w,]+)\}$/.exec(name)?.[1]
  if (list !== undefined) return list.toLowerCase().split(",")
  const extension = extensionOf(name)
  return extension === undefined ? [] : [extension]
}

function withoutCompanions(counts: Map<Language, number>): readonly [Language, number][] {
  const all = [...counts]
  const programs = all.filter(([language]) => !companions.includes(language.name))
  return programs.length > 0 ? programs : all
}
