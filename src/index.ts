// The package's entry for the host's server side: one default export, nothing named (HOST-QUIRK-13).

import { createServer } from "./plugin.ts"
import { registry } from "./registry.ts"

export default { id: "opencode-workbench", server: createServer(registry) }
