// The flow of `ast_grep_replace`: find, plan, check, and either show the diffs or write the files.

import { readFile, realpath } from "node:fs/promises"
import path from "node:path"
import type { ToolContext, ToolReply } from "../../feature/tool-spec.ts"
import { isWithin, judgeInside } from "../../lib/inside.ts"
import type { ReplaceArguments } from "./arguments.ts"
import { groupByFile } from "./ast-grep-search.ts"
import { type CallSession, type ToolParts, withCallSession } from "./call-session.ts"
import { checkRewrite } from "./check-rewrite.ts"
import { checkSyntax } from "./check-syntax.ts"
import type { Query } from "./engine/matcher.ts"
import { explainEmpty } from "./explain-empty.ts"
import { type Found, findMatches } from "./find-matches.ts"
import { fitReply } from "./fit-reply.ts"
import {
  countOf,
  describeFileProblem,
  describeReadAs,
  describeReplaceCut,
  type FileProblem,
  nameOf,
  rewriteTooLarge,
} from "./messages.ts"
import type { TemplatePart } from "./metavariables.ts"
import { editTexts, type FilePlan, planRewrite } from "./plan-rewrite.ts"
import { renderDiff } from "./render-diff.ts"
import { replaceFile } from "./write-file.ts"

export function replace(
  parts: ToolParts,
  args: ReplaceArguments,
  tool: ToolContext,
): Promise<ToolReply> {
  return withCallSession(parts, tool, async (session) => {
    const found = await findMatches(session, args, {
      check: (query) => checkRewrite(args.rewrite, query, session),
      wantsWholeFiles: true,
    })
    if (found.matches.length === 0) return emptyReply(session, found)
    const language = found.survey.language.name
    const template = checkRewrite(args.rewrite, found.query, { ...session, language })
    const work = await planFiles(session, found, template)
    return args.dry_run ? showPlan(session, found, work) : applyPlan(session, found, work)
  })
}

interface PlannedFile {
  /** As listed. */
  readonly file: string
  readonly name: string
  readonly source: Buffer
  readonly content: Buffer
  readonly diff: string
  readonly count: number
}

interface Work {
  readonly planned: readonly PlannedFile[]
  readonly problems: readonly (readonly [name: string, problem: FileProblem])[]
  readonly nested: number
  readonly unchanged: number
  readonly incomplete: number
}

interface Draft {
  readonly file: string
  readonly source: Buffer
  readonly plan: FilePlan
}

async function planFiles(
  session: CallSession,
  found: Found,
  template: readonly TemplatePart[],
): Promise<Work> {
  const problems: [string, FileProblem][] = []
  const drafts: Draft[] = []
  const isOpenEnded = isOpenEndedQuery(found.query)
  const { language } = found.survey
  const { lineComment } = language
  const { directory } = session.tool
  for (const [file, matches] of completeFiles(found, directory)) {
    const source = await readFile(file).catch(() => undefined)
    const plan = source && planRewrite({ source, matches, template, isOpenEnded, lineComment })
    if (source === undefined || plan?.kind !== "plan")
      problems.push([nameOf(file, directory), { kind: "changed" }])
    else drafts.push({ file, source, plan })
  }
  const changing = drafts.filter(({ plan }) => plan.edits.length > 0)
  const files = changing.map(({ source, plan }) => ({ source, edits: plan.edits }))
  const checked = await checkSyntax({ ...session, matcher: found.matcher, language }, files)
  if ("unchecked" in checked)
    throw rewriteTooLarge(
      `the rewritten files could not be checked: ${checked.unchecked}`,
      "Narrow `paths` or the pattern.",
    )
  const planned: PlannedFile[] = []
  for (const [index, { file, source, plan }] of changing.entries()) {
    const result = checked[index]
    const name = nameOf(file, directory)
    if (!result || result.hasNewErrors) problems.push([name, { kind: "syntax" }])
    else {
      const texts = editTexts(plan.edits, result.isInString)
      const diff = renderDiff(name, source, texts, session.limits.diffContextLines)
      planned.push({ file, name, source, content: result.content, diff, count: plan.edits.length })
    }
  }
  return { planned, problems, ...sums(drafts) }
}

function isOpenEndedQuery(query: Query): boolean {
  return query.kind === "pattern" && !(query.core ?? query.pattern).trim().endsWith(";")
}

function sums(drafts: readonly Draft[]): Pick<Work, "nested" | "unchanged" | "incomplete"> {
  const sum = (key: "nested" | "unchanged" | "incomplete") =>
    drafts.reduce((total, { plan }) => total + plan[key], 0)
  return { nested: sum("nested"), unchanged: sum("unchanged"), incomplete: sum("incomplete") }
}

/** A file whose matches were cut cannot be rewritten: all or nothing. */
function completeFiles(found: Found, directory: string) {
  const groups = groupByFile(found.matches)
  if (found.tornFile !== undefined) groups.delete(found.tornFile)
  if (groups.size === 0)
    throw rewriteTooLarge(
      `${nameOf(found.tornFile ?? "", directory)} has more matches, or longer lines, than one call can collect`,
      "Make the pattern narrower, with a literal where it has a metavariable, and rewrite the file in several calls.",
    )
  return groups
}

function emptyReply(session: CallSession, found: Found): ToolReply {
  const output = explainEmpty(found, session.tool.directory, session.limits)
  return { title: "0 matches", output: `Nothing was changed. ${output}`, metadata: { matches: 0 } }
}

async function showPlan(session: CallSession, found: Found, work: Work): Promise<ToolReply> {
  const count = work.planned.reduce((sum, { count: own }) => sum + own, 0)
  const title = `${countOf(count, "replacement")} in ${countOf(work.planned.length, "file")}`
  const next =
    count === 0
      ? "Nothing would change."
      : "Nothing is written yet: call again with dry_run false to apply."
  const head = [`Dry run: ${title}. ${next}`, ...notes(found, work)].join("\n")
  const blocks = work.planned.map((file) => ({
    outline: `${file.name}: ${file.count}`,
    text: file.diff,
  }))
  const output = await fitReply(
    { head, blocks, name: "ast-grep-replace.diff" },
    session.context.spill,
  )
  return { title: `Dry run: ${title}`, output, metadata: { replacements: count, dryRun: true } }
}

async function applyPlan(session: CallSession, found: Found, work: Work): Promise<ToolReply> {
  if (work.planned.length > 0) await askToEdit(session, work.planned)
  const problems = [...work.problems]
  const written: PlannedFile[] = []
  for (const file of work.planned) {
    const problem = session.signal.aborted
      ? ({ kind: "aborted" } as const)
      : await write(session, found, file)
    if (problem) problems.push([file.name, problem])
    else written.push(file)
  }
  const count = written.reduce((sum, { count: own }) => sum + own, 0)
  const title = `${countOf(count, "replacement")} in ${countOf(written.length, "file")}`
  const lines = [
    `Applied: ${title}.`,
    ...notes(found, { ...work, problems }),
    ...written.map((file) => `${file.name}: ${file.count}`),
  ]
  const [head = "", ...rest] = lines
  const blocks = rest.length === 0 ? [] : [{ outline: "", text: rest.join("\n") }]
  const output = await fitReply(
    { head, blocks, name: "ast-grep-replace.txt" },
    session.context.spill,
  )
  return { title: `Applied: ${title}`, output, metadata: { replacements: count, dryRun: false } }
}

/** One question for all files, with the paths as the host's own `edit` names them. */
async function askToEdit(session: CallSession, planned: readonly PlannedFile[]): Promise<void> {
  const { tool, context, limits } = session
  const root = context.host.worktree ?? path.parse(tool.directory).root
  await tool.ask({
    permission: "edit",
    patterns: planned.map(({ file }) => path.relative(root, file)),
    always: ["*"],
    metadata: {
      filepath: planned.map(({ file }) => file).join(", "),
      diff: planned
        .map(({ diff }) => diff)
        .join("\n")
        .slice(0, limits.questionDiffCharactersMax),
    },
  })
}

async function write(
  session: CallSession,
  found: Found,
  { file, source, content }: PlannedFile,
): Promise<FileProblem | undefined> {
  const target = await realpath(file).catch(() => undefined)
  if (target === undefined) return { kind: "changed" }
  if (!(await isAllowed(session, found, file, target))) return { kind: "outside" }
  const outcome = await replaceFile(target, source, content)
  if (outcome.kind !== "written") return outcome
  // A file that the session knows stays known, with the bytes that it has now (X3, P12).
  const { seen } = session.context
  const { sessionId } = session.tool
  if (seen.has(sessionId, target)) seen.record(sessionId, target, content)
  return undefined
}

/** The place was judged before the search; a link made since must not lead elsewhere. */
async function isAllowed(session: CallSession, found: Found, file: string, target: string) {
  const { tool, context } = session
  const workspace = { directory: tool.directory, worktree: context.host.worktree }
  const verdict = await judgeInside(file, workspace)
  return (
    verdict.kind === "inside" || found.scope.allowedOutside.some((root) => isWithin(root, target))
  )
}

function notes(found: Found, work: Work): readonly string[] {
  const lines: (string | undefined)[] = [
    found.readAs === undefined ? undefined : describeReadAs(found.readAs.hint),
    found.cut === undefined ? undefined : describeReplaceCut(found.cut),
    work.nested === 0
      ? undefined
      : `${countOf(work.nested, "match")} inside other matches: call again afterwards for these.`,
    work.unchanged === 0 ? undefined : `${countOf(work.unchanged, "match")} would stay the same.`,
    work.incomplete === 0
      ? undefined
      : `${countOf(work.incomplete, "match")} left alone: a metavariable of the rewrite is not captured there.`,
    ...work.problems.map(([name, problem]) => describeFileProblem(name, problem)),
  ]
  const all = lines.filter((line) => line !== undefined)
  const max = 40
  return all.length <= max
    ? all
    : [...all.slice(0, max), `and ${all.length - max} more files were left alone`]
}
