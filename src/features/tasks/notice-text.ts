// The words of notes to a child and of notices to a parent. Snapshot-tested; the same facts give the same bytes.

import type { NoticeText, TaskView } from "../../board/effect.ts"
import { clipBytes } from "../../lib/clip-bytes.ts"

/** Bytes of a report that a notice carries; the whole is in task_result. */
const reportBytesMax = 4_000

export function describeNote(text: string): string {
  return [
    "<note_from_caller>",
    text,
    "</note_from_caller>",
    "Take this note into account and go on with your task; do not stop your work for it.",
    "Your last message must still be the full report on the whole task, not only an answer to this note.",
  ].join("\n")
}

export function describeNotice(notice: NoticeText, report: string): string {
  const { task, kind } = notice
  const state = kind === "errored" ? "error" : kind
  return [
    `<task id="${task.taskId}" state="${state}">`,
    `<summary>${task.alias} (${task.agent}): ${oneLine(task.description)}</summary>`,
    noticeBody(notice),
    ...(report === "" ? [] : [`<task_result>\n${clipReport(report)}\n</task_result>`]),
    noticeNext(notice),
    "</task>",
  ].join("\n")
}

function noticeBody({ task, kind }: NoticeText): string {
  if (kind === "blocked") {
    const what = task.blocked?.kind === "question" ? "an answer to a question" : "a permission"
    return `The task waits for ${what}.`
  }
  return endingSentence(task)
}

/** How the run ended, in one sentence. */
export function endingSentence(task: TaskView): string {
  const detail = task.ending?.detail === undefined ? "" : ` (${task.ending.detail})`
  switch (task.ending?.reason) {
    case "answer":
      return "The task is completed."
    case "model_error":
      return `The task failed${detail}.`
    case "empty_answer":
      return "The task ended without any text, so there is no report."
    case "permission_rejected":
      return "The task ended because a permission was rejected or a question dismissed."
    case "deadline":
      return "The task was ended because its time limit was reached."
    case "task_cancel":
      return `The task was cancelled${detail}. Nothing was rolled back: check the files it may have changed.`
    case "parent_aborted":
      return "The task was cancelled because its caller was interrupted. Nothing was rolled back."
    case "aborted":
      return "The task was aborted by the user. Nothing was rolled back: check the files it may have changed."
    case "host_restarted":
      return "The host ended in the middle of the task. Commands that it started may still run: check files."
    case "never_started":
      return "The task never started."
    default:
      return "The task stopped without an answer."
  }
}

function noticeNext({ task, kind }: NoticeText): string {
  if (kind === "blocked") {
    return task.blocked?.kind === "question"
      ? `Answer with task_reply (task_id "${task.alias}"), or ask the user.`
      : `Only the user can grant it; task_reply (task_id "${task.alias}") can reject it.`
  }
  if (kind === "completed") return `The full report: task_result (task_id "${task.alias}").`
  return `What it wrote so far: task_result (task_id "${task.alias}"). To go on: task_revive.`
}

/**
 * The host's own notice with the whole report in place of the last answer, which after a note is only the answer to the
 * note (HOST-QUIRK-49); undefined where there is nothing to add.
 */
export function withWholeReport(text: string, body: string, report: string): string | undefined {
  if (body === "" || report === body || !report.includes(body)) return undefined
  return text.replace(body, () => clipReport(report))
}

function clipReport(report: string): string {
  const clipped = clipBytes(report, reportBytesMax)
  return clipped === report ? report : `${clipped}\n[clipped]`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}
