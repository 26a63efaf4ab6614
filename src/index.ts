// The package's entry for the host's server side: one default export, nothing named (HOST-QUIRK-13).

import { server } from "./plugin.ts"

export default { id: "opencode-workbench", server }
