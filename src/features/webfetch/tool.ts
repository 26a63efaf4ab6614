// The flow of a call, top to bottom: plan, permission, cache or network, text or binary, conversion, reply.
// The only file that imports the steps; the steps import none of each other.

import { defineTool } from "../../feature/define-tool.ts"
import type { FeatureContext } from "../../feature/feature.ts"
import type { AnyTool, ToolContext, ToolReply } from "../../feature/tool-spec.ts"
import type { ModelRef, PermissionRule } from "../../host/port.ts"
import { Refusal } from "../../lib/refusal.ts"
import { type Access, checkTarget, isHostAllowed } from "../../net/access.ts"
import { createDeadline } from "../../net/deadline.ts"
import type { HttpClient } from "../../net/http-client.ts"
import type { PrivateRuns } from "../../private-run/private-run.ts"
import { fitsInline, spillLimits } from "../../spill/spill-store.ts"
import { describeBinaryBody } from "./binary.ts"
import { type Conversion, createPageCache, type StoredPage } from "./cache.ts"
import type { ConvertedPage, PageInput } from "./convert/page.ts"
import { toolArguments } from "./description.ts"
import { binaryPageFacts, type PageSituation, pageFacts } from "./facts.ts"
import { type FetchedPage, type FetchOutcome, fetchPage, type PageHeaders } from "./fetch-page.ts"
import { type Facts, frontMatter } from "./front-matter.ts"
import { webfetchLimits } from "./limits.ts"
import {
  describeBinary,
  errorPageExcerpt,
  redirectElsewhere,
  redirectRefused,
  statusRefusal,
  unexpectedUnchanged,
  unreadablePage,
} from "./messages.ts"
import { describeOutline, describePosition, outlineOf, viewPage } from "./paging.ts"
import { createPermit } from "./permission.ts"
import { type FetchPlan, planFetch, type WebfetchArguments } from "./plan.ts"
import { checkRules, isRedirectTarget, type UrlRules } from "./rules.ts"
import { askReader } from "./secondary-model.ts"
import { createSingleFlight } from "./single-flight.ts"
import { type BodyVerdict, binaryKindOf, isDeclaredBinary, judgeBody, mimeOf } from "./sniff.ts"

/** What may be reached, and the client that reaches it. */
export interface Network {
  readonly name: "open" | "public"
  readonly access: Access
  readonly client: HttpClient
}

export interface WebfetchParts {
  readonly context: Pick<FeatureContext, "host" | "clock" | "log" | "spill" | "privateSessions">
  readonly description: string
  readonly rules: UrlRules
  /** With the user's private places: for the user's sessions. */
  readonly open: Network
  /** The public Internet alone: for sessions of our own (S7). */
  readonly publicOnly: Network
  readonly runs: PrivateRuns
  /** Candidates for answering a prompt, best first. */
  models(): Promise<readonly ModelRef[]>
  convert(input: PageInput): Promise<ConvertedPage>
}

export function createWebfetchTool(parts: WebfetchParts): AnyTool {
  const state = createState(parts)
  return defineTool({
    name: "webfetch",
    description: parts.description,
    args: toolArguments,
    loop: "guarded",
    execute: (args, tool) => webfetch(args, tool, state),
  })
}

type State = ReturnType<typeof createState>

function createState(parts: WebfetchParts) {
  return {
    parts,
    cache: createPageCache(parts.context.clock),
    fetches: createSingleFlight<FetchOutcome>(),
    conversions: createSingleFlight<ConvertedPage>(),
    files: createSingleFlight<string>(),
  }
}

/** One call of the tool. */
interface Call {
  readonly args: WebfetchArguments
  readonly plan: FetchPlan
  readonly tool: ToolContext
  readonly network: Network
  readonly signal: AbortSignal
  readonly cacheKey: string
  permit(url: URL): Promise<void>
}

interface Source {
  readonly stored: StoredPage
  readonly isCacheHit: boolean
  readonly isRevalidated: boolean
}

async function webfetch(
  args: WebfetchArguments,
  tool: ToolContext,
  state: State,
): Promise<ToolReply> {
  const { context, open, publicOnly } = state.parts
  const network = context.privateSessions.has(tool.sessionId) ? publicOnly : open
  const plan = planFetch(args, (url) => isHostAllowed(url, network.access))
  const check = (url: URL) => checkRules(url, state.parts.rules) ?? checkTarget(url, network.access)
  const refusal = check(plan.requested)
  if (refusal !== undefined) throw refusal
  const permit = createPermit({
    prompt: args.prompt,
    ask: tool.ask,
    rules: () => callerRules(tool, state),
    check,
  })
  await permit(plan.attempts[0])
  const deadline = createDeadline(context.clock, plan.totalMs, tool.abort)
  try {
    const cacheKey = `${network.name} ${plan.requested.href}`
    const call = { args, plan, tool, network, permit, cacheKey, signal: deadline.signal }
    const source = await obtainPage(call, state)
    // A stored page, or one that a parallel call fetched, went through redirects that this caller must be allowed too.
    for (const hop of source.stored.page.hops) await permit(new URL(hop.to))
    return await describePage(call, source, state)
  } finally {
    deadline.dispose()
  }
}

async function callerRules(
  tool: ToolContext,
  { parts }: State,
): Promise<readonly PermissionRule[]> {
  const { host } = parts.context
  const [agents, session] = await Promise.all([host.agents(), host.sessions.get(tool.sessionId)])
  const agent = agents.find((it) => it.name === tool.agent)
  return [...(agent?.permission ?? []), ...(session?.permission ?? [])]
}

async function obtainPage(call: Call, state: State): Promise<Source> {
  const { plan, cacheKey } = call
  const known = state.cache.lookup(cacheKey, plan.isPaging)
  const usable = known.kind !== "miss" && serves(known.stored.page, plan) ? known : undefined
  if (usable?.kind === "fresh") {
    return { stored: usable.stored, isCacheHit: true, isRevalidated: false }
  }
  const validators = usable?.validators
  const flightKey = `${cacheKey} ${plan.format === "html"} ${plan.isSaving} ${call.tool.sessionId}`
  const outcome = await state.fetches.run(flightKey, call.signal, (signal) =>
    fetchPage(plan, {
      client: call.network.client,
      signal,
      validators,
      permit: call.permit,
      isRedirectTarget: (target) => isRedirectTarget(target, state.parts.rules),
      bytesWanted: (headers) => bytesWanted(headers, plan.isSaving),
    }),
  )
  switch (outcome.kind) {
    case "page": {
      const stored = state.cache.store(cacheKey, outcome.page)
      return { stored, isCacheHit: false, isRevalidated: false }
    }
    case "unchanged": {
      if (usable === undefined) throw unexpectedUnchanged(outcome.url)
      const stored = state.cache.refresh(cacheKey, usable.stored)
      return { stored, isCacheHit: true, isRevalidated: true }
    }
    case "other-site":
      throw (
        checkTarget(outcome.target, call.network.access) ??
        redirectElsewhere(outcome.status, outcome.from, outcome.target)
      )
    case "redirect-refused":
      throw redirectRefused(outcome.from, outcome.why)
  }
}

/** A stored body serves every format, except that a Markdown answer holds no HTML, and a clipped file no file. */
function serves(page: FetchedPage, plan: FetchPlan): boolean {
  const isMarkdown = mimeOf(page.headers.contentType) === "text/markdown"
  if (plan.format === "html" && isMarkdown) return false
  return !plan.isSaving || (page.bytes !== undefined && page.cut === undefined)
}

function bytesWanted(headers: PageHeaders, isSaving: boolean): number {
  const { textBytesMax, savedBytesMax, binaryBytesMax } = webfetchLimits
  if (!isDeclaredBinary(headers.contentType)) return textBytesMax
  const isPdf = mimeOf(headers.contentType) === "application/pdf"
  const bytesMax = isPdf || isSaving ? savedBytesMax : binaryBytesMax
  return Number(headers.contentLength) > bytesMax ? 0 : bytesMax
}

async function describePage(call: Call, source: Source, state: State): Promise<ToolReply> {
  const { page } = source.stored
  const verdict = judgePage(page)
  const isError = page.status >= 300
  const isReadable = verdict.kind === "text" || (verdict.binaryKind === "pdf" && isWhole(page))
  if (isError && !isReadable) throw statusRefusal(page.url, page.status)
  if (!isReadable || (verdict.kind === "binary" && call.plan.isSaving)) {
    return binaryReply(call, source, state)
  }
  const conversion = await convertStored(call, source.stored, state)
  if (isError) return errorReply(call, source, conversion.page)
  if (verdict.kind === "binary" && conversion.page.content === "") {
    return binaryReply(call, source, state)
  }
  const answer = await answerPrompt(call, source, { conversion, state })
  if (answer.text !== undefined) {
    const facts = { ...pageFacts(situationOf(call, source), conversion.page), ...answer.facts }
    return reply(call, page, `${header(call, facts)}${answer.text}`)
  }
  return pageReply(call, source, { conversion, state, extra: answer.facts })
}

function judgePage(page: FetchedPage): BodyVerdict {
  const { contentType } = page.headers
  if (page.bytes !== undefined) return judgeBody(contentType, page.bytes)
  const mime = mimeOf(contentType)
  return { kind: "binary", binaryKind: binaryKindOf(mime), mime }
}

function isWhole(page: FetchedPage): boolean {
  return page.bytes !== undefined && page.cut === undefined
}

function situationOf(call: Call, source: Source, isTruncated = false): PageSituation {
  const { isCacheHit, isRevalidated } = source
  const requestedUrl = call.plan.requested.href
  return { requestedUrl, page: source.stored.page, isCacheHit, isRevalidated, isTruncated }
}

async function binaryReply(call: Call, source: Source, state: State): Promise<ToolReply> {
  const { page } = source.stored
  const verdict = judgePage(page)
  const [kind, mime] = verdict.kind === "binary" ? [verdict.binaryKind, verdict.mime] : []
  const facts = describeBinaryBody(page, kind ?? "binary", mime ?? "application/octet-stream")
  const bytes = call.plan.isSaving && isWhole(page) ? page.bytes : undefined
  const saved = bytes && (await state.parts.context.spill.write(facts.filename, bytes))
  const head = header(call, binaryPageFacts(situationOf(call, source), facts, saved))
  return reply(call, page, `${head}${describeBinary(facts, saved)}`)
}

/** Converts once per form; parallel calls share the work, and all of it lies within the call's time. */
async function convertStored(call: Call, stored: StoredPage, state: State): Promise<Conversion> {
  const name = conversionName(call)
  const known = stored.conversions[name]
  if (known !== undefined) return known
  const { page } = stored
  const input: PageInput = {
    bytes: page.bytes ?? new Uint8Array(),
    contentType: page.headers.contentType,
    url: page.url,
    format: call.args.format,
    extractMain: call.args.extract_main,
    status: page.status,
    headers: { "cf-mitigated": page.headers.challenge },
  }
  const key = `${call.cacheKey} ${name} ${stored.storedAt}`
  try {
    const converted = await state.conversions.run(key, call.signal, () =>
      state.parts.convert(input),
    )
    const conversion = { page: converted }
    state.cache.addConversion(call.cacheKey, name, conversion)
    return conversion
  } catch (error) {
    if (error instanceof Refusal) throw error
    const why = error instanceof Error ? error.name : "unknown error"
    state.parts.context.log.error("conversion-failed", { error: why })
    throw unreadablePage(page.url, why)
  }
}

function conversionName(call: Call): string {
  return `${call.args.format} ${call.args.extract_main ? "main" : "all"}`
}

/** A status that is no success, with the beginning of the page that explains it. */
function errorReply(call: Call, source: Source, converted: ConvertedPage): ToolReply {
  const { page } = source.stored
  const refusal = statusRefusal(page.url, page.status)
  const head = header(call, pageFacts(situationOf(call, source), converted))
  const output = `${head}${refusal.message}${errorPageExcerpt(converted.content)}`
  const metadata = { code: refusal.code, refused: true, url: page.url, status: page.status }
  return { title: refusal.code, output, metadata }
}

interface Converted {
  readonly conversion: Conversion
  readonly state: State
}

/** The second model's answer, or the facts that say why there is none. */
async function answerPrompt(
  call: Call,
  source: Source,
  { conversion, state }: Converted,
): Promise<{ readonly text?: string; readonly facts: Facts }> {
  const prompt = call.args.prompt?.trim() ?? ""
  if (prompt === "") return { facts: {} }
  const { wordCount, content } = conversion.page
  if (wordCount < webfetchLimits.promptWordsMin) {
    return { facts: { secondary_model_skipped: "the page is too short" } }
  }
  const models = await state.parts.models()
  if (models.length === 0) {
    return { facts: { secondary_model_skipped: "no model is configured (webfetch.model)" } }
  }
  const outcome = await askReader(state.parts.runs, {
    sessionId: call.tool.sessionId,
    prompt,
    url: source.stored.page.url,
    content,
    models,
    signal: call.tool.abort,
  })
  if (outcome.kind === "failed") return { facts: { secondary_model_error: outcome.why } }
  const { cost, tokens } = outcome.usage
  return {
    text: outcome.text,
    facts: {
      secondary_model: outcome.model,
      secondary_model_input_truncated: outcome.isClipped ? true : undefined,
      secondary_model_cost: cost,
      secondary_model_tokens: tokens.input + tokens.output,
    },
  }
}

async function pageReply(
  call: Call,
  source: Source,
  { conversion, state, extra }: Converted & { readonly extra: Facts },
): Promise<ToolReply> {
  const { page } = source.stored
  const { content } = conversion.page
  const factsOf = (isTruncated: boolean): Facts => ({
    ...pageFacts(situationOf(call, source, isTruncated), conversion.page),
    ...extra,
  })
  const whole = `${header(call, factsOf(false))}${content}`
  if (!call.plan.isPaging && fitsInline(whole)) return reply(call, page, whole)
  const head = header(call, factsOf(true))
  const isFirst = !call.plan.isPaging
  const outline = isFirst ? describeOutline(outlineOf(conversion.page, call.args.format)) : ""
  const { offset, section, format } = call.args
  const view = viewPage(conversion.page, {
    format,
    offset,
    section,
    fragment: call.plan.fragment,
    bytesMax:
      spillLimits.inlineBytesMax - byteLength(head + outline) - webfetchLimits.positionBytes,
    linesMax: spillLimits.inlineLinesMax - lineCount(head + outline) - webfetchLimits.positionLines,
  })
  const position = describePosition(view, await fileOf(call, conversion, state))
  const tail = outline === "" ? position : `${position}\n${outline}`
  return reply(call, page, `${head}${view.text.trimEnd()}\n\n${tail}`)
}

/** The whole page in a file, written once per form. */
async function fileOf(call: Call, conversion: Conversion, state: State): Promise<string> {
  if (conversion.file !== undefined) return conversion.file
  const name = conversionName(call)
  const extension = { markdown: "md", text: "txt", html: "html" }[call.args.format]
  const { pathname, hostname } = call.plan.requested
  const stem = pathname.split("/").findLast((part) => part !== "") ?? hostname
  const file = await state.files.run(`${call.cacheKey} ${name}`, call.signal, () =>
    state.parts.context.spill.write(`${stem}.${extension}`, conversion.page.content),
  )
  state.cache.addConversion(call.cacheKey, name, { ...conversion, file })
  return file
}

function header(call: Call, facts: Facts): string {
  return call.args.include_metadata ? `${frontMatter(facts)}\n` : ""
}

function reply(call: Call, page: FetchedPage, output: string): ToolReply {
  return {
    title: call.plan.requested.href,
    output,
    metadata: { url: page.url, status: page.status },
  }
}

function byteLength(text: string): number {
  return Buffer.byteLength(text, "utf8")
}

function lineCount(text: string): number {
  return text.split("\n").length
}
