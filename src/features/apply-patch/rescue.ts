// The flow of a patch call: parse -> contain -> wait -> read -> plan -> read again -> decide; and what follows the call.
// Every outcome is a pass, a rewrite or a refusal; nothing is written here.

import {
  type BeforeDecision,
  pass,
  type ResultChange,
  refuse,
  rewrite,
  type ToolCall,
  type ToolResult,
} from "../../feature/decision.ts"
import type { FeatureContext } from "../../feature/feature.ts"
import type { HostEvent } from "../../host/event.ts"
import { readString } from "../../lib/json.ts"
import type { Refusal } from "../../lib/refusal.ts"
import { type Containment, containPaths, type PatchPath } from "./contain.ts"
import { parsePatch } from "./engine/parse.ts"
import type { Patch } from "./engine/patch.ts"
import { type FileNote, type KnownFile, type PatchPlan, planPatch } from "./engine/plan-patch.ts"
import { decodeUtf8 } from "./engine/text-file.ts"
import { createInFlight, type InFlight } from "./in-flight.ts"
import { limits } from "./limits.ts"
import * as messages from "./messages.ts"
import type { PatchOptions } from "./options.ts"
import { type FileContent, isSameContent, readContent } from "./read-files.ts"
import { createWatcher, type Watcher } from "./watch.ts"

interface Desk {
  readonly context: FeatureContext
  readonly options: PatchOptions
  readonly flying: InFlight
  readonly watcher: Watcher
}

export interface Rescue {
  /** Decides on a call of apply_patch. */
  before(call: ToolCall): Promise<BeforeDecision>
  /** What is added to the result of a call that ran. */
  after(call: ToolCall, result: ToolResult): Promise<ResultChange | undefined>
  /** Keeps calls in flight and open questions up to date. */
  follow(event: HostEvent): Promise<void>
  close(): void
}

export function createRescue(context: FeatureContext, options: PatchOptions): Rescue {
  const flying = createInFlight(context.clock)
  const watcher = createWatcher({
    clock: context.clock,
    requests: context.host.requests,
    describeChange: ({ printPath }) => messages.describeChangeWhileAsking(printPath),
  })
  const desk: Desk = { context, options, flying, watcher }
  return {
    before: (call) => rescue(desk, call),
    after: (call, result) => settle(desk, call, result),
    follow: (event) => follow(desk, event),
    close: () => watcher.close(),
  }
}

/** Keys under which models send the patch although the host knows only the first. */
const patchKeys: readonly string[] = ["patchText", "patch", "input", "patch_text"]

async function rescue(desk: Desk, call: ToolCall): Promise<BeforeDecision> {
  const key = patchKeys.find((name) => readString(call.args, name) !== undefined)
  const patchText = key === undefined ? undefined : readString(call.args, key)
  if (key === undefined || patchText === undefined) return pass
  const decision = await decide(desk, call, patchText)
  if (decision.kind === "refuse") desk.flying.release(call.callId)
  if (key === "patchText" || decision.kind === "refuse") return decision
  const text = decision.kind === "rewrite" ? decision.args : { patchText }
  return rewrite({ ...text, [key]: undefined })
}

async function decide(desk: Desk, call: ToolCall, patchText: string): Promise<BeforeDecision> {
  if (Buffer.byteLength(patchText) > limits.patchBytesMax) return refuse(messages.refuseTooLarge())
  const parsed = parsePatch(patchText)
  if (parsed.kind === "malformed") {
    return refuse(messages.refuseMalformed(parsed.reason, parsed.line))
  }
  const contained = await containPaths(pathsOf(parsed.patch), desk.context.host)
  if (contained.kind !== "inside") return decideOutside(desk, contained)
  const realPaths = [...new Set([...contained.paths.values()].map(({ realPath }) => realPath))]
  if (!(await desk.flying.hold(call.callId, realPaths, limits.waitMs))) {
    return refuse(messages.refuseBusy(parsed.patch.sections[0]?.path ?? ""))
  }
  const job: Job = { call, patchText, patch: parsed.patch, paths: contained.paths }
  for (let round = 0; round < limits.replansMax; round++) {
    const decision = await planOnce(desk, job)
    if (decision) return decision
  }
  return refuse(messages.refuseChanging(parsed.patch.sections[0]?.path ?? ""))
}

function decideOutside(
  desk: Desk,
  contained: Containment & { readonly kind: "outside" | "escapes" },
): BeforeDecision {
  if (contained.kind === "escapes") return refuse(messages.refuseEscape(contained.named))
  // The host's own question decides then; nothing outside was looked at.
  return desk.options.outside === "host" ? pass : refuse(messages.refuseOutside(contained.named))
}

interface Job {
  readonly call: ToolCall
  readonly patchText: string
  readonly patch: Patch
  readonly paths: ReadonlyMap<string, PatchPath>
}

// Undefined when a file changed while the plan was made.
async function planOnce(desk: Desk, job: Job): Promise<BeforeDecision | undefined> {
  const contents = await readAll(job.paths)
  const refusal = refuseContents(job, contents)
  if (refusal) return refuse(refusal)
  const isOversized = [...contents.values()].some(isTooLarge)
  const plan = isOversized ? undefined : makePlan(desk, job, contents)
  if (plan?.kind === "problem") return refuse(refuseProblem(desk, job, { plan, contents }))
  // The last act: what the plan was made for must still be there.
  const again = await readAll(job.paths)
  for (const [realPath, content] of contents) {
    const now = again.get(realPath)
    if (now && !isSameContent(content, now)) return undefined
  }
  if (plan) takeOff(desk, job, { plan, contents })
  return plan?.kind === "rewrite" ? rewrite({ patchText: plan.patchText }) : pass
}

type Contents = ReadonlyMap<string, FileContent>

async function readAll(paths: ReadonlyMap<string, PatchPath>): Promise<Contents> {
  const contents = new Map<string, FileContent>()
  for (const { realPath } of paths.values()) contents.set(realPath, await readContent(realPath))
  return contents
}

function refuseContents(job: Job, contents: Contents): Refusal | undefined {
  const updated = new Set(
    job.patch.sections.flatMap(({ kind, path }) => (kind === "update" ? [path] : [])),
  )
  for (const { named, realPath } of job.paths.values()) {
    const content = contents.get(realPath)
    if (content?.kind === "directory" || content?.kind === "unreadable") {
      return messages.refuseNotFile(named)
    }
    if (content?.kind !== "bytes" || !updated.has(named)) continue
    const decoded = decodeUtf8(content.bytes)
    if ("invalidAt" in decoded) return messages.refuseNotUtf8(named, decoded.invalidAt)
  }
  return undefined
}

function isTooLarge(content: FileContent): boolean {
  if (content.kind === "too-large") return true
  if (content.kind !== "bytes") return false
  let lines = 0
  for (let at = content.bytes.indexOf(10); at !== -1; at = content.bytes.indexOf(10, at + 1)) {
    lines += 1
    if (lines > limits.fileLinesMax) return true
  }
  return false
}

function makePlan(desk: Desk, job: Job, contents: Contents): PatchPlan {
  const files = new Map<string, KnownFile>()
  const hostFiles = new Map<string, KnownFile>()
  for (const { named, printPath, realPath, isRespelled } of job.paths.values()) {
    const known: KnownFile = {
      key: realPath,
      printPath,
      text: textOf(contents.get(realPath)),
      seenText: seenText(desk, job.call.sessionId, realPath),
    }
    files.set(named, known)
    hostFiles.set(printPath, known)
    if (!isRespelled) hostFiles.set(named, known)
  }
  return planPatch({
    patchText: job.patchText,
    patch: job.patch,
    ambiguous: desk.options.ambiguous,
    fileAt: (path) => files.get(path) ?? absentFile(path),
    // A path that only the host's own reading of the text yields is a file of its own, and absent.
    hostFileAt: (path) => hostFiles.get(path) ?? absentFile(path),
  })
}

function absentFile(path: string): KnownFile {
  return { key: path, printPath: path, text: undefined, seenText: undefined }
}

function textOf(content: FileContent | undefined): string | undefined {
  if (content?.kind !== "bytes") return undefined
  const decoded = decodeUtf8(content.bytes)
  // Only a deletion may name such a file, and the host deletes it whatever it holds.
  return "text" in decoded ? decoded.text : ""
}

function seenText(desk: Desk, sessionId: string, realPath: string): string | undefined {
  const bytes = desk.context.seen.last(sessionId, realPath)?.bytes
  const decoded = bytes && decodeUtf8(bytes)
  return decoded && "text" in decoded ? decoded.text : undefined
}

interface Planned<Kind extends PatchPlan["kind"]> {
  readonly plan: PatchPlan & { readonly kind: Kind }
  readonly contents: Contents
}

function refuseProblem(desk: Desk, job: Job, { plan, contents }: Planned<"problem">): Refusal {
  const { problem } = plan
  const place = [...job.paths.values()].find(
    ({ named, printPath }) => named === problem.path || printPath === problem.path,
  )
  const hasSeen = place && desk.context.seen.has(job.call.sessionId, place.realPath)
  const lines = hasSeen ? textOf(contents.get(place.realPath))?.split("\n") : undefined
  desk.context.log.info("patch-refused", { kind: problem.kind, callId: job.call.callId })
  return messages.refuseProblem(problem, lines)
}

function takeOff(desk: Desk, job: Job, { plan, contents }: Planned<"pass" | "rewrite">): void {
  const byRealPath = new Map([...job.paths.values()].map((place) => [place.realPath, place]))
  const files = [...byRealPath.values()].map(({ printPath, realPath }) => ({
    printPath,
    realPath,
    before: contents.get(realPath) ?? { kind: "absent" as const },
    wanted: plan.outcome.get(realPath),
  }))
  const isRewritten = plan.kind === "rewrite"
  desk.flying.describe({
    callId: job.call.callId,
    sessionId: job.call.sessionId,
    files,
    rewritten: isRewritten ? plan.patchText : undefined,
    note: isRewritten ? describeRescue(job, plan.notes) : undefined,
    lost: new Map(),
  })
}

function describeRescue({ patch, paths }: Job, notes: readonly FileNote[]): string {
  const respelled = [...paths.values()].filter(({ hasOtherForm }) => hasOtherForm)
  return messages.describeRescue({ notes, leniencies: patch.leniencies, respelled })
}

// After success: remember what the session has now seen, keep what was overwritten, say what the rescue did.
async function settle(
  desk: Desk,
  call: ToolCall,
  result: ToolResult,
): Promise<ResultChange | undefined> {
  const flight = desk.flying.get(call.callId)
  desk.flying.release(call.callId)
  if (!flight) return undefined
  const lines: string[] = []
  for (const { realPath, printPath } of flight.files) {
    const now = await readContent(realPath)
    const lost = flight.lost.get(realPath)
    const isLost = lost && !(now.kind === "bytes" && Buffer.compare(now.bytes, lost) === 0)
    if (isLost) {
      const file = await desk.context.spill.write(printPath, lost)
      lines.push(messages.describeLost(printPath, file))
    }
    if (now.kind === "bytes") desk.context.seen.record(call.sessionId, realPath, now.bytes)
  }
  // Where another plugin froze the arguments, the host ran the patch as it was sent.
  const wasRun = flight.rewritten === readString(call.args, "patchText")
  if (flight.note !== undefined && wasRun) lines.unshift(flight.note)
  return lines.length > 0 ? { output: [result.output, ...lines].join("\n") } : undefined
}

async function follow({ flying, watcher }: Desk, event: HostEvent): Promise<void> {
  switch (event.type) {
    case "permission-asked": {
      const flight = event.callId === undefined ? undefined : flying.get(event.callId)
      if (flight && event.permission === "edit") await watcher.start(event.requestId, flight)
      return
    }
    case "permission-replied":
      return watcher.stop(event.requestId)
    case "tool-failed":
      return flying.release(event.callId)
    case "session-idle":
    case "session-deleted":
      return flying.releaseSession(event.sessionId)
    default:
      return
  }
}

function pathsOf(patch: Patch): readonly string[] {
  return patch.sections.flatMap((section) =>
    section.kind === "update" && section.movePath !== undefined
      ? [section.path, section.movePath]
      : [section.path],
  )
}
