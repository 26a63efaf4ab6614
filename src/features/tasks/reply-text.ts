// Answers of the board in words: one header of fixed keys, then a tagged body. Pure; snapshot-tested.

import type { OutcomeCode, RefusalReason, Reply, TaskView } from "../../board/effect.ts"
import { endingSentence } from "./notice-text.ts"

/** What the header says about one task. Keys come always in this order. */
export function describeHeader(
  outcome: OutcomeCode,
  task: TaskView | undefined,
  facts: { readonly now: number; readonly next: string },
): string {
  const { now, next } = facts
  const rows: readonly (readonly [string, string])[] = task
    ? [
        ["task_id", task.taskId],
        ["alias", task.alias],
        ["generation", String(task.generation)],
        ["state", stateName(task)],
        ["outcome", outcome],
        ["uncertain", task.uncertain ?? "no"],
        ["age_s", seconds(now - task.launchedAt)],
        ["idle_s", seconds(now - task.lastActivityAt)],
        ["blocked", task.blocked?.kind ?? "no"],
        ["next", next],
      ]
    : [
        ["outcome", outcome],
        ["next", next],
      ]
  return rows.map(([key, value]) => `${key}: ${value}`).join("\n")
}

export function stateName(task: TaskView): string {
  return task.isForeign && task.state === "running" ? "running (other host)" : task.state
}

function seconds(ms: number): string {
  return String(Math.max(0, Math.floor(ms / 1_000)))
}

/** Details of task_status below the header. */
export function describeDetails(task: TaskView, now: number): readonly string[] {
  const lines = [`agent: ${task.agent}`, `description: ${task.description.replace(/\s+/g, " ")}`]
  if (task.tool !== undefined) lines.push(`tool_in_progress: ${task.tool}`)
  if (task.possiblyStuck) {
    lines.push(`possibly_stuck: yes (no activity for ${seconds(now - task.lastActivityAt)} s)`)
  }
  if (task.cancelRequested) lines.push("cancel_requested: yes")
  if (task.lease) {
    const age = seconds(now - task.lease.openedAt)
    lines.push(`busy: ${leaseName(task.lease.kind)} pending ${age} s; other tasks are unaffected`)
  }
  if (task.deadlineAt !== undefined && task.state === "running") {
    lines.push(`deadline_in_s: ${seconds(task.deadlineAt - now)}`)
  }
  if (task.liveChildren > 0) lines.push(`live_children: ${task.liveChildren}`)
  if (task.blockedBelow) lines.push(`blocked_below: ${task.blockedBelow} (a task of its own waits)`)
  if (task.state !== "running") lines.push(endingSentence(task))
  return lines
}

function leaseName(kind: NonNullable<TaskView["lease"]>["kind"]): string {
  const names = {
    message: "message write",
    cancel: "cancel",
    revive: "revive",
    compensate: "clean-up after a deletion",
  } as const
  return names[kind]
}

/** What to do next, for each outcome; one sentence. */
export function nextStep(reply: Reply): string {
  const name = reply.task?.alias ?? "the task"
  if (reply.outcome === "refused") return refusedStep(reply)
  const guess =
    reply.outcome === "unknown_task" && reply.detail ? `Did you mean ${reply.detail}? ` : ""
  return guess + describeStep(reply, name)
}

function describeStep(reply: Reply, name: string): string {
  return steps[reply.outcome]?.replaceAll("NAME", name) ?? `task_status shows the state of ${name}.`
}

const steps: Partial<Readonly<Record<OutcomeCode, string>>> = {
  running: "Go on with other work; you are told when NAME ends. Do not poll.",
  retry: "The model of NAME is being retried by the host; nothing to do.",
  blocked_on_permission: "The user has to decide; task_reply can only reject.",
  blocked_on_question: "Answer with task_reply, or ask the user.",
  completed: "Use the report.",
  errored: "task_result shows what was written; task_revive goes on from there.",
  cancelled:
    "Check the files that NAME may have changed; nothing was rolled back. task_revive resumes it.",
  stopped: "Check files: commands of NAME may still run. task_revive resumes it.",
  unknown_task: "Call task_status without task_id to see your tasks.",
  deleted: "The session is gone; start a new task if the work is still needed.",
  board: "Use an alias as task_id.",
  partial: "The text is not a finished report. task_revive resumes the task.",
  not_ready: "Go on with other work; you are told when NAME ends. Do not poll.",
  empty: "There is no text. task_revive with a clear instruction asks for a report.",
  changed_generation: "NAME was started again meanwhile; call task_result again when it has ended.",
  unreadable: "The transcript could not be read now; call again in a moment.",
  queued: "Go on with other work; NAME reads the note at its next step.",
  queued_after_end: "NAME ended before it read the note; use task_revive if it still matters.",
  not_queued: "Nothing was written; call again, or check task_status.",
  delivery_unknown: "Do not repeat it: the note may have arrived. Check with task_status.",
  already_completed: "It had ended before; task_result has the report.",
  already_errored: "It had ended before; task_result shows what was written.",
  already_cancelled: "Nothing to do; task_revive resumes it.",
  already_stopped: "It had ended before; task_revive resumes it.",
  cancel_unconfirmed:
    "It is not proven that the run ended. Check with task_status before you change its files.",
  started: "Go on with other work; you are told when NAME ends.",
  started_uncertain: "It was started, but could not be seen running. Check with task_status.",
  rejected: "Nothing was started; check agent and model, then call again.",
  baseline_timeout: "Nothing was sent; call again in a moment.",
  not_quiescent:
    "Nothing was sent, because it is not proven that the last run ended. Check with task_status.",
  admission_unknown: "Do not repeat it: the prompt may have been accepted. Check with task_status.",
  superseded: "A newer run of NAME began meanwhile; check with task_status.",
  invalidated_compensating: "The task was deleted while it started; its run is being stopped.",
  not_created: "No session was created; call again.",
  creation_unknown: "It is not known whether a session was created. Check with task_status.",
  not_started: "It was not started because the call was interrupted.",
  answered: "NAME goes on with the answer.",
  reply_unknown: "Check with task_status whether it still waits.",
  nothing_pending: "NAME waits for nothing now.",
  busy: "Another operation on NAME is still under way; other tasks are unaffected. Try again later.",
}

function refusedStep(reply: Reply): string {
  const limit = reply.detail ?? ""
  const sentences: Readonly<Record<RefusalReason, string>> = {
    foreign: "That task belongs to another session. Call task_status without task_id to see yours.",
    own_session: "That is your own session. Leave task_id out to start a new task.",
    ancestor: "That session is above yours. Leave task_id out to start a new task.",
    not_running: "Only a running task can read a note; task_revive gives it a new instruction.",
    cancelling: "It is being cancelled.",
    other_host: "Another running host process owns that task; act there.",
    native_pending: "A call of the task tool is about to resume it; wait for that.",
    parent_limit: `At most ${limit} tasks of one session run at once; wait for one to end, or cancel one.`,
    root_limit: `At most ${limit} tasks below one session run at once; wait for one to end, or cancel one.`,
    hour_limit: `At most ${limit} tasks are started per hour; do the work yourself, or tell the user.`,
    batch_size: "Give 1 to 12 tasks; with session_id exactly one.",
    agent_differs: `That task keeps its agent${reply.task ? ` (${reply.task.agent})` : ""}; name that one.`,
    cannot_grant: "A permission can only be rejected here; granting it is the user's.",
    still_running: "It is still running; use task_message, or wait for its end.",
  }
  return reply.reason ? sentences[reply.reason] : "It is not allowed."
}

/** Board lines: alias, state, coarse age, next step. Empty where there is nothing to show. */
export function describeBoardLines(tasks: readonly TaskView[], now: number): string {
  const shown = tasks.filter((task) => task.state === "running" || task.acknowledgement === "none")
  return shown
    .map(
      (task) =>
        `${task.alias} ${stateName(task)} ${coarseAge(now - task.launchedAt)}${waitsFor(task)}`,
    )
    .join("\n")
}

function waitsFor(task: TaskView): string {
  const kind = task.blocked?.kind ?? task.blockedBelow
  if (kind) return `, waits for ${kind === "question" ? "an answer" : "a permission"}`
  return task.possiblyStuck ? ", possibly stuck" : ""
}

const ageSteps: readonly number[] = [1, 5, 15, 60, 240]

function coarseAge(ms: number): string {
  const minutes = ms / 60_000
  const step = ageSteps.find((limit) => minutes < limit)
  return step === undefined ? ">4h" : `<${step}m`
}
