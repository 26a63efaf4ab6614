// Tells a scene as text: what was asked, what the model read back, what changed on disk.

import { createTwoFilesPatch } from "diff"
import type { CaseRun } from "../../test/e2e/support/case.ts"
import type { Scene } from "./scene.ts"

const linesMax = 14

/** The calls of the run as the model made them. */
export function describeAsked(run: CaseRun): string[] {
  const calls = run.requests.at(-1)?.messages.flatMap((message) => message.toolCalls) ?? []
  const asked = run.results.map((result) => {
    const call = calls.find((entry) => entry.id === result.callId)
    return `${result.tool} ${describeArguments(result.args, call?.argumentsText)}`
  })
  return asked.flatMap((text) => text.split("\n"))
}

/** What the model read, and how the files differ from before. */
export function describeOutcome(scene: Scene, run: CaseRun): string[] {
  const read = run.results.flatMap((result) => {
    // Folders of the demo have random names, which nobody needs to read.
    const output = result.output.trimEnd().replaceAll(run.root, "<project>")
    return clip([`${result.tool} ${result.status}:`, ...output.split("\n")])
  })
  const changes = describeChanges(scene, run)
  const error = run.error === undefined ? [] : [`turn ended with ${run.error.name}`]
  return [...read, ...error, ...(changes.length > 0 ? changes : ["files: unchanged"])]
}

function describeChanges(scene: Scene, run: CaseRun): string[] {
  const before = new Map<string, string>()
  for (const [file, content] of Object.entries(scene.files ?? {})) {
    if (typeof content === "string") before.set(file, content)
  }
  const names = new Set([...Object.keys(scene.files ?? {}), ...run.list()])
  return [...names].sort().flatMap((file) => {
    const isNew = scene.files?.[file] === undefined
    const old = before.get(file) ?? ""
    const now = run.read(file)
    const changes = old === (now ?? "") ? [] : clip(describeDifference(file, old, now ?? ""))
    if (isNew) return [`${file}: new file`, ...changes]
    return now === undefined ? [`${file}: gone`, ...changes] : changes
  })
}

function describeDifference(file: string, before: string, after: string): string[] {
  const patch = createTwoFilesPatch(file, file, before, after, "", "", { context: 1 })
  return patch
    .split("\n")
    .filter((line) => line !== "" && !/^(Index:|=====|---|\+\+\+|\\)/.test(line))
    .map((line) => `${file}: ${visible(line)}`)
}

/** Text arguments are shown as text, the rest as JSON. The rewritten ones are what the host stored. */
function describeArguments(stored: CaseRun["results"][number]["args"], sent?: string): string {
  const args: unknown = parse(sent) ?? stored
  if (typeof args !== "object" || args === null) return String(args)
  const entries = Object.entries(args)
  const [only] = entries
  if (entries.length === 1 && typeof only?.[1] === "string") return `${only[0]}:\n${only[1]}`
  return JSON.stringify(args)
}

function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function clip(lines: readonly string[]): string[] {
  if (lines.length <= linesMax) return [...lines]
  return [...lines.slice(0, linesMax), `… ${lines.length - linesMax} more lines`]
}

/** Carriage returns are half of the story of some scenes. */
function visible(line: string): string {
  return line.replaceAll("\r", "␍")
}
