// Part of the flow: a loaded page to the result of the call: header, content or the part of it that fits, or a description.

import type { ToolReply } from "../../feature/tool-spec.ts"
import { fitsInline, type SpillStore, spillLimits } from "../../spill/spill-store.ts"
import { describeBinaryBody, imageAttachment } from "./binary.ts"
import type { Conversion } from "./cache.ts"
import type { BestSource } from "./documentation.ts"
import { binaryPageFacts, type PageSituation, pageFacts } from "./facts.ts"
import { type Facts, frontMatter } from "./front-matter.ts"
import { webfetchLimits } from "./limits.ts"
import type { PageLoader } from "./load-page.ts"
import { describeBinary, errorPageExcerpt, statusRefusal } from "./messages.ts"
import { describeOutline, describePosition, outlineOf, viewPage } from "./paging.ts"
import type { WebfetchArguments } from "./plan.ts"
import { type BodyVerdict, isWhole } from "./sniff.ts"

export interface ReplyParts {
  readonly spill: SpillStore
  readonly loader: PageLoader
}

/** What is replied to: the arguments, the URL as asked, and what was found for it. */
export interface Answerable {
  readonly args: WebfetchArguments
  readonly requestedUrl: string
  readonly source: BestSource
  /** Whether the model of the session takes images. */
  readonly acceptsImages: boolean
}

export async function replyWithBinary(
  it: Answerable,
  verdict: BodyVerdict,
  { spill }: ReplyParts,
): Promise<ToolReply> {
  const { page } = it.source.loaded.stored
  const [kind, mime] =
    verdict.kind === "binary"
      ? [verdict.binaryKind, verdict.mime]
      : (["binary", "text/plain"] as const)
  const facts = describeBinaryBody(page, kind, mime)
  const bytes = isWhole(page) ? page.bytes : undefined
  const toSave = it.args.save_binary ? bytes : undefined
  const savedPath = toSave && (await spill.write(facts.filename, toSave))
  const image = imageAttachment(facts, it.acceptsImages ? bytes : undefined)
  const head = header(it, binaryPageFacts(situationOf(it), facts, savedPath))
  const text = describeBinary(facts, { savedPath, isAttached: image !== undefined })
  return { ...reply(it, `${head}${text}`), ...(image && { attachments: [image] }) }
}

/** A status that is no success, with the beginning of the page that explains it. */
export function replyWithError(it: Answerable, conversion: Conversion): ToolReply {
  const { page } = it.source.loaded.stored
  const refusal = statusRefusal(page.url, page.status)
  const head = header(it, pageFacts(situationOf(it), conversion.page))
  const output = `${head}${refusal.message}${errorPageExcerpt(conversion.page.content)}`
  const metadata = { code: refusal.code, refused: true, url: page.url, status: page.status }
  return { title: refusal.code, output, metadata }
}

/** Another model's answer in place of the page. */
export function replyWithAnswer(
  it: Answerable,
  conversion: Conversion,
  answer: { readonly text: string; readonly facts: Facts },
): ToolReply {
  const facts = { ...pageFacts(situationOf(it), conversion.page), ...answer.facts }
  return reply(it, `${header(it, facts)}${answer.text}`)
}

export async function replyWithPage(
  it: Answerable,
  { conversion, extra }: { readonly conversion: Conversion; readonly extra: Facts },
  parts: ReplyParts,
): Promise<ToolReply> {
  const { content } = conversion.page
  const { plan } = it.source.call
  const factsOf = (isTruncated: boolean): Facts => ({
    ...pageFacts(situationOf(it, isTruncated), conversion.page),
    ...extra,
  })
  const whole = `${header(it, factsOf(false))}${content}`
  if (!plan.isPaging && fitsInline(whole)) return reply(it, whole)
  const head = header(it, factsOf(true))
  const outline = plan.isPaging ? "" : describeOutline(outlineOf(conversion.page, plan.format))
  const view = viewPage(conversion.page, {
    format: plan.format,
    offset: it.args.offset,
    section: it.args.section,
    fragment: plan.fragment,
    bytesMax:
      spillLimits.inlineBytesMax - byteLength(head + outline) - webfetchLimits.positionBytes,
    linesMax: spillLimits.inlineLinesMax - lineCount(head + outline) - webfetchLimits.positionLines,
  })
  const file = await parts.loader.file(it.source.call, conversion, (name) =>
    parts.spill.write(name, content),
  )
  const tail = [describePosition(view, file), outline].filter((text) => text !== "").join("\n")
  const inline = reply(it, `${head}${view.text.trimEnd()}\n\n${tail}`)
  return { ...inline, metadata: { ...inline.metadata, file } }
}

function situationOf(it: Answerable, isTruncated = false): PageSituation {
  const { loaded, usedLlmsTxt, note } = it.source
  const { isCacheHit, isRevalidated, stored } = loaded
  const { requestedUrl } = it
  return {
    requestedUrl,
    page: stored.page,
    isCacheHit,
    isRevalidated,
    isTruncated,
    usedLlmsTxt,
    note,
  }
}

function header(it: Answerable, facts: Facts): string {
  return it.args.include_metadata ? `${frontMatter(facts)}\n` : ""
}

function reply(it: Answerable, output: string): ToolReply {
  const { page } = it.source.loaded.stored
  const metadata = { url: page.url, status: page.status }
  return { title: it.requestedUrl, output, metadata }
}

function byteLength(text: string): number {
  return Buffer.byteLength(text, "utf8")
}

function lineCount(text: string): number {
  return text.split("\n").length
}
