// The flow of a call, top to bottom: checks, permission, first page, research session, sources, reply, clean-up.
// The only file that imports the steps; the steps import none of each other.

import { randomBytes } from "node:crypto"
import { askCallerRules } from "../../feature/caller-rules.ts"
import type { FeatureContext } from "../../feature/feature.ts"
import type { ToolContext, ToolReply } from "../../feature/tool-spec.ts"
import type { ModelRef, PermissionRule } from "../../host/port.ts"
import { clipBytes } from "../../lib/clip-bytes.ts"
import { readString } from "../../lib/json.ts"
import type { Refusal } from "../../lib/refusal.ts"
import { matchesWildcard } from "../../lib/wildcard.ts"
import { unwrapUrl } from "../../net/url.ts"
import { modelId } from "../../private-run/models.ts"
import type { PrivateRunOutcome, PrivateRuns } from "../../private-run/private-run.ts"
import { pageTools, researchAgent, researchPermission, researchSystem, webTools } from "./agent.ts"
import { describeBrief, type FirstPage } from "./brief.ts"
import { agenticFetchLimits } from "./limits.ts"
import {
  describeBill,
  noModel,
  nothingToSearchWith,
  researchFailed,
  webfetchDenied,
  webfetchOff,
} from "./messages.ts"
import { removeFolder, writePageFile } from "./page-file.ts"
import { createResearch, type Research, type ResearchSessions } from "./research-state.ts"
import { completeSources } from "./sources.ts"

export interface AgenticFetchParts {
  readonly context: Pick<
    FeatureContext,
    "host" | "spill" | "privateSessions" | "ownTool" | "log" | "clock"
  >
  readonly runs: PrivateRuns
  readonly sessions: ResearchSessions
  readonly timeoutMs: number
  /** Candidates for the research, best first. */
  models(): Promise<readonly ModelRef[]>
}

export interface ResearchCall {
  readonly prompt: string
  readonly url: string | undefined
  readonly tool: ToolContext
  readonly signal: AbortSignal
}

export async function research(call: ResearchCall, parts: AgenticFetchParts): Promise<ToolReply> {
  const rules = await askCallerRules(parts.context.host, call.tool)
  const refusal = readinessOf(call, parts, rules)
  if (refusal !== undefined) throw refusal
  if (call.url === undefined) await askToSearch(call)
  const state = createResearch(
    await parts.context.spill.createFolder("research"),
    randomBytes(6).toString("hex"),
  )
  try {
    const page = await openFirstPage(call, parts, state)
    const { outcome, model } = await askModels(call, parts, { state, page, rules })
    return await replyOf(call, parts, { outcome, model, state })
  } finally {
    await removeFolder(state.folder).catch(() => parts.context.log.warn("folder-left"))
  }
}

function readinessOf(
  call: ResearchCall,
  { context }: AgenticFetchParts,
  rules: readonly PermissionRule[],
): Refusal | undefined {
  if (deniesAll(rules, "webfetch")) return webfetchDenied()
  if (context.ownTool("webfetch") === undefined) return webfetchOff()
  if (call.url !== undefined) return undefined
  const search = context.ownTool("web_search")
  const missing =
    search === undefined ? "The feature web-search is switched off." : search.readiness?.()?.what
  return missing === undefined ? undefined : nothingToSearchWith(missing)
}

/** The last rule that matches decides, as in the host. */
function deniesAll(rules: readonly PermissionRule[], permission: string): boolean {
  const rule = rules.findLast(
    (it) => matchesWildcard(it.permission, permission) && it.pattern === "*",
  )
  return rule?.action === "deny"
}

async function askToSearch({ tool, prompt }: ResearchCall): Promise<void> {
  await tool.ask({ permission: "web_search", patterns: [prompt], always: ["*"] })
}

/**
 * The page is fetched by webfetch itself with the caller's permission, but private places that the user opened for the
 * main agent stay closed for research.
 */
async function openFirstPage(
  call: ResearchCall,
  parts: AgenticFetchParts,
  state: Research,
): Promise<FirstPage> {
  const webfetch = parts.context.ownTool("webfetch")
  if (call.url === undefined || webfetch === undefined) return { kind: "none" }
  const url = unwrapUrl(call.url)
  const reply = await webfetch.run(
    { url, include_metadata: false },
    { ...call.tool, isPublicOnly: true, abort: call.signal },
  )
  state.fetches += 1
  const finalUrl = readString(reply.metadata, "url") ?? url
  const isPage = readString(reply.metadata, "code") === undefined
  if (isPage) state.opened.push({ urls: [url, finalUrl] })
  return firstPage(finalUrl, await wholeText(reply), state)
}

/** A long page was spilled by webfetch; the whole text is wanted here. */
async function wholeText(reply: ToolReply): Promise<string> {
  const file = readString(reply.metadata, "file")
  if (file === undefined) return reply.output
  const { readFile } = await import("node:fs/promises")
  return readFile(file, "utf8").catch(() => reply.output)
}

async function firstPage(url: string, text: string, state: Research): Promise<FirstPage> {
  if (Buffer.byteLength(text) <= agenticFetchLimits.inlinePageBytesMax)
    return { kind: "inline", url, text }
  const file = await writePageFile(state.folder, "page.md", text)
  return { kind: "file", url, file, lines: text.split("\n").length }
}

interface Attempt {
  readonly state: Research
  readonly page: FirstPage
  readonly rules: readonly PermissionRule[]
}

interface Answered {
  readonly outcome: PrivateRunOutcome
  readonly model: string
}

/** The first model with a usable answer wins; a timeout or an abort ends the list. */
async function askModels(
  call: ResearchCall,
  parts: AgenticFetchParts,
  attempt: Attempt,
): Promise<Answered> {
  const models = await parts.models()
  let last: Answered | undefined
  for (const model of models) {
    const outcome = await askModel(call, parts, { ...attempt, model })
    last = { outcome, model: modelId(model) }
    if (outcome.kind === "answered" || call.signal.aborted) break
  }
  if (last === undefined) throw noModel()
  return last
}

async function askModel(
  call: ResearchCall,
  parts: AgenticFetchParts,
  { state, page, rules, model }: Attempt & { readonly model: ModelRef },
): Promise<PrivateRunOutcome> {
  const isReady = (tool: string) => {
    const own = parts.context.ownTool(tool)
    return own !== undefined && own.readiness?.() === undefined
  }
  const offered = [...webTools.filter(isReady), ...(page.kind === "file" ? pageTools : [])]
  let sessionId: string | undefined
  try {
    return await parts.runs.run({
      parentSessionId: call.tool.sessionId,
      agent: researchAgent.name,
      title: `Research: ${call.prompt.split(/\s+/).slice(0, 6).join(" ")}`,
      model,
      permission: researchPermission(offered, rules),
      system: researchSystem,
      text: describeBrief(call.prompt, page, state.marker),
      timeoutMs: parts.timeoutMs,
      signal: call.signal,
      onSession: (id) => {
        sessionId = id
        parts.sessions.start(id, state)
      },
    })
  } finally {
    if (sessionId !== undefined) parts.sessions.end(sessionId)
  }
}

async function replyOf(
  call: ResearchCall,
  parts: AgenticFetchParts,
  { outcome, model, state }: Answered & { readonly state: Research },
): Promise<ToolReply> {
  const isPartial = outcome.kind === "failed"
  const text = isPartial ? (outcome.partialText ?? "") : outcome.text
  if (text.trim() === "") {
    const why = isPartial ? outcome.why : "the answer is empty"
    throw researchFailed(
      why,
      state.opened.map((page) => page.urls.at(-1) ?? ""),
    )
  }
  const { cost, tokens } = outcome.usage
  const { searches, fetches } = state
  const bill = { searches, fetches, cost, tokens: tokens.input + tokens.output, model }
  const label = isPartial ? `(Partial: ${outcome.why}. What was written until then:)\n\n` : ""
  const answer = await bounded(`${label}${completeSources(text, state.opened)}`, parts)
  return {
    title: call.prompt.slice(0, 80),
    output: `${answer}\n\n${describeBill(bill)}`,
    metadata: bill,
  }
}

async function bounded(answer: string, { context }: AgenticFetchParts): Promise<string> {
  const head = clipBytes(answer, agenticFetchLimits.answerBytesMax)
  if (head === answer) return answer
  const file = await context.spill.write("answer.md", answer)
  return `${head}\n[The answer is longer. The whole text: ${file}]`
}
