// The package loads in the real host in every form that users install it in. Its own configuration report
// proves that the plugin ran and got its options.

import { mkdtempSync, rmSync, symlinkSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, describe, expect, test } from "vitest"
import { createCaseHost, ourPlugin } from "./support/case-host.ts"
import { repositoryRoot } from "./support/host-binary.ts"
import type { PluginEntry } from "./support/host-config.ts"
import { packPackage, registryEnvironment, stagePackage } from "./support/packed-package.ts"
import { say } from "./support/script.ts"
import { startScriptedModel } from "./support/scripted-model.ts"

const model = await startScriptedModel()
const folder = mkdtempSync(path.join(os.tmpdir(), "workbench-package-"))
const mistake = { "apply-pach": {} }

afterAll(async () => {
  await model.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a host with the entry, plays one turn, and answers the host's log. */
async function logOf(entry: PluginEntry, environment: Record<string, string> = {}) {
  const host = createCaseHost({ model, label: "package", plugins: [entry], environment })
  try {
    const run = await host.play({ steps: [say("still here")] })
    expect(run.answer).toBe("still here")
    const { log } = await host.process()
    return log()
  } finally {
    await host.stop()
  }
}

describe("the plugin loads", () => {
  test("from src/index.ts as a file plugin", async () => {
    expect(await logOf(ourPlugin(mistake))).toMatch(/CONFIG_KEY_UNKNOWN.*apply-pach/)
  })

  test("from a folder whose package.json names the built entry", async () => {
    const stage = stagePackage(path.join(folder, "built"))
    symlinkSync(path.join(repositoryRoot, "node_modules"), path.join(stage, "node_modules"))
    expect(await logOf([pathToFileURL(stage).href, mistake])).toMatch(
      /CONFIG_KEY_UNKNOWN.*apply-pach/,
    )
  })

  // The host installs the tarball's dependencies from the registry, as it does for users.
  test("from the packed tarball by name@file:, and again without network (in-K10)", async () => {
    const tarball = packPackage(path.join(folder, "packed"))
    const plugins: PluginEntry[] = [[`opencode-workbench@file:${tarball}`, mistake]]
    const installing = createCaseHost({
      model,
      label: "installing",
      plugins,
      environment: registryEnvironment(),
    })
    const offline = createCaseHost({
      model,
      label: "offline",
      plugins,
      folders: installing.folders,
      environment: { npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "0" },
    })
    try {
      for (const host of [installing, offline]) {
        const run = await host.play({ steps: [say("still here")] })
        expect(run.answer).toBe("still here")
        const { log, stop } = await host.process()
        expect(log()).toMatch(/CONFIG_KEY_UNKNOWN.*apply-pach/)
        await stop()
      }
    } finally {
      await Promise.all([offline.stop(), installing.stop()])
    }
  }, 240_000)
})
