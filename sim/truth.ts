// The fake host's own truth: sessions, runs, transcripts, status, with the measured quirks of the real host. It knows
// nothing of the board. Time comes from outside; what it would tell by events it puts into a queue.

import type { Evidence, Observation } from "../src/board/event.ts"

export type RunResult =
  | "completed"
  | "empty"
  | "errored"
  | "aborted"
  | "permission-rejected"
  | "cut"

/** One run of a session's loop. Several prompts may join one run. */
export interface Run {
  readonly promptIds: string[]
  readonly startedAt: number
  readonly isNative: boolean
  generation: number | undefined
  /** `ending`: aborted, already absent from the status map, not yet over. */
  phase: "active" | "ending" | "over"
  endsAt: number
  /** The transcript shows how the run ended only from this moment on. */
  shownAt: number
  result: RunResult | undefined
  isRetrying: boolean
  /** Stored, but never answered: the model does not exist. */
  isDead: boolean
}

export interface Session {
  readonly id: string
  readonly parentId: string | undefined
  isDeleted: boolean
  readonly runs: Run[]
  /** Message ids and how often each was stored. */
  readonly messages: Map<string, number>
  readonly promptTimes: Map<string, number>
  request: { readonly kind: "permission" | "question"; readonly id: string } | undefined
}

export type HostEvent =
  | { readonly kind: "busy" | "retry" | "idle" | "deleted"; readonly sessionId: string }
  | { readonly kind: "failed"; readonly sessionId: string; readonly name: string }
  | {
      readonly kind: "ended"
      readonly sessionId: string
      readonly result: "completed" | "errored"
      readonly at: number
    }
  | {
      readonly kind: "asked"
      readonly sessionId: string
      readonly request: "permission" | "question"
      readonly id: string
    }
  | { readonly kind: "answered"; readonly sessionId: string; readonly id: string }

export interface Truth {
  readonly sessions: Map<string, Session>
  readonly events: HostEvent[]
  /** Quirks that this truth has shown. */
  readonly seen: (quirk: string) => void
  nextSession: number
  nextRequest: number
}

export function createTruth(seen: (quirk: string) => void): Truth {
  return { sessions: new Map(), events: [], seen, nextSession: 1, nextRequest: 1 }
}

export function addSession(truth: Truth, parentId: string | undefined): Session {
  const session: Session = {
    id: `s${truth.nextSession++}`,
    parentId,
    isDeleted: false,
    runs: [],
    messages: new Map(),
    promptTimes: new Map(),
    request: undefined,
  }
  truth.sessions.set(session.id, session)
  return session
}

export function liveRun(session: Session | undefined): Run | undefined {
  const run = session?.runs.at(-1)
  return run && run.phase !== "over" ? run : undefined
}

/** Stores a prompt; starts a run, or joins the active one. Returns false where the same id is stored already. */
export function storePrompt(
  truth: Truth,
  session: Session,
  prompt: {
    readonly id: string
    readonly now: number
    readonly isNative?: boolean
    readonly isDead?: boolean
    readonly generation?: number
  },
): boolean {
  const times = session.messages.get(prompt.id) ?? 0
  session.messages.set(prompt.id, times + 1)
  if (times > 0) {
    truth.seen("same-id-is-one-message")
    return false
  }
  session.promptTimes.set(prompt.id, prompt.now)
  const run = liveRun(session)
  if (run && !prompt.isDead) {
    run.promptIds.push(prompt.id)
    if (prompt.generation !== undefined) run.generation = prompt.generation
    return true
  }
  if (prompt.isDead) truth.seen("stored-never-answered")
  session.runs.push({
    promptIds: [prompt.id],
    startedAt: prompt.now,
    isNative: prompt.isNative ?? false,
    generation: prompt.generation,
    phase: prompt.isDead ? "over" : "active",
    endsAt: 0,
    shownAt: 0,
    result: undefined,
    isRetrying: false,
    isDead: prompt.isDead ?? false,
  })
  if (!prompt.isDead) truth.events.push({ kind: "busy", sessionId: session.id })
  return true
}

/** A note: stored, and answered by an extra step of a run that is active. */
export function storeNote(truth: Truth, session: Session, id: string) {
  session.messages.set(id, (session.messages.get(id) ?? 0) + 1)
  if (liveRun(session)?.phase === "active") truth.seen("note-answered-as-step")
}

/** Abort: true for anything. The run leaves the status map at once and ends up to 400 ms later. */
export function abort(
  truth: Truth,
  sessionId: string,
  now: number,
  { tailMs, lateMs }: { readonly tailMs: number; readonly lateMs: number },
) {
  const session = truth.sessions.get(sessionId)
  const run = liveRun(session)
  if (!session || run?.phase !== "active") {
    truth.seen("abort-true-for-anything")
  } else {
    run.phase = "ending"
    run.endsAt = now + tailMs
    run.shownAt = run.endsAt + lateMs
    if (lateMs > 0) truth.seen("answer-stored-late")
    if (tailMs > 0) truth.seen("absent-before-the-end")
    if (session.request) truth.seen("abort-keeps-request")
    truth.events.push({ kind: "failed", sessionId, name: "MessageAbortedError" })
    truth.events.push({ kind: "idle", sessionId })
  }
  for (const child of truth.sessions.values()) {
    const childRun = child.parentId === sessionId ? liveRun(child) : undefined
    if (childRun?.isNative && childRun.phase === "active") {
      truth.seen("abort-of-parent-kills-native-children")
      abort(truth, child.id, now, { tailMs, lateMs })
    }
  }
}

/** Ends aborted runs whose tail is over. */
export function settleTails(truth: Truth, now: number) {
  for (const session of truth.sessions.values()) {
    const run = session.runs.at(-1)
    if (run?.phase !== "ending" || run.endsAt > now) continue
    run.phase = "over"
    run.result = "aborted"
    truth.seen("two-idle-events")
    truth.events.push({ kind: "idle", sessionId: session.id })
  }
}

/** The run comes to its own end. */
export function finishRun(
  truth: Truth,
  session: Session,
  end: {
    readonly result: RunResult
    readonly isLost: boolean
    readonly now: number
    /** How much later than the end the transcript shows it. */
    readonly lateMs: number
  },
) {
  const { result, isLost, now, lateMs } = end
  const run = liveRun(session)
  if (run?.phase !== "active") return
  run.phase = "over"
  run.result = result
  run.shownAt = now + lateMs
  if (lateMs > 0) truth.seen("answer-stored-late")
  session.request = undefined
  truth.events.push({ kind: "idle", sessionId: session.id })
  if (!run.isNative || session.isDeleted) return
  if (isLost) {
    truth.seen("injection-lost")
    return
  }
  const shown = result === "completed" ? "completed" : "errored"
  truth.events.push({ kind: "ended", sessionId: session.id, result: shown, at: now })
}

/** Deleting stops native runs only; children first. */
export function remove(truth: Truth, sessionId: string, isSilentBelow = false, isSilent = false) {
  const session = truth.sessions.get(sessionId)
  if (!session || session.isDeleted) return
  for (const child of truth.sessions.values()) {
    if (child.parentId === sessionId) remove(truth, child.id, isSilentBelow, isSilentBelow)
  }
  session.isDeleted = true
  const run = liveRun(session)
  if (run?.isNative) {
    run.phase = "over"
    run.result = "aborted"
  } else if (run) {
    truth.seen("delete-keeps-plugin-run")
  }
  if (!isSilent) truth.events.push({ kind: "deleted", sessionId })
}

export function statuses(truth: Truth): Record<string, "busy" | "retry"> {
  const map: Record<string, "busy" | "retry"> = {}
  for (const session of truth.sessions.values()) {
    const run = liveRun(session)
    if (run?.phase === "active") map[session.id] = run.isRetrying ? "retry" : "busy"
  }
  return map
}

/** What a look at status and transcript shows of everything since the baseline. */
export function observe(
  truth: Truth,
  session: Session,
  since: { readonly promptId: string | undefined; readonly sinceMs: number; readonly now: number },
): Observation {
  const run = liveRun(session)
  const live = run?.phase === "active" ? (run.isRetrying ? "retry" : "busy") : "absent"
  if (run?.phase === "ending") truth.seen("absent-before-the-end")
  const newest = session.runs.at(-1)?.promptIds.at(-1)
  return {
    live,
    evidence: evidenceSince(session, since),
    isOpen: isOpen(session, since.now),
    promptId: newest,
    promptAt: newest === undefined ? undefined : session.promptTimes.get(newest),
  }
}

/** The newest answer has no end: its run is ending, or was cut off. */
export function isOpen(session: Session, now: number): boolean {
  const run = session.runs.at(-1)
  if (run === undefined || run.isDead) return false
  return run.phase !== "over" || run.result === "cut" || now < run.shownAt
}

function evidenceSince(session: Session, since: Parameters<typeof observe>[2]): Evidence {
  const { promptId, sinceMs, now } = since
  const first =
    promptId === undefined
      ? session.runs.findIndex((run) => run.startedAt >= sinceMs)
      : session.runs.findIndex((run) => run.promptIds.includes(promptId))
  const run = first === -1 ? undefined : session.runs.at(-1)
  if (!run) return { kind: "none" }
  if (run.isDead) return { kind: "unanswered" }
  if (now < run.shownAt) return { kind: "open" }
  switch (run.result) {
    case undefined:
    case "cut":
      return { kind: "open" }
    case "errored":
      return { kind: "errored", name: "APIError", message: "the model failed" }
    default:
      return { kind: run.result }
  }
}

/** The host process died: every run is cut off, its answer stays open. */
export function crash(truth: Truth) {
  for (const session of truth.sessions.values()) {
    const run = liveRun(session)
    session.request = undefined
    for (const one of session.runs) one.shownAt = 0
    if (!run) continue
    run.phase = "over"
    run.result = "cut"
  }
  truth.events.length = 0
}
