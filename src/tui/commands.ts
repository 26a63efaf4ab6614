// The commands of the panel: names in the palette, keys, and what each does. A command that is about one task takes the
// task on screen, else the only one that it fits, else it asks which.

import type { TuiPluginApi } from "@opencode-ai/plugin/tui"
import type { BoardModel } from "./board-model.ts"
import {
  type Act,
  askPrompt,
  chooseAction,
  chooseTask,
  confirmCancel,
  type TaskAction,
} from "./dialogs.ts"
import { attempt } from "./guard.ts"
import { type CommandName, commandNames, type PanelOptions } from "./options.ts"
import type { PanelHost } from "./panel-host.ts"
import type { TaskActions } from "./task-actions.ts"
import type { TaskRow } from "./task-row.ts"

export interface CommandParts {
  readonly api: TuiPluginApi
  readonly host: PanelHost
  readonly model: BoardModel
  readonly actions: TaskActions
  readonly keys: PanelOptions["keys"]
  readonly fault: (reason: string) => void
}

interface Wording {
  readonly title: string
  readonly description: string
  readonly slash: string
}

const wordings: Readonly<Record<CommandName, Wording>> = {
  board: { title: "Task board", description: "Show the tasks of this session", slash: "board" },
  open: { title: "Open task", description: "Go to the session of a task", slash: "task-open" },
  cancel: { title: "Cancel task", description: "Stop the run of a task", slash: "task-cancel" },
  revive: {
    title: "Revive task",
    description: "Give a finished task a new instruction",
    slash: "task-revive",
  },
  copy: {
    title: "Copy task result",
    description: "Put the report of a task on the clipboard",
    slash: "task-copy",
  },
  blocked: {
    title: "Go to blocked task",
    description: "Jump to the task that waits for you",
    slash: "task-blocked",
  },
}

export function registerCommands(parts: CommandParts): void {
  const { api, keys, fault } = parts
  const runs = createRuns(parts)
  // Without a mode the palette and the prompt's completion list them; keys must be off while a dialog is open.
  api.keymap.registerLayer({
    commands: commandNames.map((name) => ({
      name: commandId(name),
      title: wordings[name].title,
      desc: wordings[name].description,
      category: "Tasks",
      namespace: "palette",
      slashName: wordings[name].slash,
      run: () => attempt(runs[name], fault),
    })),
  })
  const bindings = commandNames.flatMap((name) => {
    const key = keys[name]
    return key === undefined ? [] : [{ key, cmd: commandId(name), desc: wordings[name].title }]
  })
  if (bindings.length > 0) api.keymap.registerLayer({ mode: "base", bindings })
}

function commandId(name: CommandName): string {
  return `opencode-workbench.tasks.${name}`
}

function createRuns(
  parts: CommandParts,
): Readonly<Record<CommandName, () => void | Promise<void>>> {
  const { api, model, actions } = parts
  const family = () => model.family()
  const cancel = (row: TaskRow) => confirmCancel(parts, row, () => actions.cancel(row))
  const revive = (row: TaskRow) => askPrompt(parts, row, (text) => actions.revive(row, text))
  const copy = (row: TaskRow) => {
    api.ui.dialog.clear()
    return actions.copy(row)
  }
  const menu = (row: TaskRow): readonly TaskAction[] => [
    { title: "Open", description: "Go to its session", run: actions.open },
    ...(row.canCancel ? [{ title: "Cancel", description: "Stop its run", run: cancel }] : []),
    ...(row.canRevive ? [{ title: "Revive", description: "A new instruction", run: revive }] : []),
    { title: "Copy result", description: "Its report, or what it wrote so far", run: copy },
  ]
  const withTask = (
    title: string,
    fits: (row: TaskRow) => boolean,
    act: Act,
    otherwise: string,
  ) => {
    const candidates = () => family().filter(fits)
    const onScreen = candidates().find((row) => row.taskId === parts.host.openSession())
    const [first, second] = candidates()
    if (onScreen) return act(onScreen)
    if (!first) return actions.say("info", otherwise)
    if (!second) return act(first)
    chooseTask(parts, title, candidates, act)
  }
  const isAny = () => true
  return {
    board: () => {
      if (family().length === 0) return actions.say("info", "This session has no tasks.")
      chooseTask(parts, "Tasks", family, (row) => chooseAction(parts, row.taskId, menu))
    },
    open: () => withTask("Open task", isAny, actions.open, "This session has no tasks."),
    cancel: () =>
      withTask(
        "Cancel task",
        (row) => row.canCancel,
        cancel,
        "No task of this session is running.",
      ),
    revive: () =>
      withTask("Revive task", (row) => row.canRevive, revive, "No task of this session has ended."),
    copy: () => withTask("Copy task result", isAny, copy, "This session has no tasks."),
    blocked: () =>
      withTask(
        "Blocked tasks",
        (row) => row.phase === "blocked",
        actions.open,
        "No task is blocked.",
      ),
  }
}
