// What a request of the panel came to, in one sentence for the person at the terminal. Pure.

import type { PanelRequest } from "../board/panel-request.ts"
import type { RequestOutcome } from "./send-request.ts"
import type { Toast } from "./toast-changes.ts"

const sentences: Readonly<Record<string, string>> = {
  cancelled: "is cancelled; check the files it may have changed",
  already_completed: "had already finished",
  already_errored: "had already failed",
  already_cancelled: "was already cancelled",
  already_stopped: "had already stopped",
  cancel_unconfirmed:
    "was told to stop, but its end is not proven; look again before you touch its files",
  started: "goes on with the new instruction",
  started_uncertain: "got the new instruction; its run could not be seen yet",
  rejected: "did not take the instruction; nothing runs, try again",
  baseline_timeout: "could not be read in time; nothing was sent, try again",
  not_quiescent: "is not proven to be at rest; nothing was sent, try again",
  admission_unknown: "may have got the instruction; do not repeat it, look at the board",
  superseded: "was started anew by somebody else in the meantime",
  invalidated_compensating: "was deleted in the meantime; its run is being stopped",
  deleted: "was deleted",
  unknown_task: "is not a task of this session any more",
  busy: "is in the middle of another operation; try again",
}

const refusals: Readonly<Record<string, string>> = {
  other_host: "belongs to another running opencode",
  native_pending: "is about to be started by the model",
  parent_limit: "cannot start: this session runs as many tasks as it may",
  root_limit: "cannot start: as many tasks run as may at one time",
  hour_limit: "cannot start: too many tasks were started within the hour",
  foreign: "belongs to another session",
}

const good: readonly string[] = ["cancelled", "started"]
const fair: readonly string[] = ["already_completed", "already_cancelled"]

export function answerToast(
  name: string,
  request: PanelRequest["tool"],
  outcome: RequestOutcome,
): Toast {
  if (outcome.kind === "not-taken") {
    const message =
      "Nothing was done: the server half of opencode-workbench did not take the request. Is the tasks feature on?"
    return { variant: "error", message }
  }
  if (outcome.kind === "no-answer") {
    return { variant: "warning", message: `No answer yet about the ${request} of ${name}.` }
  }
  const { outcome: code, reason = "" } = outcome.answer
  const sentence = code === "refused" ? refusals[reason] : sentences[code]
  const message = `${name} ${sentence ?? `was not changed (${code || "no outcome"})`}.`
  if (good.includes(code)) return { variant: "success", message }
  return { variant: fair.includes(code) ? "info" : "warning", message }
}
