// The dialogs of the panel: the board with its filter, what can be done with one task, a question before a cancel, and
// the prompt of a revive. They live on while they are open: their texts are getters over the model.

import type { TuiPluginApi } from "@opencode-ai/plugin/tui"
import type { BoardModel } from "./board-model.ts"
import { boardOptions } from "./board-options.ts"
import { attempt, guarded } from "./guard.ts"
import { describeElapsed, fitColumns, lookOf, plainLine, shortName } from "./row-text.ts"
import type { TaskRow } from "./task-row.ts"

export interface DialogParts {
  readonly api: TuiPluginApi
  readonly model: BoardModel
  readonly fault: (reason: string) => void
}

/** A list of tasks to choose from; `rows` is asked anew whenever something changes. */
export function chooseTask(
  { api, model, fault }: DialogParts,
  title: string,
  rows: () => readonly TaskRow[],
  onChoose: Act,
): void {
  api.ui.dialog.replace(() =>
    api.ui.DialogSelect<string>({
      title,
      placeholder: "Filter tasks",
      get options() {
        return guarded(() => boardOptions(rows(), model.now()).map((option) => ({ ...option })), [])
      },
      onSelect: ({ value }) =>
        attempt(() => {
          const row = model.store.rowOf(value)
          return row && onChoose(row)
        }, fault),
    }),
  )
}

export interface TaskAction {
  readonly title: string
  readonly description: string
  readonly run: Act
}

/** A promise is waited for, so that its failure is told. */
export type Act = (row: TaskRow) => void | Promise<void>

/** What can be done with one task, as it is at this moment. */
export function chooseAction(
  { api, model, fault }: DialogParts,
  taskId: string,
  actions: (row: TaskRow) => readonly TaskAction[],
): void {
  const row = () => guarded(() => model.store.rowOf(taskId), undefined)
  api.ui.dialog.replace(() =>
    api.ui.DialogSelect<string>({
      get title() {
        return guarded(() => titleOf(row(), model.now()), "Task")
      },
      get options() {
        return guarded(() => {
          model.now()
          const current = row()
          return current
            ? actions(current).map(({ title, description }) => ({
                title,
                description,
                value: title,
              }))
            : []
        }, [])
      },
      onSelect: ({ value }) =>
        attempt(() => {
          const current = row()
          if (!current) return
          return actions(current)
            .find((action) => action.title === value)
            ?.run(current)
        }, fault),
    }),
  )
}

function titleOf(row: TaskRow | undefined, now: number): string {
  if (!row) return "This task is gone"
  return `${shortName(row)} (${lookOf(row).word} ${describeElapsed(row, now)})`
}

/** What the task was to do, as a sentence of its own, and what a cancel leaves. */
export function describeCancel(row: Pick<TaskRow, "description">): string {
  const what = fitColumns(row.description, 120)
  const sentence = what === "" || /[.!?…。！？]$/u.test(what) ? what : `${what}.`
  return `${sentence} The session is kept; changed files stay as they are.`.trimStart()
}

export function confirmCancel(
  { api, fault }: DialogParts,
  row: TaskRow,
  onYes: () => void | Promise<void>,
): void {
  api.ui.dialog.replace(() =>
    api.ui.DialogConfirm({
      title: `Cancel ${shortName(row)}?`,
      message: describeCancel(row),
      onConfirm: () => attempt(onYes, fault),
      onCancel: () => attempt(() => api.ui.dialog.clear(), fault),
    }),
  )
}

export function askPrompt(
  { api, fault }: DialogParts,
  row: TaskRow,
  onText: (text: string) => void | Promise<void>,
): void {
  api.ui.dialog.replace(() =>
    api.ui.DialogPrompt({
      title: `Revive ${shortName(row)}`,
      placeholder: "What it shall do now",
      onConfirm: (value) =>
        attempt(() => {
          api.ui.dialog.clear()
          return plainLine(value) === "" ? undefined : onText(value)
        }, fault),
      onCancel: () => attempt(() => api.ui.dialog.clear(), fault),
    }),
  )
}
