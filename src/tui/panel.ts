// Puts the panel together: options, model, slots, commands. Synchronous and total: what fails is told in a toast and
// leaves the terminal UI as it is without us.

import type { TuiPluginApi } from "@opencode-ai/plugin/tui"
import { createBoardModel } from "./board-model.ts"
import { registerCommands } from "./commands.ts"
import { attempt } from "./guard.ts"
import { parsePanelOptions } from "./options.ts"
import { createPanelHost } from "./panel-host.ts"
import { footerLine, sidebarSection } from "./slots.ts"
import { createTaskActions } from "./task-actions.ts"

/** Sections of the sidebar are ordered by number; the host's context has 100, its MCP servers 200. */
const sidebarOrder = 150

export function startPanel(
  api: TuiPluginApi,
  given: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const options = parsePanelOptions(given, environment)
  const fault = (reason: string) =>
    attempt(
      () => api.ui.toast({ variant: "error", message: `Task panel: ${reason}` }),
      () => undefined,
    )
  if (!options.isEnabled) return
  attempt(() => {
    const host = createPanelHost(api)
    const model = createBoardModel({
      host,
      toasts: options.toasts,
      showToast: (toast) => api.ui.toast({ ...toast }),
    })
    api.lifecycle.onDispose(() => model.dispose())
    const actions = createTaskActions({ api, host })
    const parts = { api, host, model, open: (taskId: string) => actions.open({ taskId }) }
    api.slots.register({
      order: sidebarOrder,
      slots: {
        sidebar_content: (_, props) => sidebarSection(parts, () => props.session_id),
        app_bottom: () => footerLine(parts),
      },
    })
    registerCommands({ api, host, model, actions, keys: options.keys, fault })
  }, fault)
  const [problem] = options.problems
  if (problem !== undefined) fault(`${problem} (options in tui.json)`)
}
