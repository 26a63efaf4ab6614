// A task as the board knows it. One job is one child session; each run of it is one generation.

export type JobState = "running" | "completed" | "errored" | "cancelled" | "stopped"

/**
 * Who started the current generation.
 * - `native`: the host's `task` tool; the host reports its end, except a cancellation in the background.
 * - `plugin`: task_batch or task_revive; the board reports its end.
 * - `outside`: somebody else prompted the child session, such as a user in its window; the board reports its end.
 */
export type Origin = "native" | "plugin" | "outside"

export type EndReason =
  | "answer"
  | "model_error"
  | "empty_answer"
  | "permission_rejected"
  | "deadline"
  | "task_cancel"
  | "parent_aborted"
  | "aborted"
  | "quiet"
  | "unanswered"
  | "host_restarted"
  | "never_started"

export interface Ending {
  readonly reason: EndReason
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Error text of the host or reason given by the canceller; at most 300 characters. */
  readonly detail: string | undefined
}

/** Where the current generation begins in the transcript: its own prompt, or everything from a moment on. */
export interface Baseline {
  readonly promptId: string | undefined
  readonly sinceMs: number
}

/** Written ahead of a prompt, so that a crash between sending and registering can be resolved. */
export interface Intent {
  readonly generation: number
  readonly promptId: string
  readonly at: number
}

export interface Blocked {
  readonly kind: "permission" | "question"
  readonly requestId: string
  readonly at: number
}

/**
 * What the parent has been shown of the current ending.
 * `reported`: by the answer of a tool call. `told`: by a notice in its transcript. `consumed`: answered after that.
 */
export type Acknowledgement = "none" | "reported" | "told" | "consumed"

export interface Job {
  readonly taskId: string
  readonly parentId: string
  readonly rootId: string
  readonly alias: string
  readonly description: string
  agent: string
  /** Owner epoch of the process that runs it. */
  owner: string
  /** Another living process owns it: read only for us. */
  isForeign: boolean
  generation: number
  origin: Origin
  /** The parent is not blocked in the call that started this generation. */
  isBackground: boolean
  state: JobState
  ending: Ending | undefined
  cancelRequested: boolean
  /** Why the newest cancel of this generation was asked for. */
  cancelCause: { readonly reason: EndReason; readonly detail: string | undefined } | undefined
  /** Why the state is not certain at the moment. */
  uncertain: string | undefined
  baseline: Baseline
  launchedAt: number
  lastActivityAt: number
  /** Tool in progress. */
  tool: string | undefined
  retrying: boolean
  busySeenAt: number
  /** Newest prompt that a look has shown. */
  newestPromptId: string | undefined
  /** First quiet read of a spontaneous stop. */
  quietSeenAt: number | undefined
  emptyReads: number
  deadlineAt: number | undefined
  /** Set once; from then on the generation can only end by its deadline. */
  deadlineClaimedAt: number | undefined
  isDeadlineSent: boolean
  blocked: Blocked | undefined
  acknowledgement: Acknowledgement
  intent: Intent | undefined
  /** When a prompt of ours was stored beside a newer run of others: the host may not stop it with the session. */
  strayPromptAt: number | undefined
  /** Foreground task_batch call that will report the ending. */
  waiter: number | undefined
  /** Calls of the host's `task` tool that were let through to this finished task and have not shown up yet. */
  readonly nativeCalls: Set<string>
  /** Observation read in flight, and whether another hint came meanwhile. */
  probe: number | undefined
  probeAgain: boolean
  /** Counts durable changes; `savedRevision` is the newest one known to be written. */
  revision: number
  savedRevision: number
}

export function isTerminal(job: Job): boolean {
  return job.state !== "running"
}

/** Clips host and model texts that are kept in a record. */
export function clipDetail(text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined
  const line = text.replace(/\s+/g, " ").trim()
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}

/** A session that was created and has not run yet: `stopped` with nothing owed to anybody. */
export function createJob(
  options: Pick<
    Job,
    "taskId" | "parentId" | "rootId" | "alias" | "description" | "agent" | "owner"
  > & { readonly now: number },
): Job {
  const { now } = options
  return {
    taskId: options.taskId,
    parentId: options.parentId,
    rootId: options.rootId,
    alias: options.alias,
    description: options.description,
    agent: options.agent,
    owner: options.owner,
    isForeign: false,
    generation: 0,
    origin: "plugin",
    isBackground: true,
    state: "stopped",
    ending: { reason: "never_started", at: now, detail: undefined },
    cancelRequested: false,
    cancelCause: undefined,
    uncertain: undefined,
    baseline: { promptId: undefined, sinceMs: now },
    launchedAt: now,
    lastActivityAt: now,
    tool: undefined,
    retrying: false,
    busySeenAt: 0,
    newestPromptId: undefined,
    quietSeenAt: undefined,
    emptyReads: 0,
    deadlineAt: undefined,
    deadlineClaimedAt: undefined,
    isDeadlineSent: false,
    blocked: undefined,
    acknowledgement: "reported",
    intent: undefined,
    strayPromptAt: undefined,
    waiter: undefined,
    nativeCalls: new Set(),
    probe: undefined,
    probeAgain: false,
    revision: 0,
    savedRevision: 0,
  }
}
