// The package loads in the real host in every form that users install it in. Its own configuration report proves that
// the plugin ran and got its options; a large page proves that the built page reader runs in a thread of its own.

import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, describe, expect, test } from "vitest"
import { createCaseHost, ourPlugin } from "./support/case-host.ts"
import { repositoryRoot } from "./support/host-binary.ts"
import type { PluginEntry } from "./support/host-config.ts"
import { packPackage, registryEnvironment, stagePackage } from "./support/packed-package.ts"
import { call, say } from "./support/script.ts"
import { startScriptedModel } from "./support/scripted-model.ts"
import { startSite } from "./support/web-site.ts"

const model = await startScriptedModel()
const folder = mkdtempSync(path.join(os.tmpdir(), "workbench-package-"))
const site = await startSite()
const mistake = { "apply-pach": {}, webfetch: { allowPrivate: [site.host] } }
// Larger than what is read without a thread.
site.page(
  "/large",
  `<html><body><main><h1>Large</h1>${`<p>${"Some words of a page. ".repeat(500)}</p>`.repeat(120)}</main></body></html>`,
)

afterAll(async () => {
  await Promise.all([model.close(), site.close()])
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a host with the entry, fetches a page, and answers the host's log. */
async function logOf(entry: PluginEntry, environment: Record<string, string> = {}) {
  const host = createCaseHost({ model, label: "package", plugins: [entry], environment })
  try {
    const fetch = call("webfetch", { url: `${site.origin}/large`, timeout: 100 })
    const run = await host.play({ steps: [fetch, say("still here")] })
    expect(run.answer).toBe("still here")
    expect(run.results[0]?.output).toContain("Some words of a page.")
    expect(run.results[0]?.output).toContain('source_kind: "html"')
    const { log } = await host.process()
    return log()
  } finally {
    await host.stop()
  }
}

/** Built files of the server half without the line that keeps the host from translating them (HOST-QUIRK-170). */
function translatedFiles(dist: string): readonly string[] {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" })
  return files.filter(
    (file) =>
      file.endsWith(".js") &&
      !file.startsWith("tui") &&
      !/^(#!.*\n)?\/\/ @bun\n/.test(readFileSync(path.join(dist, file), "utf8")),
  )
}

describe("the plugin loads", () => {
  test("from src/index.ts as a file plugin", async () => {
    expect(await logOf(ourPlugin(mistake))).toMatch(/CONFIG_KEY_UNKNOWN.*apply-pach/)
  })

  test("from a folder whose package.json names the built entry", async () => {
    const stage = stagePackage(path.join(folder, "built"))
    expect(translatedFiles(path.join(stage, "dist"))).toEqual([])
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
