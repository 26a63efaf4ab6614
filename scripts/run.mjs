// Runs a TypeScript program of this repository: node scripts/run.mjs FILE [arguments].
// Standard output belongs to the program alone, so that `npm run -s NAME -- --json` prints nothing but JSON.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const [program, ...args] = process.argv.slice(2)
const tsx = path.join(root, "node_modules/tsx/dist/cli.mjs")
if (!existsSync(tsx)) {
  console.error("dependencies are missing: run npm ci")
  process.exit(2)
}
if (program === undefined || !existsSync(path.join(root, program))) {
  console.error(`no such program: ${program}`)
  process.exit(2)
}
// Paths on the command line are relative to where the user stands, also when npm changed to the root.
const { status } = spawnSync(process.execPath, [tsx, path.join(root, program), ...args], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdio: "inherit",
})
process.exitCode = status ?? 1
