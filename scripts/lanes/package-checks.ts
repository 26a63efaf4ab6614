// Checks of the package as npm would publish it: publint and attw on the real tarball, knip on the sources.

import { mkdtempSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { packPackage } from "../../test/e2e/support/packed-package.ts"
import { runPackage } from "./command.ts"
import { type StepReport, singleReport } from "./report.ts"

/** Unused files, exports and dependencies. */
export function checkUnused(): StepReport {
  return singleReport(
    "knip",
    runPackage("knip/bin/knip.js", ["--no-progress", "--no-config-hints"]).isGood,
  )
}

/** Entry points, types and file list of the tarball. */
export function checkTarball(): StepReport {
  const folder = mkdtempSync(path.join(os.tmpdir(), "workbench-pack-"))
  try {
    const tarball = packPackage(folder)
    const publint = runPackage("publint/src/cli.js", [tarball, "--strict"]).isGood
    const attw = runPackage("@arethetypeswrong/cli/dist/index.js", [
      tarball,
      "--profile",
      "esm-only",
      "--no-emoji",
      "--exclude-entrypoints",
      "./schema.json",
    ]).isGood
    return {
      name: "publint and attw",
      passed: Number(publint) + Number(attw),
      failed: Number(!publint) + Number(!attw),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
