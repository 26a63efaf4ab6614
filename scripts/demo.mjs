// The demo from a fresh clone: installs what is missing, then plays scripts/demo/main.ts.
// Usage: npm run demo [-- feature …]
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const [major, minor] = process.versions.node.split(".").map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed, this is ${process.versions.node}`)
  process.exit(2)
}
const tsx = path.join(root, "node_modules/tsx/dist/cli.mjs")
if (!existsSync(tsx) || !existsSync(path.join(root, "node_modules/opencode-ai"))) {
  console.log("Installing dependencies (npm ci) …")
  run("npm", ["ci"])
}
run(process.execPath, [tsx, path.join(root, "scripts/demo/main.ts"), ...process.argv.slice(2)])

function run(program, args) {
  const isShell = process.platform === "win32" && program === "npm"
  const { status } = spawnSync(program, args, { cwd: root, stdio: "inherit", shell: isShell })
  if (status !== 0) process.exit(status ?? 1)
}
