// Checks of the package as npm would publish it: publint, attw and sizes on the real tarball, knip on the sources.

import { mkdtempSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { packPackage } from "../../test/e2e/support/packed-package.ts"
import { runPackage } from "./command.ts"
import { measurePackage } from "./package-size.ts"
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
    const sizes = measurePackage(tarball)
    const tooLarge = sizes.filter(({ value, max }) => value > max)
    for (const { name, value, max, unit } of sizes) {
      console.log(`${name}: ${Math.round(value)} ${unit} (at most ${max})`)
    }
    const passed = [publint, attw].filter(Boolean).length
    return {
      name: "publint, attw, sizes",
      passed: passed + sizes.length - tooLarge.length,
      failed: 2 - passed + tooLarge.length,
      ...(tooLarge.length > 0 ? { note: tooLarge.map(({ name }) => name).join("; ") } : {}),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
