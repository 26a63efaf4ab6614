// The examples are configurations as people copy them: each is loaded as the host would hand it over.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, test } from "vitest"
import { loadConfig } from "../../src/config/load.ts"
import { registry } from "../../src/registry.ts"

const root = path.resolve(import.meta.dirname, "../../examples")
const names = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

async function loadExample(name: string) {
  const host = JSON.parse(readFileSync(path.join(root, name, "opencode.json"), "utf8"))
  const [entry]: readonly unknown[] = host.plugin
  const [spec, options]: readonly unknown[] = Array.isArray(entry) ? entry : [entry]
  const directory = mkdtempSync(path.join(os.tmpdir(), "workbench-example-"))
  try {
    mkdirSync(path.join(directory, ".opencode"))
    const file = "opencode-workbench.jsonc"
    cpSync(path.join(root, name, file), path.join(directory, ".opencode", file))
    const places = { directory, worktree: undefined, home: directory, environment: {} }
    return { spec, config: await loadConfig(registry, places, options) }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

test("there are examples", () => {
  expect(names.sort()).toEqual(["minimal", "offline", "research", "strict"])
})

test.each(names)("%s has no mistake and loads", async (name) => {
  const { spec, config } = await loadExample(name)
  expect(spec).toBe("opencode-workbench")
  expect(config.problems).toEqual([])
})

test("offline offers nothing that needs a network", async () => {
  const { config } = await loadExample("offline")
  const off = [...config.features].filter(([, { isEnabled }]) => !isEnabled)
  expect(off.map(([name]) => name)).toEqual(["webfetch", "web-search", "agentic-fetch"])
})
