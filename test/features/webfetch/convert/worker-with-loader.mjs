// Starts the page reader's worker from source in a Node that needs a loader for TypeScript.

import { register } from "tsx/esm/api"

register()
await import("../../../../src/features/webfetch/convert/worker.ts")
