// Runs the named lane and ends with `N passed, N failed`.
import { spawnSync } from "node:child_process"

const lanes = {
  check: [
    ["npx", "biome", "check", "."],
    ["npx", "tsc", "--noEmit", "-p", "."],
    ["npx", "vitest", "run", "--project", "unit", "--passWithNoTests"],
  ],
}

const lane = lanes[process.argv[2]]
if (!lane) {
  console.error(`unknown lane: ${process.argv[2]}`)
  process.exit(2)
}
for (const [command, ...args] of lane) {
  const { status } = spawnSync(command, args, { stdio: "inherit" })
  if (status !== 0) process.exit(status ?? 1)
}
