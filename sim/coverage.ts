// What the runs have reached. At 20,000 runs every row must have been reached at least 50 times.

import type { NoticeKind, OutcomeCode, Reply } from "../src/board/effect.ts"
import type { BoardEvent, BoardRequest } from "../src/board/event.ts"

export type Counts = Record<string, number>

export interface CoverageCounts {
  readonly events: Counts
  readonly transitions: Counts
  readonly outcomes: Counts
  readonly faults: Counts
  readonly quirks: Counts
}

export const requiredCount = 50

/** Outcome codes of each tool that must be reached. */
const outcomes: Readonly<Record<BoardRequest["tool"], readonly OutcomeCode[]>> = {
  status: [
    "board",
    "running",
    "retry",
    "blocked_on_permission",
    "blocked_on_question",
    "completed",
    "errored",
    "cancelled",
    "stopped",
    "unknown_task",
    "deleted",
    "refused",
  ],
  result: [
    "completed",
    "partial",
    "not_ready",
    "empty",
    "changed_generation",
    "unreadable",
    "deleted",
    "unknown_task",
    "refused",
  ],
  message: [
    "queued",
    "queued_after_end",
    "not_queued",
    "delivery_unknown",
    "busy",
    "refused",
    "deleted",
    "unknown_task",
  ],
  cancel: [
    "cancelled",
    "already_completed",
    "already_errored",
    "already_cancelled",
    "already_stopped",
    "cancel_unconfirmed",
    "busy",
    "refused",
    "deleted",
    "unknown_task",
  ],
  revive: [
    "started",
    "started_uncertain",
    "rejected",
    "baseline_timeout",
    "not_quiescent",
    "admission_unknown",
    "superseded",
    "invalidated_compensating",
    "busy",
    "refused",
    "deleted",
    "unknown_task",
  ],
  batch: ["batch_done", "refused", "busy", "deleted", "unknown_task"],
  reply: [
    "answered",
    "nothing_pending",
    "reply_unknown",
    "busy",
    "refused",
    "deleted",
    "unknown_task",
  ],
  wait: ["waiting_for_user", "waiting_for_user_skipped"],
  native: ["pass", "refused", "busy", "unknown_task", "deleted"],
}

const batchOutcomes: readonly OutcomeCode[] = [
  "started",
  "completed",
  "errored",
  "cancelled",
  "rejected",
  "admission_unknown",
  "not_created",
  "creation_unknown",
  "not_started",
  "refused",
  "stopped",
  "superseded",
  "invalidated_compensating",
  "deleted",
  "cancel_unconfirmed",
  "not_quiescent",
  "baseline_timeout",
]

const transitions: readonly string[] = [
  "new->running",
  "running->completed",
  "running->errored",
  "running->cancelled",
  "running->stopped",
  "stopped->completed",
  "stopped->errored",
  "stopped->cancelled",
  "stopped->running",
  "completed->next run",
  "errored->next run",
  "cancelled->next run",
  "stopped->next run",
  "lease:none->message",
  "lease:none->cancel",
  "lease:none->revive",
  "lease:none->compensate",
  "lease:cancel->revive",
  "lease:message->compensate",
  "lease:cancel->compensate",
  "lease:revive->compensate",
]

const events: readonly BoardEvent["kind"][] = [
  "request",
  "call-aborted",
  "settled",
  "saved",
  "timer",
  "native-launched",
  "native-background",
  "native-ended",
  "native-settled",
  "status",
  "failed",
  "deleted",
  "activity",
  "asked",
  "answered",
  "user-spoke",
  "parent-answered",
  "parent-restored",
  "task-restored",
]

export const faultNames = [
  "no-faults",
  "refusals",
  "lost-responses",
  "failed-calls",
  "hanging-calls",
  "accepted-without-effect",
  "dead-model",
  "late-events",
  "slow-saves",
  "lost-injections",
  "late-transcripts",
  "deletions",
  "restarts",
  "small-caps",
  "deadlines",
  "wake-after-restart",
] as const

const quirks: readonly string[] = [
  "absent-before-the-end",
  "two-idle-events",
  "abort-true-for-anything",
  "abort-keeps-request",
  "abort-of-parent-kills-native-children",
  "accepted-without-effect",
  "stored-never-answered",
  "effect-without-response",
  "response-lost-without-effect",
  "same-id-is-one-message",
  "delete-keeps-plugin-run",
  "injection-lost",
  "answer-stored-late",
  "note-answered-as-step",
  "permission-blocks-run",
  "board-restart",
  "host-crash",
  "other-host",
]

export class Coverage {
  readonly counts: CoverageCounts = {
    events: zero(events),
    transitions: zero(transitions),
    outcomes: zero(
      Object.entries(outcomes)
        .flatMap(([tool, codes]) => codes.map((code) => `${tool}:${code}`))
        .concat(batchOutcomes.map((code) => `batch-item:${code}`))
        .concat(
          ["completed", "errored", "cancelled", "stopped", "blocked"].map(
            (kind) => `notice:${kind}`,
          ),
        ),
    ),
    faults: zero(faultNames),
    quirks: zero(quirks),
  }

  event(event: BoardEvent) {
    count(this.counts.events, event.kind)
  }

  transition(from: string, to: string) {
    count(this.counts.transitions, `${from}->${to}`)
  }

  reply(request: BoardRequest, reply: Reply) {
    count(this.counts.outcomes, `${request.tool}:${reply.outcome}`)
    for (const item of reply.batch ?? []) count(this.counts.outcomes, `batch-item:${item.outcome}`)
  }

  notice(kind: NoticeKind) {
    count(this.counts.outcomes, `notice:${kind}`)
  }

  fault(name: string) {
    count(this.counts.faults, name)
  }

  quirk(name: string) {
    count(this.counts.quirks, name)
  }
}

function zero(names: readonly string[]): Counts {
  return Object.fromEntries(names.map((name) => [name, 0]))
}

function count(counts: Counts, name: string) {
  counts[name] = (counts[name] ?? 0) + 1
}

export function addCounts(total: CoverageCounts, part: CoverageCounts) {
  for (const group of ["events", "transitions", "outcomes", "faults", "quirks"] as const) {
    for (const [name, times] of Object.entries(part[group])) {
      total[group][name] = (total[group][name] ?? 0) + times
    }
  }
}

/** Rows that were reached too seldom. */
export function missingCoverage(counts: CoverageCounts): readonly string[] {
  const required = new Coverage().counts
  const groups = ["events", "transitions", "outcomes", "faults", "quirks"] as const
  return groups.flatMap((group) =>
    Object.keys(required[group])
      .filter((name) => (counts[group][name] ?? 0) < requiredCount)
      .map((name) => `${group} ${name} (${counts[group][name] ?? 0})`),
  )
}
