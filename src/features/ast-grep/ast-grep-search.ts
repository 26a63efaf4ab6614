// The flow of `ast_grep_search`: find, then show.

import { readFile } from "node:fs/promises"
import type { ToolContext, ToolReply } from "../../feature/tool-spec.ts"
import type { SearchArguments } from "./arguments.ts"
import { type CallSession, type ToolParts, withCallSession } from "./call-session.ts"
import { noteOnLooseMatch } from "./declaration-corrections.ts"
import type { EngineMatch } from "./engine/matcher.ts"
import { explainEmpty } from "./explain-empty.ts"
import { type Found, findMatches } from "./find-matches.ts"
import { fitReply } from "./fit-reply.ts"
import {
  countOf,
  describeCut,
  describeOtherExtensions,
  describeReadAs,
  describeSkipped,
  nameOf,
} from "./messages.ts"
import { renderFile } from "./render-matches.ts"

export function search(
  parts: ToolParts,
  args: SearchArguments,
  tool: ToolContext,
): Promise<ToolReply> {
  return withCallSession(parts, tool, async (session) => {
    const found = await findMatches(session, args)
    return found.matches.length === 0
      ? emptyReply(session, found)
      : matchesReply(session, found, { contextLines: args.context, hasCaptures: args.captures })
  })
}

function emptyReply(session: CallSession, found: Found): ToolReply {
  const output = explainEmpty(found, session.tool.directory, session.limits)
  return { title: "0 matches", output, metadata: { matches: 0 } }
}

async function matchesReply(
  session: CallSession,
  found: Found,
  options: { readonly contextLines: number; readonly hasCaptures: boolean },
): Promise<ToolReply> {
  const { limits, tool, context } = session
  const shown = found.matches.slice(0, limits.matchesMax)
  const isMore = found.cut !== undefined || shown.length < found.matches.length
  const byFile = groupByFile(shown)
  const title = `${isMore ? "at least " : ""}${countOf(shown.length, "match")} in ${countOf(byFile.size, "file")}`
  const blocks = []
  for (const [file, matches] of byFile) {
    const name = nameOf(file, tool.directory)
    const text = await readFile(file, "utf8").catch(() => undefined)
    blocks.push({
      outline: `${name}: ${matches.length}`,
      text: renderFile({ name, text, matches }, { ...options, limits }),
    })
  }
  const head = [`${title} (${surveyText(found)})`, ...notes(session, found, isMore)].join("\n")
  const output = await fitReply({ head, blocks, name: "ast-grep-search.txt" }, context.spill)
  const metadata = { matches: shown.length, files: byFile.size, engine: found.survey.engine }
  return { title, output, metadata }
}

function surveyText({ survey }: Found): string {
  const lang = `${survey.language.name}${survey.isInferred ? ", inferred" : ""}`
  return `${lang}; ${countOf(survey.filesSearched, "file")} searched`
}

function notes(session: CallSession, found: Found, isMore: boolean): readonly string[] {
  const { survey, query, readAs, cut } = found
  const loose = query.kind === "pattern" ? noteOnLooseMatch(query.pattern) : undefined
  const lines = [
    readAs === undefined ? undefined : describeReadAs(readAs.hint),
    loose,
    isMore ? describeCut(cut ?? "matches", session.limits) : undefined,
    describeOtherExtensions(survey.language.name, survey.otherExtensions, false),
    describeSkipped(
      survey.candidates.skipped,
      session.tool.directory,
      session.limits.namesListedMax,
    ),
  ]
  return lines.filter((line) => line !== undefined)
}

export function groupByFile(matches: readonly EngineMatch[]): Map<string, EngineMatch[]> {
  const groups = new Map<string, EngineMatch[]>()
  for (const match of matches) {
    const group = groups.get(match.file)
    if (group) group.push(match)
    else groups.set(match.file, [match])
  }
  return groups
}
