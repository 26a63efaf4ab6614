// A thread does not inherit the TypeScript loader of its process.
import { register } from "tsx/esm/api"

register()
await import("./worker.ts")
