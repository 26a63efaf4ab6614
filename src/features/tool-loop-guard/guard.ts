// The flow: before a call the rules decide on what is known; after it, or after its failure, the result is added.
// Nothing is counted before a result is known, and a call that was refused is never counted.

import path from "node:path"
import {
  type BeforeDecision,
  pass,
  type ResultChange,
  refuse,
  type ToolCall,
  type ToolResult,
} from "../../feature/decision.ts"
import type { ToolFailed } from "../../host/event.ts"
import { readString } from "../../lib/json.ts"
import type { Refusal } from "../../lib/refusal.ts"
import { callKind, type KindRules } from "./call-kind.ts"
import type { ChangeLog } from "./changes.ts"
import { canonicalCall, fingerprint, ownCopy, unorderedFingerprint } from "./fingerprint.ts"
import { addEntry, type Entry, isSameOutcome } from "./history.ts"
import { loopLimits } from "./limits.ts"
import {
  describeBlock,
  describeChildNote,
  describeNote,
  describeRipgrepMissing,
  describeStop,
  describeStreamNote,
  describeTurnEnding,
  describeTurnEndingNote,
} from "./messages.ts"
import type { LoopOptions } from "./options.ts"
import { blockFor, noteFor } from "./policy.ts"
import {
  type PendingCall,
  type SessionState,
  type SessionStore,
  trimOldest,
} from "./session-state.ts"
import { countState, readTaskState } from "./task-stream.ts"

export interface LoopGuardParts {
  readonly directory: string
  readonly options: LoopOptions
  readonly rules: KindRules
  readonly sessions: SessionStore
  readonly changes: ChangeLog
  now(): number
  /** Whether the host can find ripgrep; asked only after it failed once. */
  hasRipgrep(): Promise<boolean>
  /**
   * Ends a main session's run; called once per stop. Resolves when the host has done so, or has had its time; never
   * rejects.
   */
  endRun(sessionId: string, refusal: Refusal): Promise<void>
}

export interface LoopGuard {
  before(call: ToolCall): Promise<BeforeDecision>
  after(call: ToolCall, result: ToolResult): ResultChange | undefined
  failed(event: ToolFailed): void
  started(event: {
    readonly sessionId: string
    readonly callId: string
    readonly messageId: string
  }): void
  /** The refusal that ends the run of this session at its next model request. */
  takeStop(sessionId: string): Refusal | undefined
}

export function createLoopGuard(parts: LoopGuardParts): LoopGuard {
  let isRipgrepDoubted = false
  return {
    before: async (call) => {
      const state = parts.sessions.of(call.sessionId)
      // The host takes a moment to end a run, in which a fast model comes back several times.
      await state.ending
      state.ending = undefined
      const pending = describeCall(parts, state, call)
      const refusal = await refusalFor(parts, state, {
        call,
        pending,
        isSearchBroken: isRipgrepDoubted && isRipgrepTool(call.tool) && !(await parts.hasRipgrep()),
      })
      if (refusal === undefined) {
        state.pending.set(call.callId, pending)
        trimOldest(state.pending, loopLimits.pendingMax)
        return pass
      }
      noteRefusal(parts, state, { call, pending, refusal })
      return refuse(refusal)
    },
    after: (call, result) => {
      const state = parts.sessions.of(call.sessionId)
      const pending = takePending(parts, state, call)
      const note = noteAfter(parts, state, { call, pending, result })
      return note === undefined ? undefined : { output: result.output + note }
    },
    failed: (event) => {
      const state = parts.sessions.of(event.sessionId)
      if (state.refused.delete(event.callId)) return
      const pending = takePending(parts, state, event)
      if (isRipgrepFailure(event)) isRipgrepDoubted = true
      if (isAbort(event.error)) return
      addResult(parts, state, { pending, output: event.error, isError: true })
    },
    started: ({ sessionId, callId, messageId }) => {
      const pending = parts.sessions.peek(sessionId)?.pending.get(callId)
      if (pending) pending.step = messageId
    },
    takeStop: (sessionId) => {
      const state = parts.sessions.peek(sessionId)
      const stop = state?.stop
      if (state) state.stop = undefined
      return stop
    },
  }
}

function describeCall(
  parts: LoopGuardParts,
  state: SessionState,
  call: Pick<ToolCall, "tool" | "args">,
): PendingCall {
  const { tool, args } = call
  state.order += 1
  const target = readString(args, "filePath") ?? readString(args, "path")
  return {
    tool,
    call: fingerprint(canonicalCall(tool, args, parts.directory)),
    kind: callKind(tool, args, parts.rules),
    label: ownCopy(`${tool} ${JSON.stringify(args)}`, loopLimits.labelCharactersMax),
    target:
      target === undefined ? undefined : ownCopy(path.resolve(parts.directory, target), 4_096),
    order: state.order,
  }
}

/** A call that was running when the plugin started has no record; it is described from what is left of it. */
function takePending(
  parts: LoopGuardParts,
  state: SessionState,
  call: Pick<ToolCall, "tool" | "args" | "callId">,
): PendingCall {
  const pending = state.pending.get(call.callId)
  state.pending.delete(call.callId)
  return pending ?? describeCall(parts, state, call)
}

interface Asked {
  readonly call: ToolCall
  readonly pending: PendingCall
  readonly isSearchBroken: boolean
}

async function refusalFor(
  parts: LoopGuardParts,
  state: SessionState,
  { call, pending, isSearchBroken }: Asked,
): Promise<Refusal | undefined> {
  if (isSearchBroken) return describeRipgrepMissing()
  if (pending.kind === "per-turn") {
    const count = state.perTurn.get(call.tool) ?? 0
    return count >= loopLimits.perTurnMax ? describeTurnEnding(call.tool, count) : undefined
  }
  if (pending.kind === "exempt" || pending.kind === "stream" || pending.kind === "noted")
    return undefined
  const isHot =
    state.hot.has(pending.call) && state.hot.get(pending.call) === state.history.at(-1)?.result
  const block = blockFor(state.history, pending.call, { thresholds: parts.options, isHot })
  if (block === undefined) return undefined
  const { target } = pending
  const since = block.entry.endedAt
  const hasChanged = target !== undefined && (await parts.changes.hasChanged(target, since))
  return hasChanged ? undefined : describeBlock(block)
}

function noteRefusal(
  parts: LoopGuardParts,
  state: SessionState,
  { call, pending, refusal }: { call: ToolCall; pending: PendingCall; refusal: Refusal },
): void {
  state.refused.add(call.callId)
  trimOldest(state.refused, loopLimits.pendingMax)
  const known = state.history.findLast((entry) => entry.call === pending.call)
  if (known) state.hot.set(pending.call, known.result)
  trimOldest(state.hot, loopLimits.hotMax)
  state.refusalsInRow += 1
  state.refusalsInTurn += 1
  state.lastRefusal = refusal
  stopIfIgnored(parts, state, call.sessionId)
}

/** A sub-agent ends with the reason as its caller's result; a main session's run is ended like by the user. */
function stopIfIgnored(parts: LoopGuardParts, state: SessionState, sessionId: string): void {
  const { stopChildAfter, stopPrimaryAfter } = parts.options
  const isChild = state.parentId !== undefined
  const inRowMax = isChild ? stopChildAfter : stopPrimaryAfter
  const last = state.lastRefusal
  if (inRowMax === 0 || last === undefined || state.stop !== undefined) return
  const isIgnored =
    state.refusalsInRow >= inRowMax || (isChild && state.refusalsInTurn >= 2 * inRowMax)
  if (!isIgnored) return
  state.stop = describeStop({ isChild, refusals: state.refusalsInTurn, last })
  if (isChild) return
  state.ending = parts.endRun(sessionId, state.stop)
  state.stop = undefined
  state.refusalsInRow = 0
}

interface Ended {
  readonly call: ToolCall
  readonly pending: PendingCall
  readonly result: ToolResult
}

function noteAfter(
  parts: LoopGuardParts,
  state: SessionState,
  { call, pending, result }: Ended,
): string | undefined {
  if (pending.kind === "exempt") {
    state.history = []
    return call.tool === "task" ? noteForCaller(parts, result) : undefined
  }
  if (pending.kind === "per-turn") {
    const count = (state.perTurn.get(call.tool) ?? 0) + 1
    state.perTurn.set(call.tool, count)
    trimOldest(state.perTurn, loopLimits.streamsMax)
    return count === loopLimits.perTurnMax ? describeTurnEndingNote(call.tool) : undefined
  }
  if (pending.kind === "stream") {
    const asked = readTaskState(call, result)
    const count = countState(state.streams, asked)
    return count >= loopLimits.streamNoteFrom
      ? describeStreamNote(call.tool, asked.label, count)
      : undefined
  }
  if (pending.kind !== "polling") state.streams.clear()
  const isError = call.tool === "invalid"
  const isNew = addResult(parts, state, { pending, output: result.output, isError })
  const note = isNew ? noteFor(state.history, parts.options) : undefined
  return note === undefined ? undefined : describeNote(call.tool, note)
}

/** What the caller of a sub-agent is told when the child was refused calls and ended by itself. */
function noteForCaller(parts: LoopGuardParts, result: ToolResult): string | undefined {
  const childId = readString(result.metadata, "sessionId")
  const child = childId === undefined ? undefined : parts.sessions.peek(childId)
  if (child?.lastRefusal === undefined || child.refusalsInTurn === 0) return undefined
  return describeChildNote(child.refusalsInTurn, child.lastRefusal)
}

/** False where the result belongs to a call that stood beside an identical one, so that it does not count. */
function addResult(
  parts: LoopGuardParts,
  state: SessionState,
  ended: { readonly pending: PendingCall; readonly output: string; readonly isError: boolean },
): boolean {
  const { pending, output, isError } = ended
  if (pending.kind === "exempt" || pending.kind === "stream" || pending.kind === "per-turn")
    return false
  const { order: knownAt } = state
  const result = fingerprint(output)
  const unordered = unorderedFor(state, pending, { output, result })
  const entry: Entry = {
    ...pending,
    result,
    isError,
    knownAt,
    sample: ownCopy(output, loopLimits.sampleCharactersMax),
    endedAt: parts.now(),
    ...(unordered === undefined ? {} : { unordered }),
  }
  const before = state.history
  state.history = addEntry(before, entry, loopLimits)
  const isNew = state.history !== before
  const isOther =
    !state.hot.has(pending.call) && !before.some((other) => isSameOutcome(other, entry))
  if (isNew && isOther) state.refusalsInRow = 0
  return isNew
}

/** Only needed, and only paid for, where the same search has just given as much in another order. */
function unorderedFor(
  state: SessionState,
  pending: PendingCall,
  { output, result }: { readonly output: string; readonly result: string },
): string | undefined {
  if (!isRipgrepTool(pending.tool)) return undefined
  const last = state.history.findLast((entry) => entry.call === pending.call)
  const [length] = result.split(".")
  const isSameLength = last?.result.split(".")[0] === length
  return isSameLength ? unorderedFingerprint(output) : undefined
}

function isRipgrepTool(tool: string): boolean {
  return tool === "grep" || tool === "glob"
}

function isRipgrepFailure(event: ToolFailed): boolean {
  return isRipgrepTool(event.tool) && event.error.includes("ripgrep execution failed")
}

/** The user or the host ended the call; that says nothing about a loop. */
function isAbort(error: string): boolean {
  return /^(Tool execution aborted|Aborted|Cancelled)/.test(error)
}
