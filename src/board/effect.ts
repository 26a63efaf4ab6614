// Everything the board wants done. A driver carries it out and reports back with events.

import type { BoardTimer, ReplyAnswer } from "./event.ts"
import type { Acknowledgement, Blocked, Ending, JobState, Origin } from "./job.ts"
import type { LeaseKind } from "./lease.ts"

/** Host calls. Mutating ones on a task run under a lease of that task. */
export type HostCall =
  | { readonly kind: "abort"; readonly taskId: string }
  | {
      readonly kind: "note"
      readonly taskId: string
      readonly messageId: string
      readonly text: string
    }
  | {
      readonly kind: "prompt"
      readonly taskId: string
      readonly messageId: string
      readonly text: string
      readonly agent: string
    }
  | {
      readonly kind: "create"
      readonly parentId: string
      readonly agent: string
      readonly title: string
    }
  | {
      readonly kind: "notice"
      readonly parentId: string
      readonly messageId: string
      readonly notice: NoticeText
      /** False stores it only: no model call is started. */
      readonly wakes: boolean
    }
  | {
      readonly kind: "answer"
      readonly taskId: string
      readonly request: "permission" | "question"
      readonly requestId: string
      readonly answer: ReplyAnswer
    }
  | { readonly kind: "statuses" }
  | {
      readonly kind: "observe"
      readonly taskId: string
      readonly since: ObserveFrom
      readonly withText: boolean
    }
  | { readonly kind: "baseline"; readonly taskId: string }
  | { readonly kind: "look"; readonly sessionId: string; readonly messageId: string }

export interface ObserveFrom {
  readonly promptId: string | undefined
  readonly sinceMs: number
}

export type NoticeKind = "completed" | "errored" | "cancelled" | "stopped" | "blocked"

/** What a notice says; the driver words it. */
export interface NoticeText {
  readonly key: string
  readonly kind: NoticeKind
  readonly task: TaskView
}

export type OutcomeCode =
  // task_status
  | "running"
  | "retry"
  | "blocked_on_permission"
  | "blocked_on_question"
  | "completed"
  | "errored"
  | "cancelled"
  | "stopped"
  | "unknown_task"
  | "deleted"
  | "board"
  // task_result
  | "partial"
  | "not_ready"
  | "empty"
  | "changed_generation"
  | "unreadable"
  // task_message
  | "queued"
  | "queued_after_end"
  | "not_queued"
  | "delivery_unknown"
  // task_cancel
  | "already_completed"
  | "already_errored"
  | "already_cancelled"
  | "already_stopped"
  | "cancel_unconfirmed"
  // task_revive and task_batch
  | "started"
  | "started_uncertain"
  | "rejected"
  | "baseline_timeout"
  | "not_quiescent"
  | "admission_unknown"
  | "superseded"
  | "invalidated_compensating"
  | "not_created"
  | "creation_unknown"
  | "not_started"
  | "batch_done"
  // task_reply
  | "answered"
  | "reply_unknown"
  | "nothing_pending"
  // wait_for_user
  | "waiting_for_user"
  | "waiting_for_user_skipped"
  // the host's task tool
  | "pass"
  // any of them
  | "busy"
  | "refused"

/** Why a request was refused, where the code alone does not say it. */
export type RefusalReason =
  | "foreign"
  | "own_session"
  | "ancestor"
  | "not_running"
  | "cancelling"
  | "other_host"
  | "native_pending"
  | "parent_limit"
  | "root_limit"
  | "hour_limit"
  | "batch_size"
  | "agent_differs"
  | "cannot_grant"
  | "still_running"

/** A snapshot of a job for answers and notices. */
export interface TaskView {
  readonly taskId: string
  readonly parentId: string
  readonly alias: string
  readonly agent: string
  readonly description: string
  readonly generation: number
  readonly origin: Origin
  readonly isBackground: boolean
  readonly isForeign: boolean
  readonly state: JobState
  readonly ending: Ending | undefined
  readonly baseline: ObserveFrom
  readonly uncertain: string | undefined
  readonly cancelRequested: boolean
  readonly blocked: Blocked | undefined
  readonly tool: string | undefined
  readonly launchedAt: number
  readonly lastActivityAt: number
  readonly possiblyStuck: boolean
  readonly deadlineAt: number | undefined
  readonly acknowledgement: Acknowledgement
  readonly liveChildren: number
  /** What a running task below this one waits for: its caller is in a call and cannot tell. */
  readonly blockedBelow: Blocked["kind"] | undefined
  readonly lease: { readonly kind: LeaseKind; readonly openedAt: number } | undefined
}

export interface BatchOutcome {
  readonly title: string
  readonly outcome: OutcomeCode
  readonly reason: RefusalReason | undefined
  readonly detail: string | undefined
  readonly task: TaskView | undefined
}

export interface Reply {
  readonly outcome: OutcomeCode
  readonly reason?: RefusalReason | undefined
  readonly task?: TaskView | undefined
  readonly tasks?: readonly TaskView[] | undefined
  readonly batch?: readonly BatchOutcome[] | undefined
  /** Text of the transcript, for task_result. */
  readonly text?: string | undefined
  /** Limit that was reached, error text of the host, real id behind an alias, name nearest to an unknown one. */
  readonly detail?: string | undefined
}

export type Effect =
  | { readonly kind: "call"; readonly operation: number; readonly call: HostCall }
  | { readonly kind: "reply"; readonly call: number; readonly reply: Reply }
  | { readonly kind: "timer"; readonly at: number; readonly timer: BoardTimer }
  /** Write the newest record of this task, then report its revision. */
  | { readonly kind: "save-task"; readonly taskId: string }
  | { readonly kind: "save-parent"; readonly parentId: string }
