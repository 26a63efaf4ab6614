// What the panel does with a task. Cancel and revive are asked of the server half; opening and copying are reads.

import type { TuiPluginApi } from "@opencode-ai/plugin/tui"
import type { PanelRequest } from "../board/panel-request.ts"
import { reportText } from "../features/tasks/transcript.ts"
import { clipBytes } from "../lib/clip-bytes.ts"
import { answerToast } from "./answer-text.ts"
import { copyText } from "./clipboard.ts"
import { panelLimits } from "./limits.ts"
import type { PanelHost } from "./panel-host.ts"
import { shortName } from "./row-text.ts"
import { sendRequest } from "./send-request.ts"
import type { TaskRow } from "./task-row.ts"
import type { Toast } from "./toast-changes.ts"

export interface TaskActions {
  open(row: Pick<TaskRow, "taskId">): void
  cancel(row: TaskRow): Promise<void>
  revive(row: TaskRow, prompt: string): Promise<void>
  copy(row: TaskRow): Promise<void>
  say(variant: Toast["variant"], message: string): void
}

export interface ActionParts {
  readonly api: TuiPluginApi
  readonly host: PanelHost
}

export function createTaskActions({ api, host }: ActionParts): TaskActions {
  const say: TaskActions["say"] = (variant, message) => api.ui.toast({ variant, message })
  const request = async (row: TaskRow, asked: PanelRequest) => {
    api.ui.dialog.clear()
    const outcome = await sendRequest({ ...host, sleep }, row.parentId, asked)
    const { variant, message } = answerToast(shortName(row), asked.tool, outcome)
    say(variant, message)
  }
  return {
    say,
    open: ({ taskId }) => {
      api.ui.dialog.clear()
      api.route.navigate("session", { sessionID: taskId })
    },
    cancel: (row) => request(row, { tool: "cancel", task: row.taskId }),
    revive: (row, prompt) => request(row, { tool: "revive", task: row.taskId, prompt }),
    copy: async (row) => {
      const whole = reportText(await host.askMessages(row.taskId), row)
      const name = shortName(row)
      if (whole === "") return say("info", `${name} has written nothing yet.`)
      const text = clipBytes(whole, panelLimits.copyBytesMax)
      if (!(await copyText(api.renderer, text))) {
        return say("warning", "Neither the terminal nor a clipboard command took the text.")
      }
      const part = text === whole ? "" : `, the first ${panelLimits.copyBytesMax / 1_024} KiB`
      say("success", `Copied the result of ${name}${part}.`)
    },
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    timer.unref()
  })
}
