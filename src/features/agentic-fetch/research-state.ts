// What one research session may still do and has done: its folder, its budget, the pages it opened.

import { agenticFetchLimits } from "./limits.ts"
import type { OpenedPage } from "./sources.ts"

export interface Research {
  /** Of the call's page files. */
  readonly folder: string
  readonly marker: string
  searches: number
  fetches: number
  readonly opened: OpenedPage[]
}

export interface ResearchSessions {
  start(sessionId: string, research: Research): void
  get(sessionId: string): Research | undefined
  end(sessionId: string): void
}

export function createResearchSessions(): ResearchSessions {
  const sessions = new Map<string, Research>()
  return {
    start: (sessionId, research) => {
      sessions.set(sessionId, research)
    },
    get: (sessionId) => sessions.get(sessionId),
    end: (sessionId) => {
      sessions.delete(sessionId)
    },
  }
}

export function createResearch(folder: string, marker: string): Research {
  return { folder, marker, searches: 0, fetches: 0, opened: [] }
}

/** Counts a call of a web tool; false when the budget is spent. */
export function spend(research: Research, tool: string): boolean {
  if (tool === "web_search" || tool === "code_search") {
    if (research.searches >= agenticFetchLimits.searchesMax) return false
    research.searches += 1
  }
  if (tool === "webfetch") {
    if (research.fetches >= agenticFetchLimits.fetchesMax) return false
    research.fetches += 1
  }
  return true
}
