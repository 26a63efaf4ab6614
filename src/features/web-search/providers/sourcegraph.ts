// The streaming search of a Sourcegraph-compatible instance: GET /.api/search/stream, server-sent events.

import { isRecord, readNumber, readString } from "../../../lib/json.ts"
import type { JsonResponse } from "../../../net/json-request.ts"
import type { FailureKind, ProviderRequest } from "../provider.ts"
import { failureOfStatus } from "./answers.ts"

export interface CodeQuery {
  readonly text: string
  readonly count: number
  readonly contextLines: number
}

export interface CodeHit {
  readonly repository: string
  readonly path: string
  readonly url: string
  /** Line numbers start at 1. */
  readonly lines: readonly { readonly number: number; readonly text: string }[]
}

export type CodeAnswer =
  | { readonly kind: "hits"; readonly hits: readonly CodeHit[]; readonly isCut: boolean }
  | { readonly kind: "failed"; readonly failure: FailureKind; readonly reason: string }

export function codeRequest(query: CodeQuery, baseUrl: string): ProviderRequest {
  const url = new URL(`${baseUrl.replace(/\/+$/, "")}/.api/search/stream`)
  url.searchParams.set("q", query.text)
  url.searchParams.set("v", "V3")
  url.searchParams.set("display", String(query.count))
  url.searchParams.set("cm", "true")
  url.searchParams.set("cl", String(query.contextLines))
  return { url, headers: { accept: "text/event-stream" } }
}

export function readCodeAnswer(response: JsonResponse, baseUrl: string): CodeAnswer {
  const failure = failureOfStatus(response)
  if (failure?.kind === "failed") return failure
  const events = readEvents(response.text)
  if (events.length === 0) {
    return { kind: "failed", failure: "bad-answer", reason: "the answer is not a stream of events" }
  }
  const alert = events.find((event) => event.name === "error" || event.name === "alert")
  const matches = events.filter((event) => event.name === "matches").flatMap((event) => event.list)
  const hits = matches.map((match) => readMatch(match, baseUrl)).filter((hit) => hit !== undefined)
  if (hits.length === 0 && alert) {
    const reason = alert.text ?? "the query was not understood"
    return { kind: "failed", failure: "bad-request", reason: reason.slice(0, 200) }
  }
  const isCut = events.some((event) => event.isLimitHit)
  return { kind: "hits", hits, isCut }
}

interface StreamEvent {
  readonly name: string
  readonly list: readonly unknown[]
  readonly text: string | undefined
  readonly isLimitHit: boolean
}

function readEvents(text: string): readonly StreamEvent[] {
  return text.split(/\r?\n\r?\n/).flatMap((block) => {
    const name = /^event: ?(.*)$/m.exec(block)?.[1]?.trim()
    if (name === undefined) return []
    const data = [...block.matchAll(/^data: ?(.*)$/gm)].map((match) => match[1]).join("\n")
    const value = parse(data)
    const skipped = isRecord(value) && Array.isArray(value.skipped) ? value.skipped : []
    return [
      {
        name,
        list: Array.isArray(value) ? value : [],
        text: readString(value, "message") ?? readString(value, "title"),
        isLimitHit: skipped.some((entry) => /limit/.test(readString(entry, "reason") ?? "")),
      },
    ]
  })
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

function readMatch(match: unknown, baseUrl: string): CodeHit | undefined {
  const repository = readString(match, "repository")
  const path = readString(match, "path")
  if (!isRecord(match) || repository === undefined || path === undefined) return undefined
  const url = `${baseUrl.replace(/\/+$/, "")}/${repository}/-/blob/${path}`
  return {
    repository,
    path,
    url,
    lines: [...readChunks(match.chunkMatches), ...readLines(match.lineMatches)],
  }
}

function readChunks(chunks: unknown): CodeHit["lines"] {
  if (!Array.isArray(chunks)) return []
  return chunks.flatMap((chunk: unknown) => {
    const start = readNumber(isRecord(chunk) ? chunk.contentStart : undefined, "line") ?? 0
    const lines = (readString(chunk, "content") ?? "").replace(/\n$/, "").split("\n")
    return lines.map((text, index) => ({ number: start + index + 1, text }))
  })
}

function readLines(lines: unknown): CodeHit["lines"] {
  if (!Array.isArray(lines)) return []
  return lines.map((line: unknown) => ({
    number: (readNumber(line, "lineNumber") ?? 0) + 1,
    text: readString(line, "line") ?? "",
  }))
}
