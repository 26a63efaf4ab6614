// Builds dist/ from src/ with the TypeScript compiler alone; no bundler, so dist mirrors src.
import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
rmSync(path.join(root, "dist"), { recursive: true, force: true })
const compiler = path.join(root, "node_modules/typescript/bin/tsc")
const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
})
process.exitCode = status ?? 1
