// How a call is treated: by its tool, by the trait of a tool of ours, and, for bash, by whether it waits. Pure.

import type { LoopTrait } from "../../feature/tool-spec.ts"

/**
 * - `search`: refused early, because the answer is known.
 * - `reading`: changes nothing.
 * - `writing`: may change something, or nobody knows.
 * - `polling`: waits for something; noted now and then, never refused.
 * - `noted`: noted, never refused.
 * - `stream`: asks for the state of a task; counted per task, never refused.
 * - `per-turn`: ends the turn; counted by name.
 * - `exempt`: never counted.
 */
export type CallKind =
  | "search"
  | "reading"
  | "writing"
  | "polling"
  | "noted"
  | "stream"
  | "per-turn"
  | "exempt"

export interface KindRules {
  readonly searchTools: readonly string[]
  readonly exemptTools: readonly string[]
  loopTrait(tool: string): LoopTrait | undefined
}

/** The host's tools that are never counted: they hand over to a person or to another agent (L5). */
const exemptTools: readonly string[] = ["task", "question", "plan_exit", "plan_enter"]
const notedTools: readonly string[] = ["todowrite", "todoread"]
const perTurnTools: readonly string[] = ["wait_for_user"]
const readingTools: readonly string[] = [
  "list",
  "lsp",
  "skill",
  "webfetch",
  "websearch",
  "web_search",
  "code_search",
  "agentic_fetch",
  "ast_grep_search",
  "invalid",
]

/** Commands that wait: their unchanged output is what is waited out, not a mistake. */
const waitingCommand =
  /\b(sleep|wait|watch|inotifywait|poll)\b|\btail\s+(-\w*f|--follow)|--watch\b|\bgh\s+run\b|\bkubectl\s+(wait|rollout)\b|\buntil\b.*\bdo\b|\bwhile\b.*\bdo\b/s

/** Tools of ours that are asked for a state; the others of that trait do something each time. */
const stateTool = /_(status|result)$/

const waitingTool = /(^|_)(wait|poll|sleep|watch)(_|$)/

export function callKind(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  rules: KindRules,
): CallKind {
  if (rules.exemptTools.includes(tool)) return "exempt"
  const trait = rules.loopTrait(tool)
  if (trait === "exempt" || trait === "per-turn") return trait
  if (trait === "noted") return stateTool.test(tool) ? "stream" : "noted"
  if (rules.searchTools.includes(tool)) return "search"
  if (trait === undefined) return hostKind(tool, args)
  return readingTools.includes(tool) ? "reading" : "writing"
}

function hostKind(tool: string, args: Readonly<Record<string, unknown>>): CallKind {
  if (perTurnTools.includes(tool)) return "per-turn"
  if (exemptTools.includes(tool) || tool.startsWith("task_")) return "exempt"
  if (notedTools.includes(tool)) return "noted"
  if (tool === "bash") return isWaiting(args.command) ? "polling" : "writing"
  if (waitingTool.test(tool)) return "polling"
  return readingTools.includes(tool) ? "reading" : "writing"
}

function isWaiting(command: unknown): boolean {
  return typeof command === "string" && waitingCommand.test(command)
}
