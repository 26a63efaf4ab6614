// The `task panel` check of doctor on real files.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { panelCheck } from "../../src/cli/checks/panel.ts"
import { readHostConfig } from "../../src/cli/host-config-view.ts"
import { findPlaces } from "../../src/cli/places.ts"
import { loadConfig } from "../../src/config/load.ts"
import { registry } from "../../src/registry.ts"

let root = ""
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "workbench-panel-check-"))
  mkdirSync(path.join(root, ".git"))
  writeFileSync(path.join(root, "opencode.json"), '{"plugin":["opencode-workbench"]}')
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

const write = (file: string, value: unknown) => {
  const target = path.join(root, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, typeof value === "string" ? value : JSON.stringify(value))
}

/** Level and message of each finding, with the folder left out. */
async function findings(more: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const environment = { HOME: root, XDG_CONFIG_HOME: path.join(root, "config"), ...more }
  const places = findPlaces(root, environment)
  const found = await panelCheck.run({
    places,
    features: registry,
    hostConfig: await readHostConfig(places),
    config: await loadConfig(registry, places, {}),
    hostBinary: undefined,
    isStartAllowed: false,
    isCleaning: false,
  })
  return found.map(({ level, message }) => `${level}: ${message.replaceAll(root, "")}`)
}
const panelIs = (spec: unknown) => write("tui.json", { plugin: [spec] })

describe("doctor says of the task panel", () => {
  test("that no tui.json lists it", async () => {
    expect(await findings()).toEqual([
      "info: No tui.json lists the package, so the host loads no task panel.",
    ])
  })

  test("that it loads from an unpacked folder", async () => {
    write("opencode-workbench/package.json", { exports: { "./tui": { import: "./dist/tui.js" } } })
    write("opencode-workbench/dist/tui.js", "")
    panelIs("./opencode-workbench")
    expect(await findings()).toEqual([
      "ok: Listed in /tui.json:1; its entry is there, so the host loads it: ./opencode-workbench.",
    ])
  })

  test.each([
    ["./opencode-workbench", "/opencode-workbench does not exist (/tui.json:1)."],
    [
      "opencode-workbench@file:/x.tgz",
      "The host cannot load a panel from a tarball (/tui.json:1).",
    ],
  ])("of the entry %s that it cannot be loaded", async (spec, message) => {
    panelIs(spec)
    expect(await findings()).toEqual([`error: ${message}`])
  })

  test("that a version without a panel, or one that is not built, cannot be loaded", async () => {
    panelIs("./opencode-workbench")
    write("opencode-workbench/package.json", { exports: {} })
    expect((await findings())[0]).toContain('has no "./tui" entry')
    write("opencode-workbench/package.json", { exports: { "./tui": "./dist/tui.js" } })
    expect((await findings())[0]).toContain("/opencode-workbench/dist/tui.js does not exist")
  })

  test("what switches it off", async () => {
    write("tui.json", {
      plugin: [["opencode-workbench", { enabled: false }]],
      plugin_enabled: { "opencode-workbench": false },
    })
    expect(await findings({ OPENCODE_PURE: "1" })).toEqual([
      'info: It is off, by plugin_enabled["opencode-workbench"] in tui.json.',
      "info: It is off, by OPENCODE_PURE.",
      "info: It is off, by its options (/tui.json:1).",
    ])
  })

  test("that it has nothing to show without the plugin itself", async () => {
    rmSync(path.join(root, "opencode.json"))
    panelIs("opencode-workbench")
    expect((await findings())[1]).toBe(
      "warning: It has nothing to show: opencode.json does not list the plugin.",
    )
  })

  test("which option is wrong, and where", async () => {
    panelIs(["opencode-workbench", { kes: {} }])
    expect((await findings())[1]).toBe(
      'warning: "kes" does not exist; did you mean "keys"? (/tui.json:1)',
    )
  })

  test("which file is broken", async () => {
    write("tui.json", "{ nope")
    expect((await findings())[0]).toMatch(/^error: \/tui\.json:1 is not valid/)
  })
})
