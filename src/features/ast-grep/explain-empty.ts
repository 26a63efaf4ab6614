// Why a search found nothing, in the words that help most: a corrected query that does match, a word that
// stands in no file, files of other languages. Pure.

import type { Found, TriedCorrection } from "./find-matches.ts"
import type { AstGrepLimits } from "./limits.ts"
import {
  countOf,
  describeOtherExtensions,
  describeQuery,
  describeReadAs,
  describeSkipped,
  describeSyntaxError,
  nameOf,
} from "./messages.ts"

export function explainEmpty(found: Found, directory: string, limits: AstGrepLimits): string {
  const { survey, tried } = found
  const skipped = describeSkipped(survey.candidates.skipped, directory, limits.namesListedMax)
  const reasons = tried ? describeTried(tried, directory, limits) : describeReasons(found)
  return [headline(found), ...reasons, ...(skipped === undefined ? [] : [skipped])].join("\n")
}

function describeTried(
  { correction, matches, isCut }: TriedCorrection,
  directory: string,
  limits: AstGrepLimits,
): readonly string[] {
  const count = `${isCut ? "at least " : ""}${countOf(matches.length, "match")}`
  const places = matches.slice(0, limits.correctionPlacesMax)
  return [
    correction.hint,
    `This finds ${count}: ${describeQuery(correction.query)}`,
    ...places.map((match) => `  ${nameOf(match.file, directory)}:${match.line + 1}`),
  ]
}

function describeReasons(found: Found): readonly string[] {
  const { survey, query, readAs } = found
  const others = describeOtherExtensions(survey.language.name, survey.otherExtensions, true)
  const lines = others === undefined ? [] : [others]
  if (found.hasSyntaxError && query.kind === "pattern") {
    return [...lines, ...describeSyntaxError(query.pattern, survey.language.name)]
  }
  if (readAs !== undefined) lines.push(describeReadAs(readAs.hint))
  if (survey.filesSearched === 0) return lines
  if (isWordMissing(found)) return [...lines, "Check the spelling, or search elsewhere."]
  return [...lines, ...(query.kind === "rule" ? ruleAdvice : patternAdvice)]
}

const patternAdvice = [
  "A pattern must be one complete node: modifiers, types, base classes, quotes and the number of arguments count.",
  "Leave out what may differ with `$$$`, or look for the node kind with `rule`; for plain text use grep.",
]

const ruleAdvice = [
  "All parts of a rule must hold for one node: `kind` is the grammar's own name, `regex` is tried on the node's whole text.",
  "`has` looks inside the node, `inside` around it, both one step far without `stopBy: end`. Search with fewer parts to see which one fails.",
]

function isWordMissing({ survey: { candidates, words } }: Found): boolean {
  return candidates.files.length === 0 && candidates.withoutWords > 0 && words.length > 0
}

function headline(found: Found): string {
  const { survey, cut } = found
  const { language, filesOfLanguage, filesSearched, words } = survey
  const lang = `${language.name}${survey.isInferred ? ", inferred" : ""}`
  if (filesOfLanguage === 0) return `No match: there is no ${language.name} file below these paths.`
  if (filesSearched === 0) return `No match (${lang}): no file could be searched.`
  if (cut === "time")
    return `No match (${lang}) before the time ran out; not all files were searched.`
  const files = `${countOf(filesSearched, "file")} (${lang})`
  if (isWordMissing(found)) {
    const list = words.map((each) => `"${each}"`).join(" and ")
    return `No match in ${files}: none of them holds ${list}.`
  }
  return `No match in ${files}.`
}
