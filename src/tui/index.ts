// The package's entry for the host's terminal UI: the task panel. One default export, nothing named (HOST-QUIRK-150).
// `tui` returns at once and awaits nothing: a plugin that does not return keeps the UI on "Loading plugins".

import type { TuiPluginModule } from "@opencode-ai/plugin/tui"
import { startPanel } from "./panel.ts"

const panel: TuiPluginModule & { readonly id: string } = {
  id: "opencode-workbench",
  tui: async (api, options) => startPanel(api, options, process.env),
}

export default panel
