// Every text that the model sees from the tool-loop guard. Pure; same input, same bytes.
// No text advises other arguments: that is how a loop goes on under another name.

import { Refusal } from "../../lib/refusal.ts"
import type { Entry } from "./history.ts"
import type { LoopBlock, LoopNote } from "./policy.ts"

const useIt = "Work with what you have, or say what blocks you and end the turn."

/** Text to append to a result. */
export function describeNote(tool: string, note: LoopNote): string {
  return `\n\n[tool-loop-guard] ${noteText(tool, note)}`
}

function noteText(tool: string, note: LoopNote): string {
  switch (note.kind) {
    case "result":
      return `This is result ${note.count} of the same ${tool} call, and it is the same as before: nothing has changed. ${useIt}${ending(note.isLast)}`
    case "error":
      return errorText(tool, note.count, note.isLast)
    case "polling":
      return `This is result ${note.count} of the same ${tool} call without a change. If nothing is left to do meanwhile, end the turn.`
    case "cycle":
      return `The last ${note.cycle.members.length} calls (${labels(note.cycle.members)}) have now run ${note.cycle.rounds} times in a row with the same results. ${useIt}${note.isLast ? " The next round will be refused." : ""}`
  }
}

function errorText(tool: string, count: number, isLast: boolean): string {
  return `The same ${tool} call has failed ${count} times in a row with this error. Mend the cause first, or say what blocks you and end the turn.${ending(isLast)}`
}

/** Text behind an error, which no hook of the host can extend. */
export function describeErrorNote(tool: string, count: number, errorMax: number): string {
  return `\n\n[tool-loop-guard] ${errorText(tool, count, count === errorMax)}`
}

function ending(isLast: boolean): string {
  return isLast ? " The next identical call will be refused." : ""
}

export function describeBlock(block: LoopBlock): Refusal {
  const { entry } = block
  switch (block.kind) {
    case "result":
      return new Refusal(
        "LOOP_SAME_RESULT",
        `The same ${entry.tool} call has given the same result ${times(block.count)}, so it was not run again.${earlier("Its result", entry)}`,
        useIt,
      )
    case "error":
      return new Refusal(
        "LOOP_SAME_ERROR",
        `The same ${entry.tool} call has failed ${times(block.count)} with the same error, so it was not run again.${earlier("The error", entry)}`,
        "Mend the cause first, use another tool for the same end, or say what blocks you and end the turn.",
      )
    case "cycle":
      return new Refusal(
        "LOOP_CYCLE",
        `The calls ${labels(block.cycle.members)} have run ${times(block.cycle.rounds)} in a row with the same results, so the row was not continued.${earlier(`The result of ${entry.label}`, entry)}`,
        useIt,
      )
  }
}

export function describeTurnEnding(tool: string, count: number): Refusal {
  return new Refusal(
    "LOOP_TURN_ENDING",
    `${tool} has been called ${times(count)} in this turn; calling it again changes nothing.`,
    "End the turn now, without another tool call.",
  )
}

export function describeTurnEndingNote(tool: string): string {
  return `\n\n[tool-loop-guard] ${tool} has now been called twice in this turn. End the turn now; a third call will be refused.`
}

export function describeStreamNote(tool: string, state: string, count: number): string {
  return `\n\n[tool-loop-guard] ${tool} has now answered ${count} times in a row with the same state (${state}). Asking again does not speed it up: do other work, or end the turn; you will be told when it ends.`
}

/** One sentence (L6). */
export function describeRipgrepMissing(): Refusal {
  return new Refusal(
    "LOOP_RIPGREP_MISSING",
    "The host found no ripgrep (rg) on PATH or in its cache, so grep and glob cannot work here:",
    "use bash (grep -rn, find) or read, and tell the user to install ripgrep and start the host again.",
  )
}

export interface StopReport {
  readonly isChild: boolean
  readonly refusals: number
  readonly last: Refusal
}

/** Becomes the error of the run, and with it the result of the caller's task. */
export function describeStop(report: StopReport): Refusal {
  const who = report.isChild ? "The sub-agent" : "The run"
  return new Refusal(
    "LOOP_RUN_STOPPED",
    `${who} was stopped by the tool-loop guard after ${report.refusals} refused calls in a row. The last refusal was ${report.last.code}: ${report.last.what}`,
    report.isChild
      ? "What the sub-agent found before stands above or in its session; do this part yourself, or tell the user what blocked it."
      : "Tell the agent what to do instead.",
  )
}

/** For the caller of a sub-agent that was refused calls and then ended by itself. */
export function describeChildNote(refusals: number, last: Refusal): string {
  return `\n\n[tool-loop-guard] In this task ${refusals === 1 ? "one call was" : `${refusals} calls were`} refused as a loop. The last refusal was ${last.code}: ${withoutResult(last.what)}`
}

function labels(members: readonly Entry[]): string {
  return members.map((entry) => entry.label).join(", ")
}

function earlier(title: string, entry: Entry): string {
  return entry.sample === "" ? "" : ` ${title} was:\n${entry.sample}`
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`
}

/** The sentence before the repeated result. */
function withoutResult(what: string): string {
  return what.replace(/ (Its result|The error|The result of [^\n]*) was:\n[\s\S]*$/, "")
}
