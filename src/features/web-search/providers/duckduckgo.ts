// DuckDuckGo Lite, by opt-in only: a page of HTML without a key. Its bot check is recognised, so that a refusal is
// never read as "no results".

import type { SearchHit, SearchProvider } from "../provider.ts"
import { failed, failureOfStatus, withSiteOperators } from "./answers.ts"

const freshnessCodes = { day: "d", week: "w", month: "m", year: "y" } as const
const botMarks = /anomaly-modal|anomaly\.js|Unfortunately, bots use DuckDuckGo/i

export const duckduckgo: SearchProvider = {
  name: "duckduckgo",
  keyVariables: [],
  defaultBaseUrl: "https://lite.duckduckgo.com",
  request: (query, { baseUrl }) => {
    const url = new URL(`${baseUrl}/lite/`)
    url.searchParams.set("q", withSiteOperators(query))
    if (query.freshness) url.searchParams.set("df", freshnessCodes[query.freshness])
    return { url, headers: { accept: "text/html" } }
  },
  read: (response) => {
    if (response.status === 202 || botMarks.test(response.text)) {
      return failed("bot-check", "the page asks for a proof of being human")
    }
    const failure = failureOfStatus(response)
    if (failure) return failure
    const hits = readPage(response.text)
    const isResultPage =
      hits.length > 0 || /No results\.|class=['"]?no-results/i.test(response.text)
    return isResultPage
      ? { kind: "hits", hits }
      : failed("bad-answer", "the page has an unknown form")
  },
}

/** Result links have the class `result-link`, the text of each follows in a cell `result-snippet`. */
function readPage(html: string): readonly SearchHit[] {
  const blocks = html.split(/<a\b(?=[^>]*\bclass=['"]result-link['"])/i).slice(1)
  return blocks.map((block) => {
    const href = /\bhref=(["'])(.*?)\1/i.exec(block)?.[2] ?? ""
    const title = />([\s\S]*?)<\/a>/i.exec(block)?.[1] ?? ""
    const snippet = /class=['"]result-snippet['"][^>]*>([\s\S]*?)<\/td>/i.exec(block)?.[1] ?? ""
    return {
      title,
      url: unwrapRedirect(href.replaceAll("&amp;", "&")),
      snippet,
      published: undefined,
    }
  })
}

/** Links lead through `/l/?uddg=<target>`. */
function unwrapRedirect(href: string): string {
  const absolute = URL.canParse(href, "https://duckduckgo.com")
    ? new URL(href, "https://duckduckgo.com")
    : undefined
  return absolute?.searchParams.get("uddg") ?? href
}
