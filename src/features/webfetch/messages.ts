// What the model reads when there is no page to show, and the notes beside pages. Pure.

import { Refusal } from "../../lib/refusal.ts"
import { describeUrl } from "../../net/net-failure.ts"
import type { BinaryFacts } from "./binary.ts"
import { webfetchLimits } from "./limits.ts"

export function redirectElsewhere(status: number, from: string, target: URL): Refusal {
  return new Refusal(
    "WEBFETCH_REDIRECT_ELSEWHERE",
    `${describeUrl(new URL(from))} redirects (${status}) to another site and was not followed: ${target.href}`,
    "If that is where you want to go, call webfetch with that URL.",
  )
}

export function redirectRefused(from: string, why: string): Refusal {
  return new Refusal(
    "WEBFETCH_REDIRECT_REFUSED",
    `The redirect at ${describeUrl(new URL(from))} was not followed: ${why}.`,
    "Use another URL of this page, or another source.",
  )
}

export function unexpectedUnchanged(url: string): Refusal {
  return new Refusal(
    "WEBFETCH_HTTP_STATUS",
    `${describeUrl(new URL(url))} answered 304 (not modified) although no copy was offered.`,
    "Try once more, or use another source.",
  )
}

export function llmsMissing(url: URL): Refusal {
  return new Refusal(
    "WEBFETCH_LLMS_TXT_MISSING",
    `${url.host} has neither /llms-full.txt nor /llms.txt.`,
    'Fetch the page itself with "prefer_llms_txt": "auto" or "never".',
  )
}

const statusHints: Readonly<Record<number, string>> = {
  401: "The page needs a login; use another source.",
  403: "The site refuses this client; use another source.",
  404: "Check the URL, or search for the page.",
  410: "The page was removed; search for its successor.",
  429: "The site limits requests; do not try again soon.",
}

export function statusRefusal(url: string, status: number): Refusal {
  const isPrivateRepository = status === 404 && new URL(url).hostname === "github.com"
  const next =
    (isPrivateRepository ? "It may be private: try the gh command. " : "") +
    (statusHints[status] ??
      (status >= 500 ? "The server has a problem; use another source." : "Use another source."))
  return new Refusal(
    "WEBFETCH_HTTP_STATUS",
    `${describeUrl(new URL(url))} answered with status ${status}.`,
    next,
  )
}

export function unreadablePage(url: string, why: string): Refusal {
  return new Refusal(
    "WEBFETCH_PAGE_UNREADABLE",
    `${describeUrl(new URL(url))} was fetched but could not be converted (${why}).`,
    'Try "format": "html" or "extract_main": false, or use another source.',
  )
}

/** One paragraph about a body that is no text. */
export function describeBinary(
  facts: BinaryFacts,
  {
    savedPath,
    isAttached,
  }: { readonly savedPath: string | undefined; readonly isAttached: boolean },
): string {
  const size = facts.bytes === undefined ? "unknown size" : `${facts.bytes} bytes`
  const name = `${facts.filename}: ${facts.mime}, ${size}.`
  if (isAttached) {
    const saved = savedPath === undefined ? "" : `\nSaved as ${savedPath}`
    return `${name} The image is attached.${saved}`
  }
  const what = `${name} It is not text and is not shown.`
  if (savedPath !== undefined) {
    const how = facts.kind === "image" ? "The read tool shows it." : "Work on it with other tools."
    return `${what}\nSaved as ${savedPath}\n${how}`
  }
  const { savedBytesMax } = webfetchLimits
  return (facts.bytes ?? 0) > savedBytesMax
    ? `${what}\nIt is larger than ${savedBytesMax} bytes, the most that is saved.`
    : `${what}\nCall webfetch again with "save_binary": true to save it to a file.`
}

/** The page that came with an error status, short. */
export function errorPageExcerpt(content: string): string {
  const text = content.trim()
  const max = webfetchLimits.errorPageCharactersMax
  if (text === "") return ""
  const excerpt = text.length <= max ? text : `${text.slice(0, max).trimEnd()}…`
  return `\n\nThe page that came with it:\n\n${excerpt}`
}
