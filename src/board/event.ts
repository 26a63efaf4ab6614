// Everything that can happen to the board: requests of tools, settled host calls, timers, and what the host showed.

import type { TaskRecord } from "./record.ts"

/** What a transcript says about the current generation. */
export type Evidence =
  | { readonly kind: "completed" }
  | { readonly kind: "empty" }
  | { readonly kind: "errored"; readonly name: string; readonly message: string }
  | { readonly kind: "permission-rejected" }
  | { readonly kind: "aborted" }
  /** The newest answer has no end. */
  | { readonly kind: "open" }
  /** A prompt without any answer. */
  | { readonly kind: "unanswered" }
  /** No message of this generation. */
  | { readonly kind: "none" }

/** `unknown`: the status map could not be read, or is not ours to judge by. */
export type Liveness = "busy" | "retry" | "absent" | "unknown"

export interface Observation {
  readonly live: Liveness
  readonly evidence: Evidence
  /** The newest answer of the whole session has no end. */
  readonly isOpen: boolean
  /** Newest prompt that is neither a note of ours nor part of a summary. */
  readonly promptId: string | undefined
  readonly promptAt: number | undefined
}

export interface BatchItem {
  readonly title: string
  readonly prompt: string
}

export type ReplyAnswer =
  | { readonly kind: "answers"; readonly answers: readonly (readonly string[])[] }
  | { readonly kind: "reject"; readonly message: string }

/** What tools ask for. `caller` is the session of the tool call. */
export type BoardRequest =
  | { readonly tool: "status"; readonly caller: string; readonly task: string | undefined }
  | { readonly tool: "result"; readonly caller: string; readonly task: string }
  | {
      readonly tool: "message"
      readonly caller: string
      readonly task: string
      readonly text: string
    }
  | {
      readonly tool: "cancel"
      readonly caller: string
      readonly task: string
      readonly reason: string | undefined
      /** Asked for by the user in the name of the caller: the answer is not shown to the caller's model. */
      readonly byUser?: boolean
    }
  | {
      readonly tool: "revive"
      readonly caller: string
      readonly task: string
      readonly prompt: string
      /** As for `cancel`. */
      readonly byUser?: boolean
    }
  | {
      readonly tool: "batch"
      readonly caller: string
      readonly rootId: string
      readonly agent: string
      readonly items: readonly BatchItem[]
      readonly isBackground: boolean
      /** Continues this task; then there is exactly one item. */
      readonly task: string | undefined
    }
  | {
      readonly tool: "reply"
      readonly caller: string
      readonly task: string
      readonly answer: ReplyAnswer
    }
  | {
      readonly tool: "wait"
      readonly caller: string
      readonly reason: string
      readonly isGuarded: boolean
    }
  | {
      /** The host's own `task` tool is about to run. */
      readonly tool: "native"
      readonly caller: string
      readonly rootId: string
      readonly callId: string
      readonly agent: string
      readonly description: string
      readonly task: string | undefined
      /** The caller and the sessions above it. */
      readonly ancestors: readonly string[]
    }

/** How a host call ended. `unknown`: the transport broke; the host may still act. */
export type Settled =
  | { readonly kind: "ok"; readonly value?: SettledValue }
  | { readonly kind: "refused"; readonly detail?: string }
  | { readonly kind: "unknown"; readonly detail?: string }

export type SettledValue =
  | { readonly kind: "statuses"; readonly statuses: Readonly<Record<string, "busy" | "retry">> }
  | { readonly kind: "observation"; readonly observation: Observation; readonly text?: string }
  | { readonly kind: "found"; readonly isFound: boolean }
  | { readonly kind: "baseline"; readonly isOpen: boolean }
  | { readonly kind: "created"; readonly taskId: string }
  /** The session that was to be read does not exist any more. */
  | { readonly kind: "gone" }

export type LeaseTimer = "wait" | "poll" | "budget" | "look"

export type BoardTimer =
  | {
      readonly kind: "lease"
      readonly taskId: string
      readonly token: number
      readonly stage: number
      readonly name: LeaseTimer
    }
  | { readonly kind: "call"; readonly call: number }
  | {
      readonly kind: "reread"
      readonly call: number
      readonly taskId: string
      readonly generation: number
    }
  | { readonly kind: "observe"; readonly taskId: string; readonly generation: number }
  | { readonly kind: "deadline"; readonly taskId: string; readonly generation: number }
  | {
      readonly kind: "notice"
      readonly parentId: string
      readonly key: string
      readonly attempt: number
    }
  | { readonly kind: "sweep" }

/** A task as found in session metadata and transcript when the board is rebuilt. */
export interface FoundTask {
  readonly record: TaskRecord
  /** `ours`: this process, or taken over from a dead one. `foreign`: its owner lives. */
  readonly ownership: "ours" | "foreign"
  readonly observation: Observation
  /** The prompt of an unfinished intent is in the transcript; undefined where it could not be read. */
  readonly isIntentFound: boolean | undefined
  /** The parent's transcript already shows this ending. */
  readonly isEndingShown: boolean
}

export type BoardEvent =
  | { readonly kind: "request"; readonly call: number; readonly request: BoardRequest }
  /** The caller of a tool was interrupted. */
  | { readonly kind: "call-aborted"; readonly call: number }
  | { readonly kind: "settled"; readonly operation: number; readonly outcome: Settled }
  /** This revision of a task's record is written. */
  | { readonly kind: "saved"; readonly taskId: string; readonly revision: number }
  | { readonly kind: "timer"; readonly timer: BoardTimer }
  /** The host's `task` tool created a child session. */
  | {
      readonly kind: "native-launched"
      readonly taskId: string
      readonly parentId: string
      readonly rootId: string
      readonly agent: string
      readonly description: string
    }
  /** The host put a task into the background, at once or later. */
  | { readonly kind: "native-background"; readonly taskId: string }
  /** The host itself showed the end of its task to the parent. */
  | {
      readonly kind: "native-ended"
      readonly taskId: string
      readonly state: "completed" | "errored"
      readonly detail: string | undefined
      /** When the host produced this; older than the current generation means that it is about an earlier one. */
      readonly at: number
    }
  /** A call of the host's `task` tool is over, in whatever way. */
  | { readonly kind: "native-settled"; readonly parentId: string; readonly callId: string }
  | {
      readonly kind: "status"
      readonly sessionId: string
      readonly status: "busy" | "retry" | "idle"
    }
  /** The session's run ended in an error, by the event stream: a hint. */
  | { readonly kind: "failed"; readonly sessionId: string; readonly name: string }
  | { readonly kind: "deleted"; readonly sessionId: string }
  | { readonly kind: "activity"; readonly taskId: string; readonly tool: string | undefined }
  | {
      readonly kind: "asked"
      readonly taskId: string
      readonly request: "permission" | "question"
      readonly requestId: string
    }
  | { readonly kind: "answered"; readonly taskId: string; readonly requestId: string }
  /** A real message of the user, not one of ours or a replay. */
  | { readonly kind: "user-spoke"; readonly sessionId: string }
  /** The parent's model answered something newer than this moment. */
  | { readonly kind: "parent-answered"; readonly parentId: string }
  | {
      readonly kind: "parent-restored"
      readonly parentId: string
      readonly aliases: Readonly<Record<string, number>>
      readonly waiting: { readonly reason: string; readonly at: number } | undefined
    }
  | { readonly kind: "task-restored"; readonly found: FoundTask }
