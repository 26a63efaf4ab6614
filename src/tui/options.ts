// Options of the panel, from the entry in tui.json. A wrong value keeps its default and is told once; the panel has no
// library of its own for that, because it loads nothing but the host's modules.

import { unknownNameMessage } from "../config/problem.ts"
import { environmentSwitches } from "../config/sources.ts"
import { isRecord } from "../lib/json.ts"
import type { ToastKinds } from "./toast-changes.ts"

export const commandNames = ["board", "open", "cancel", "revive", "copy", "blocked"] as const
export type CommandName = (typeof commandNames)[number]

export interface PanelOptions {
  readonly isEnabled: boolean
  /** Key of each command, in the host's notation; undefined leaves a command without one. */
  readonly keys: Readonly<Record<CommandName, string | undefined>>
  readonly toasts: ToastKinds
  /** One sentence for each mistake. */
  readonly problems: readonly string[]
}

/** Letters behind the leader that the host leaves free. */
export const defaultKeys: Readonly<Record<CommandName, string>> = {
  board: "<leader>j",
  open: "<leader>o",
  cancel: "<leader>k",
  revive: "<leader>v",
  copy: "<leader>p",
  blocked: "<leader>w",
}

const toastNames = ["ended", "blocked", "stuck"] as const

/** `environment` can switch the panel off together with the server half. */
export function parsePanelOptions(
  given: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): PanelOptions {
  const problems: string[] = []
  const options = recordOf(given, "options", problems)
  reportUnknown(options, ["enabled", "keys", "toasts"], problems)
  const { enabled, keys, toasts } = options
  if (enabled !== undefined && typeof enabled !== "boolean") {
    problems.push("enabled must be true or false; true is used.")
  }
  return {
    isEnabled: enabled !== false && !isSwitchedOff(environment),
    keys: parseKeys(keys, problems),
    toasts: parseToasts(toasts, problems),
    problems,
  }
}

function parseKeys(given: unknown, problems: string[]): PanelOptions["keys"] {
  const keys = given === false ? noKeys : recordOf(given, "keys", problems)
  reportUnknown(keys, commandNames, problems)
  const keyOf = (name: CommandName): string | undefined => {
    const value = keys[name]
    if (value === undefined) return defaultKeys[name]
    if (value === false) return undefined
    if (typeof value === "string" && value.trim() !== "") return value
    problems.push(`keys.${name} must be a key such as "${defaultKeys[name]}", or false.`)
    return defaultKeys[name]
  }
  return {
    board: keyOf("board"),
    open: keyOf("open"),
    cancel: keyOf("cancel"),
    revive: keyOf("revive"),
    copy: keyOf("copy"),
    blocked: keyOf("blocked"),
  }
}

const noKeys: Readonly<Record<string, unknown>> = Object.fromEntries(
  commandNames.map((name) => [name, false]),
)

function parseToasts(given: unknown, problems: string[]): ToastKinds {
  if (typeof given === "boolean") return { ended: given, blocked: given, stuck: given }
  const toasts = recordOf(given, "toasts", problems)
  reportUnknown(toasts, toastNames, problems)
  const isOn = (name: (typeof toastNames)[number]): boolean => {
    const value = toasts[name]
    if (value === undefined || typeof value === "boolean") return value ?? true
    problems.push(`toasts.${name} must be true or false; true is used.`)
    return true
  }
  return { ended: isOn("ended"), blocked: isOn("blocked"), stuck: isOn("stuck") }
}

function recordOf(given: unknown, name: string, problems: string[]): Record<string, unknown> {
  if (given === undefined) return {}
  if (isRecord(given)) return given
  problems.push(`${name} must be an object; the defaults are used.`)
  return {}
}

function reportUnknown(
  given: Readonly<Record<string, unknown>>,
  known: readonly string[],
  problems: string[],
): void {
  for (const key of Object.keys(given).filter((name) => !known.includes(name))) {
    problems.push(`"${key.slice(0, 40)}" ${unknownNameMessage(key, known)}`)
  }
}

/** The same variables as for the server half (requirement X4); without the tasks feature there is nothing to show. */
function isSwitchedOff(environment: Readonly<Record<string, string | undefined>>): boolean {
  const { isAllOff, disabled } = environmentSwitches(environment)
  return isAllOff || disabled.includes("tasks")
}
