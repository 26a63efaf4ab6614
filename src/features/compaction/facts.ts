// The facts that go into the host's summary request: at most 2 KB, records only, no instructions (C1). Pure.
// Sections come in order of worth; what does not fit any more is left out line by line and said.

import { byteLength, clipBytes } from "../../lib/clip-bytes.ts"
import { compactionLimits as limits } from "./limits.ts"
import { factTexts } from "./messages.ts"

export interface SessionFacts {
  readonly firstRequest: string | undefined
  /** Undefined where it is the first one. */
  readonly newestRequest: string | undefined
  readonly openTodos: readonly { readonly content: string; readonly status: string }[]
  readonly runningTasks: readonly RunningTask[]
  readonly failedCalls: readonly FailedCall[]
}

export interface RunningTask {
  readonly id: string
  readonly title: string
  readonly agent: string | undefined
}

export interface FailedCall {
  readonly tool: string
  readonly args: string
  readonly error: string
}

/** Undefined where there is nothing to record. */
export function renderFacts(facts: SessionFacts): string | undefined {
  const sections = [
    quoted(factTexts.firstRequest, facts.firstRequest),
    quoted(factTexts.newestRequest, facts.newestRequest),
    listed(factTexts.openTodos, todoLines(facts), limits.todosMax),
    listed(factTexts.runningTasks, facts.runningTasks.map(taskLine), limits.tasksMax),
    listed(factTexts.failedCalls, facts.failedCalls.map(failureLine), limits.failedCallsMax),
  ].flatMap((section) => section ?? [])
  if (sections.length === 0) return undefined
  return fitSections(factTexts.heading, sections)
}

interface Section {
  readonly title: string
  readonly lines: readonly string[]
  /** Lines that the list leaves out already. */
  readonly omitted: number
}

function quoted(title: string, text: string | undefined): Section | undefined {
  if (text === undefined || text === "") return undefined
  const body = clipBytes(text, limits.requestBytesMax).replaceAll('"""', "'''")
  return { title, lines: ['"""', ...body.split("\n"), '"""'], omitted: 0 }
}

function listed(title: string, lines: readonly string[], linesMax: number): Section | undefined {
  if (lines.length === 0) return undefined
  const shown = lines.slice(0, linesMax).map((line) => `- ${oneLine(line)}`)
  return { title, lines: shown, omitted: lines.length - shown.length }
}

function todoLines(facts: SessionFacts): string[] {
  return facts.openTodos.map((todo) => `[${todo.status}] ${todo.content}`)
}

function taskLine(task: RunningTask): string {
  const agent = task.agent === undefined ? "" : ` (${task.agent})`
  return `${task.id}${agent}: ${task.title}`
}

function failureLine(failed: FailedCall): string {
  return `${failed.tool} ${clipBytes(oneLine(failed.args), limits.lineBytesMax / 2)}: ${failed.error}`
}

function oneLine(text: string): string {
  return clipBytes(text.replace(/\s+/g, " ").trim(), limits.lineBytesMax)
}

/** Adds whole lines while they fit; a section that loses lines says how many. */
function fitSections(heading: string, sections: readonly Section[]): string {
  let text = heading
  for (const section of sections) {
    const added = fitSection(section, limits.factsBytesMax - byteLength(text))
    text += added
  }
  return text
}

function fitSection(section: Section, bytesLeft: number): string {
  for (let kept = section.lines.length; kept > 0; kept -= 1) {
    const omitted = section.omitted + section.lines.length - kept
    const rest = omitted > 0 ? [factTexts.omitted(omitted)] : []
    const text = `\n${[section.title, ...section.lines.slice(0, kept), ...rest].join("\n")}`
    if (byteLength(text) <= bytesLeft) return text
  }
  return ""
}
