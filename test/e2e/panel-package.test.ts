// The package as it is published, from an unpacked folder without any dependency beside it: `init` lists the panel,
// `doctor` says that it loads, and it does.

import { spawnSync } from "node:child_process"
import { readFileSync, renameSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { filesBelow } from "../repo/files.ts"
import { repositoryRoot } from "./support/host-binary.ts"
import { hostEnvironment } from "./support/host-folders.ts"
import { stagePackage } from "./support/packed-package.ts"
import { useTerminal } from "./support/use-terminal.ts"

const stage = await useTerminal()
const unpacked = path.join(stage.folders.root, "opencode-workbench")
renameSync(stagePackage(path.join(stage.folders.root, "packing")), unpacked)

test("the panel loads from an unpacked folder that has no dependencies, and doctor says so", async () => {
  const ui = await stage.restart({ panels: [unpacked] })
  await ui.see(/Ask anything/)
  await ui.command(["C-p"], /Commands/)
  await ui.type("Task board", (screen) => screen.split("Task board").length > 2)
  await ui.command(["Enter"], /This session has no tasks/)
  const cli = path.join(repositoryRoot, "src/cli/main.ts")
  const doctor = spawnSync(
    process.execPath,
    [path.join(repositoryRoot, "node_modules/tsx/dist/cli.mjs"), cli, "doctor", "--no-start"],
    { cwd: stage.directory, encoding: "utf8", env: hostEnvironment(stage.folders) },
  )
  expect(doctor.stdout).toContain(`its entry is there, so the host loads it: ${unpacked}`)
})

test("imports of the host's modules keep the form that its loader knows", () => {
  const modules = filesBelow(path.join(unpacked, "dist/tui"), [".js"]).map((file) =>
    readFileSync(file, "utf8"),
  )
  expect(modules.join("\n")).toMatch(/ from "solid-js"/)
  for (const text of modules) {
    expect(text).not.toMatch(/from["']|import["']/)
  }
})
