// What the model reads when a research call cannot be done, and the line about its cost.

import { Refusal } from "../../lib/refusal.ts"
import { agenticFetchLimits } from "./limits.ts"

export function nothingToSearchWith(reason: string): Refusal {
  return new Refusal(
    "AGENTIC_FETCH_NO_SEARCH",
    `Without a url the research needs web_search, and that cannot work now. ${reason}`,
    "Give a url to start from, or tell the user what to set up.",
  )
}

export function webfetchDenied(): Refusal {
  return new Refusal(
    "HOST_PERMISSION_DENIED",
    "The user's permission rules deny webfetch, and agentic_fetch with it.",
    "Do not try this again; go on without the web.",
  )
}

export function webfetchOff(): Refusal {
  return new Refusal(
    "AGENTIC_FETCH_NO_SEARCH",
    "The feature webfetch is switched off, so pages cannot be opened.",
    "Tell the user that agentic_fetch needs webfetch.",
  )
}

export function noModel(): Refusal {
  return new Refusal(
    "AGENTIC_FETCH_FAILED",
    "No model is configured for the research.",
    "Tell the user to set agentic-fetch.model or the host's small_model.",
  )
}

export function busy(): Refusal {
  return new Refusal(
    "AGENTIC_FETCH_BUSY",
    `${agenticFetchLimits.parallelMax} research calls of this session run already.`,
    "Wait for one of them to end.",
  )
}

export function researchFailed(why: string, opened: readonly string[]): Refusal {
  const read = opened.length > 0 ? ` Pages read: ${opened.join(", ")}.` : ""
  return new Refusal(
    "AGENTIC_FETCH_FAILED",
    `The research gave no answer: ${why}.${read}`,
    opened.length > 0 ? "Read the pages with webfetch." : "Use web_search and webfetch yourself.",
  )
}

export function budgetSpent(tool: string): Refusal {
  const { searchesMax, fetchesMax } = agenticFetchLimits
  return new Refusal(
    "AGENTIC_FETCH_BUDGET",
    `The budget of ${tool} is spent (${searchesMax} searches, ${fetchesMax} pages).`,
    "Answer now from what you have, and say what is missing.",
  )
}

export interface Bill {
  readonly searches: number
  readonly fetches: number
  readonly cost: number
  readonly tokens: number
  readonly model: string
}

export function describeBill(bill: Bill): string {
  const cost = bill.cost > 0 ? `, $${bill.cost.toFixed(4)}` : ""
  return `(Research by ${bill.model}: ${bill.searches} searches, ${bill.fetches} pages, ${bill.tokens} tokens${cost})`
}
