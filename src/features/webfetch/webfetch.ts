// The flow of a call, top to bottom: plan, permission, the best source, text or binary, conversion, answer, reply.
// Its parts are documentation.ts, load-page.ts and reply.ts; these four files import the steps, the steps none of each other.

import { askCallerRules } from "../../feature/caller-rules.ts"
import type { FeatureContext } from "../../feature/feature.ts"
import type { ToolContext, ToolReply } from "../../feature/tool-spec.ts"
import type { ModelRef } from "../../host/port.ts"
import type { Refusal } from "../../lib/refusal.ts"
import { checkTarget, isHostAllowed } from "../../net/access.ts"
import { createDeadline } from "../../net/deadline.ts"
import type { PrivateRuns } from "../../private-run/private-run.ts"
import type { Conversion } from "./cache.ts"
import type { ConvertedPage, PageInput } from "./convert/page.ts"
import { type BestSource, createDocumentation } from "./documentation.ts"
import type { Facts } from "./front-matter.ts"
import { webfetchLimits } from "./limits.ts"
import type { LlmsPreference } from "./llms-txt.ts"
import { createPageLoader, type Network, type PageCall } from "./load-page.ts"
import { statusRefusal } from "./messages.ts"
import { createPermit } from "./permission.ts"
import { planFetch, type WebfetchArguments } from "./plan.ts"
import { rawFileUrl } from "./raw-file.ts"
import {
  type Answerable,
  replyWithAnswer,
  replyWithBinary,
  replyWithError,
  replyWithPage,
} from "./reply.ts"
import { checkRules, type UrlRules } from "./rules.ts"
import { askReader } from "./secondary-model.ts"
import { isWhole, judgePage } from "./sniff.ts"

export interface WebfetchParts {
  readonly context: Pick<FeatureContext, "host" | "clock" | "log" | "spill" | "privateSessions">
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

export interface Webfetch {
  fetch(args: CallArguments, tool: ToolContext): Promise<ToolReply>
}

export function createWebfetch(parts: WebfetchParts): Webfetch {
  const loader = createPageLoader(parts)
  const documentation = createDocumentation({ clock: parts.context.clock, loader })
  const state = { parts, loader, documentation, spill: parts.context.spill }
  return { fetch: (args, tool) => webfetch(args, tool, state) }
}

interface State {
  readonly parts: WebfetchParts
  readonly loader: ReturnType<typeof createPageLoader>
  readonly documentation: ReturnType<typeof createDocumentation>
  readonly spill: FeatureContext["spill"]
}

export type CallArguments = WebfetchArguments & { readonly prefer_llms_txt: LlmsPreference }

async function webfetch(args: CallArguments, tool: ToolContext, state: State): Promise<ToolReply> {
  const { context, open, publicOnly, rules } = state.parts
  const isOurs = tool.isPublicOnly === true || context.privateSessions.has(tool.sessionId)
  const network = isOurs ? publicOnly : open
  const check = (url: URL) => checkRules(url, rules) ?? checkTarget(url, network.access)
  const plan = planFetch(args, {
    isInsistedOn: (url) => isHostAllowed(url, network.access),
    fileOf: (url) => openFileUrl(url, { check, isWanted: args.prefer_llms_txt !== "always" }),
  })
  const refusal = check(plan.requested)
  if (refusal !== undefined) throw refusal
  const permit = createPermit({
    prompt: args.prompt,
    ask: tool.ask,
    rules: () => askCallerRules(context.host, tool),
    check,
    together: plan.file === undefined ? [] : [plan.attempts[0], plan.file],
  })
  await permit(plan.attempts[0])
  const deadline = createDeadline(context.clock, plan.totalMs, tool.abort)
  try {
    const { signal } = deadline
    const { sessionId } = tool
    const call: PageCall = {
      plan,
      network,
      signal,
      sessionId,
      permit,
      extractMain: args.extract_main,
    }
    const source = await state.documentation.load(call, args.prefer_llms_txt)
    // A stored page, or one that a parallel call fetched, went through redirects that this caller must be allowed too.
    for (const hop of source.loaded.stored.page.hops) await permit(new URL(hop.to))
    const acceptsImages = tool.acceptsImages === true
    const it = { args, requestedUrl: plan.requested.href, source, acceptsImages }
    return await describeSource(it, tool, state)
  } finally {
    deadline.dispose()
  }
}

/** Where the file of a page lies, if the configuration leaves it open: a closed one leaves the page itself. */
function openFileUrl(
  url: URL,
  { check, isWanted }: { check(url: URL): Refusal | undefined; readonly isWanted: boolean },
): URL | undefined {
  const file = isWanted ? rawFileUrl(url) : undefined
  return file !== undefined && check(file) === undefined ? file : undefined
}

async function describeSource(it: Answerable, tool: ToolContext, state: State): Promise<ToolReply> {
  const { page } = it.source.loaded.stored
  const verdict = judgePage(page)
  const isError = page.status >= 300
  const isReadable = verdict.kind === "text" || (verdict.binaryKind === "pdf" && isWhole(page))
  if (isError && !isReadable) throw statusRefusal(page.url, page.status)
  const isSaved = verdict.kind === "binary" && it.args.save_binary
  if (!isReadable || isSaved) return replyWithBinary(it, verdict, state)
  const conversion = await convertSource(it.source, state)
  if (isError) return replyWithError(it, conversion)
  const isEmptyFile = verdict.kind === "binary" && conversion.page.content === ""
  if (isEmptyFile) return replyWithBinary(it, verdict, state)
  const answer = await answerPrompt(it, conversion, { tool, state })
  const { text, facts } = answer
  if (text !== undefined) return replyWithAnswer(it, conversion, { text, facts })
  return replyWithPage(it, { conversion, extra: facts }, state)
}

function convertSource(source: BestSource, { loader }: State): Promise<Conversion> {
  return loader.convert(source.call, source.loaded.stored, source.contentType)
}

/** The second model's answer, or the facts that say why there is none. */
async function answerPrompt(
  it: Answerable,
  conversion: Conversion,
  { tool, state }: { readonly tool: ToolContext; readonly state: State },
): Promise<{ readonly text?: string; readonly facts: Facts }> {
  const prompt = it.args.prompt?.trim() ?? ""
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
    sessionId: tool.sessionId,
    prompt,
    url: it.source.loaded.stored.page.url,
    content,
    models,
    signal: tool.abort,
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
