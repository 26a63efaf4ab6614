// Faults that the simulation must find: each is one change in the board's source, and names the invariant that catches
// it. A mutant that survives is a scenario that is missing.

export interface Mutant {
  readonly name: string
  /** File in src/board. */
  readonly file: string
  /** Occurs exactly once. */
  readonly find: string
  readonly replace: string
  /** The invariant that must fail. */
  readonly invariant: string
}

export const mutants: readonly Mutant[] = [
  {
    name: "no-exclusion-of-messages",
    file: "lease.ts",
    find: 'message: ["message", "cancel", "revive", "compensate"]',
    replace: "message: []",
    invariant: "I1",
  },
  {
    name: "no-exclusion-of-cancels",
    file: "lease.ts",
    find: 'cancel: ["message", "cancel", "revive", "compensate"]',
    replace: "cancel: []",
    invariant: "I1",
  },
  {
    name: "no-exclusion-of-revives",
    file: "lease.ts",
    find: 'revive: ["message", "cancel", "revive", "compensate"]',
    replace: "revive: []",
    invariant: "I1",
  },
  {
    name: "lease-with-a-time-limit",
    file: "cancel.ts",
    find: "lease.isDetached = true",
    replace: "board.leases.delete(lease.taskId)",
    invariant: "I8",
  },
  {
    name: "message-lease-with-a-time-limit",
    file: "message.ts",
    find: "lease.isDetached = true",
    replace: "board.leases.delete(lease.taskId)",
    invariant: "I8",
  },
  {
    name: "lease-dropped-on-deletion",
    file: "deletion.ts",
    find: "if (lease.pending.size > 0) return",
    replace: "if (lease.pending.size > 0) { board.leases.delete(lease.taskId); return }",
    invariant: "I8",
  },
  {
    name: "answered-twice",
    file: "message.ts",
    find: "lease.isDetached = true",
    replace:
      "lease.isDetached = true; board.effects.push({ kind: 'reply', call: lease.calls[0] ?? 0, reply: { outcome: 'delivery_unknown' } })",
    invariant: "I2",
  },
  {
    name: "ending-overwritten",
    file: "state-change.ts",
    find: 'if (job.state !== "running" && !isUpgrade) return false',
    replace: "",
    invariant: "I5",
  },
  {
    name: "no-stable-window",
    file: "verify.ts",
    find: "startedAt - verification.quietSince >= verification.stableMs",
    replace: "startedAt >= verification.quietSince",
    invariant: "I6",
  },
  {
    name: "broken-transport-taken-for-a-no",
    file: "revive.ts",
    find: 'if (outcome.kind === "refused") {',
    replace: 'if (outcome.kind !== "ok") {',
    invariant: "I14",
  },
  {
    name: "no-second-look-for-a-prompt",
    file: "revive.ts",
    find: "if (startedAt - lease.absentSince >= boardTimes.admissionAbsentMs) {",
    replace: "{",
    invariant: "I14",
  },
  {
    name: "tombstone-resurrected-by-a-launch",
    file: "native.ts",
    find: "if (board.tombstones.has(taskId)) return",
    replace: "",
    invariant: "I4",
  },
  {
    name: "tombstone-resurrected-by-a-rebuild",
    file: "restore.ts",
    find: "if (board.tombstones.has(record.taskId) || (known && !known.isForeign)) return",
    replace: "if (known && !known.isForeign) return",
    invariant: "I4",
  },
  {
    name: "no-compensation-of-a-live-run",
    file: "deletion.ts",
    find: "else if (isOurRun) startCompensation(board, job.taskId, job.generation, now)",
    replace: "",
    invariant: "I10",
  },
  {
    name: "newer-run-aborted-by-a-stale-revive",
    file: "revive.ts",
    find: 'if (job.generation !== lease.generation) return finishUnsent(board, lease, now, "superseded")\n  const entry',
    replace: "const entry",
    invariant: "I3",
  },
  {
    name: "compensation-aborts-again",
    file: "compensate.ts",
    find: "lease.isUnconfirmed = true\n  enterPhase",
    replace:
      'lease.isUnconfirmed = true\n  startLeased(board, now, lease, { kind: "abort", taskId: lease.taskId })\n  enterPhase',
    invariant: "I12",
  },
  {
    name: "late-abort-publishes",
    file: "cancel.ts",
    find: "if (lease.isDetached) return finishUnconfirmed(board, job, lease, now)",
    replace: "if (lease.isDetached) return finishCancelled(board, job, lease, now)",
    invariant: "I6",
  },
  {
    name: "cancelled-without-waiting-for-the-abort",
    file: "cancel.ts",
    find: "  beginVerify(board, lease, now)\n}\n\n/** The caller has",
    replace: "  finishCancelled(board, job, lease, now)\n}\n\n/** The caller has",
    invariant: "I6",
  },
  {
    name: "open-answer-ignored-by-a-cancel",
    file: "cancel.ts",
    find: "if (seen?.isOpen && !lease.isOpenChecked) {",
    replace: "if (false) {",
    invariant: "I6",
  },
  {
    name: "absence-taken-for-an-ending",
    file: "observe.ts",
    find: "if (startedAt - job.quietSeenAt < boardTimes.stopGraceMs || board.leases.has(taskId)) return\n",
    replace: "",
    invariant: "I16",
  },
  {
    name: "intent-not-written-ahead",
    file: "revive.ts",
    find: "lease.intentRevision = touchJob(board, job)",
    replace: "touchJob(board, job)\n  send(board, job, lease, now)",
    invariant: "I14",
  },
  {
    name: "host-told-endings-told-again",
    file: "notice-queue.ts",
    find: 'if (job.origin !== "native") return false',
    replace: "return false",
    invariant: "I20",
  },
  {
    name: "notice-key-without-the-generation",
    file: "notice-queue.ts",
    find: "return noticeKeyOf(job.taskId, job.generation,",
    replace: "return noticeKeyOf(job.taskId, 0,",
    invariant: "I21",
  },
  {
    name: "notice-given-up",
    file: "notices.ts",
    find: 'notice.phase = "owed"\n  startNoticeTimer(board, parent, notice, notice.dueAt)',
    replace: "if (!isQuick) parent.outbox.delete(notice.key)",
    invariant: "I21",
  },
  {
    name: "cancelled-native-task-not-told",
    file: "notice-queue.ts",
    find: 'return !job.isBackground || job.state === "completed" || job.state === "errored"',
    replace: "return true",
    invariant: "I21",
  },
  {
    name: "waiting-parent-woken",
    file: "notices.ts",
    find: "if (parent.waiting && !notice.isStoredOnly) return false",
    replace: "",
    invariant: "I21",
  },
  {
    name: "deleted-parent-kept",
    file: "deletion.ts",
    find: "  board.parents.delete(sessionId)\n",
    replace: "",
    invariant: "I22",
  },
  {
    name: "children-of-a-deleted-parent-kept",
    file: "deletion.ts",
    find: "for (const child of childrenOf(board, sessionId)) onDeleted(board, child.taskId, now)",
    replace: "",
    invariant: "I22",
  },
  {
    name: "rebuild-resumes-an-intent",
    file: "restore.ts",
    find: "if (!found.isIntentFound) return",
    replace: "",
    invariant: "I25",
  },
  {
    name: "intent-forgotten-by-a-rebuild",
    file: "restore.ts",
    find: "  resolveIntent(job, found)\n",
    replace: "",
    invariant: "I13",
  },
  {
    name: "cap-of-a-parent-ignored",
    file: "caps.ts",
    find: "if (countOccupied(board, parentId) >= runningPerParentMax) {",
    replace: "if (false) {",
    invariant: "I24",
  },
  {
    name: "reads-without-a-time-limit",
    file: "timers.ts",
    find: "return onCallLate(board, timer.call, now)",
    replace: "return",
    invariant: "I19",
  },
  {
    name: "caller-never-released-from-an-abort",
    file: "cancel.ts",
    find: 'if (lease.phase !== "abort") return',
    replace: "return",
    invariant: "I18",
  },
  {
    name: "message-lease-kept",
    file: "message.ts",
    find: "  releaseLease(board, lease, now)\n}",
    replace: "}",
    invariant: "I27",
  },
  {
    name: "unconfirmed-cancel-keeps-its-lease",
    file: "cancel.ts",
    find: "  answerLease(board, lease, unconfirmed(board, job, lease, now))\n  releaseLease(board, lease, now)",
    replace: "  answerLease(board, lease, unconfirmed(board, job, lease, now))",
    invariant: "I27",
  },
  {
    name: "silent-run-never-stopped",
    file: "observe.ts",
    find: 'endJob(board, job, read.now, { state: "stopped", reason: stopReason(evidence) })',
    replace: "",
    invariant: "I27",
  },
  {
    name: "prompt-looked-up-only-once",
    file: "revive.ts",
    find: 'startLeaseTimer(board, now + boardTimes.admissionLookMs, lease, "look")',
    replace: "",
    invariant: "I27",
  },
]
