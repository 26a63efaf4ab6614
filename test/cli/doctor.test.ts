// `doctor` on real configuration files, with a host that only knows its version.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { z } from "zod"
import { type DoctorRequest, runDoctor } from "../../src/cli/doctor.ts"
import { findPlaces } from "../../src/cli/places.ts"
import { defineFeature } from "../../src/feature/feature.ts"
import { isRecord, readString } from "../../src/lib/json.ts"

const feature = (name: string) =>
  defineFeature({
    name,
    summary: `${name} works.`,
    options: { deny: z.array(z.string()).default([]).describe("never") },
    opens: [],
    restricts: ["deny"],
    actsOn: [],
    create: () => ({}),
  })

const features = [feature("webfetch"), feature("web-search")]

let root = ""
const place = (...parts: readonly string[]) => path.join(root, ...parts)

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "workbench-doctor-"))
  for (const folder of ["bin", "config/opencode", "project/.git", "project/.opencode", "tmp"]) {
    mkdirSync(place(folder), { recursive: true })
  }
  writeFileSync(place("bin", "opencode"), "#!/bin/sh\necho 1.18.33\n")
  chmodSync(place("bin", "opencode"), 0o755)
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

interface Setting {
  /** Text of the global opencode.json; by default our plugin is listed. */
  readonly host?: string
  /** Text of the global opencode-workbench.jsonc, and of the project's. */
  readonly global?: string
  readonly project?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly request?: Partial<DoctorRequest>
}

async function diagnose(setting: Setting = {}) {
  writeFileSync(
    place("config/opencode/opencode.json"),
    setting.host ?? '{ "plugin": ["opencode-workbench"] }',
  )
  if (setting.global)
    writeFileSync(place("config/opencode/opencode-workbench.jsonc"), setting.global)
  if (setting.project)
    writeFileSync(place("project/.opencode/opencode-workbench.jsonc"), setting.project)
  const environment = {
    HOME: root,
    PATH: place("bin"),
    TMPDIR: place("tmp"),
    XDG_CONFIG_HOME: place("config"),
    ...setting.environment,
  }
  const request = { features, isStartAllowed: false, isCleaning: false, ...setting.request }
  const outcome = await runDoctor(findPlaces(place("project"), environment), request)
  const { checks } = outcome.json
  const reports = (Array.isArray(checks) ? checks : []).filter(isRecord)
  const findings = (name: string) => {
    const found = reports.find((report) => report.name === name)?.findings
    return (Array.isArray(found) ? found : []).map(
      (finding: unknown) => `${readString(finding, "level")}: ${readString(finding, "message")}`,
    )
  }
  return { outcome, findings }
}

describe("doctor", () => {
  test("is content with a host of the tested version and a listed plugin", async () => {
    const { outcome, findings } = await diagnose()
    expect(outcome).toMatchObject({ exitCode: 0, json: { ok: true, errors: 0 } })
    expect(findings("host")).toEqual([`ok: opencode 1.18.33 at ${place("bin/opencode")}.`])
    expect(findings("load")[0]).toBe(`ok: Listed in ${place("config/opencode/opencode.json")}:1.`)
  })

  test("says what to do where the plugin is not listed", async () => {
    const { outcome } = await diagnose({ host: "" })
    expect(outcome.exitCode).toBe(1)
    expect(outcome.text).toContain(
      "  error    No configuration file of the host lists the plugin.\n           → Run this command with: init --project (for this folder) or init (for all projects)",
    )
  })

  test("names line and reason of a broken host configuration", async () => {
    const { outcome, findings } = await diagnose({ host: '{\n  "plugin": [\n    nope\n  ]\n}' })
    expect(outcome.exitCode).toBe(1)
    expect(findings("configuration")).toEqual([
      `error: ${place("config/opencode/opencode.json")}:3 is not valid: a word that is no value.`,
    ])
  })

  test("names line and nearest name of a mistake in our own file, comments or not", async () => {
    const { outcome, findings } = await diagnose({
      global: '{\n  // pages\n  "webfecth": false,\n}\n',
    })
    expect(outcome.exitCode).toBe(0)
    expect(findings("configuration")).toEqual([
      `warning: CONFIG_KEY_UNKNOWN: "webfecth" does not exist; did you mean "webfetch"? (~/config/opencode/opencode-workbench.jsonc:3)`,
    ])
  })

  test("says which of two global files wins, and whose list of plugins is not used", async () => {
    writeFileSync(place("config/opencode/opencode.jsonc"), '{ "plugin": ["other"] }')
    const { findings } = await diagnose()
    const [json, jsonc] = ["json", "jsonc"].map((end) => place(`config/opencode/opencode.${end}`))
    expect(findings("global configuration")).toEqual([
      `info: The host reads ${json} and then ${jsonc}: where they say different things opencode.jsonc wins, and lists are not joined.`,
      `warning: The "plugin" list of ${json} is not used: the one of ${jsonc} takes its place.`,
    ])
    expect(findings("load")[0]).toContain("error: No configuration file of the host lists")
  })

  test("names a global file that the host does not read", async () => {
    mkdirSync(place(".config/opencode"), { recursive: true })
    writeFileSync(place(".config/opencode/opencode.json"), "{}")
    const { findings } = await diagnose()
    expect(findings("global configuration")).toEqual([
      `warning: ${place(".config/opencode/opencode.json")} is not read: XDG_CONFIG_HOME makes ${place("config/opencode")} the folder of the host.`,
    ])
  })

  test("names file and line of the entry whose options hold a mistake", async () => {
    const host = '{\n"plugin": [\n["opencode-workbench", { "webfecth": false }] ] }'
    expect((await diagnose({ host })).findings("configuration")[0]).toMatch(
      /\(options in ~\/config\/opencode\/opencode\.json:3\)$/,
    )
  })

  test("names the word in OPENCODE_WORKBENCH that is not understood", async () => {
    const { findings } = await diagnose({ environment: { OPENCODE_WORKBENCH: "of" } })
    expect(findings("configuration")[0]).toContain('CONFIG_VALUE_INVALID: "of" is not understood')
  })

  test.each<[string, Setting]>([
    ["the environment", { environment: { OPENCODE_WORKBENCH_DISABLE: "webfetch" } }],
    [
      "the options in opencode.json",
      { host: '{ "plugin": [["opencode-workbench", { "webfetch": false }]] }' },
    ],
    ["the project's .opencode/opencode-workbench.jsonc", { project: '{ "webfetch": false }' }],
    ["the global opencode-workbench.jsonc", { global: '{ "webfetch": false }' }],
  ])("says that a feature is off by %s", async (cause, setting) => {
    const { findings } = await diagnose(setting)
    expect(findings("features")[0]).toContain(`info: webfetch is off, by ${cause}`)
    expect(findings("features")[1]).toBe("ok: web-search is on: web-search works.")
  })

  test("counts a broken restriction as an error", async () => {
    const { outcome, findings } = await diagnose({ global: '{ "webfetch": { "deny": 7 } }' })
    expect(outcome.exitCode).toBe(1)
    expect(findings("features")[0]).toContain("error: webfetch refuses every call")
  })

  test.each([
    ['{ "webfetch": "deny" }', 1],
    ['{ "webfetch": { "*": "deny" } }', 1],
    ['"deny"', 2],
    ['{ "*": "deny", "webfetch": "ask" }', 1],
    ['{ "webfetch": { "*": "deny", "https://example.com/*": "allow" } }', 0],
    ['{ "webfetch": "ask" }', 0],
  ])("permission %s takes away %i features", async (permission, count) => {
    const host = `{ "plugin": ["opencode-workbench"], "permission": ${permission} }`
    const { findings } = await diagnose({ host })
    expect(findings("permissions").filter((line) => line.startsWith("warning"))).toHaveLength(count)
  })

  test("names a package that is listed twice, and one that does the same work", async () => {
    const { findings } = await diagnose({
      host: '{ "plugin": [\n"opencode-workbench", "oh-my-opencode-slim@2.2.24",\n"/opt/opencode-workbench"] }',
    })
    expect(findings("other plugins")).toEqual([
      expect.stringContaining("This package is listed 2 times"),
      expect.stringContaining("oh-my-opencode-slim"),
    ])
  })

  test("names models whose sessions the host never summarises", async () => {
    const models = '{ "big": {}, "small": { "limit": { "context": 8000, "output": 1000 } } }'
    const { findings } = await diagnose({
      host: `{ "provider": { "mine": { "npm": "x", "models": ${models} }, "openai": { "models": { "gpt-5": {} } } } }`,
    })
    expect(findings("models")).toEqual([
      "warning: mine/big has no limit.context, so the host never summarises its sessions.",
    ])
  })

  test("says that a search key is set and never what it is", async () => {
    const { outcome, findings } = await diagnose({
      environment: { TAVILY_API_KEY: "tvly-secret", BRAVE_API_KEY: " " },
    })
    expect(findings("web search")).toEqual(["ok: Tavily: TAVILY_API_KEY is set."])
    expect(JSON.stringify(outcome)).not.toContain("tvly-secret")
  })

  test("counts a chosen provider without its key as an error", async () => {
    const { findings } = await diagnose({
      environment: { WEB_SEARCH_ADAPTER: "Brave", EXA_API_KEY: "key" },
    })
    expect(findings("web search")).toEqual([
      "ok: Exa: EXA_API_KEY is set.",
      "error: Brave is chosen, but BRAVE_API_KEY or BRAVE_SEARCH_API_KEY is not set.",
    ])
  })

  test("tells the offline start until the host's package is there", async () => {
    const before = await diagnose()
    expect(before.findings("offline start")).toHaveLength(2)
    for (const folder of [place("config/opencode"), place("project/.opencode")]) {
      const dependencies = { "@opencode-ai/plugin": "1.18.33" }
      mkdirSync(path.join(folder, "node_modules"))
      writeFileSync(
        path.join(folder, "package-lock.json"),
        JSON.stringify({ packages: { "": { dependencies } } }),
      )
    }
    const after = await diagnose()
    expect(after.findings("offline start")).toEqual([
      "ok: The host needs no network to start with plugins.",
    ])
  })

  test("measures what is left on disk, and removes it when asked", async () => {
    const folder = place(
      "tmp/opencode",
      `workbench-${process.getuid?.() ?? os.userInfo().username}`,
    )
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, "page.md"), "x".repeat(2_000_000))
    const before = await diagnose()
    expect(before.findings("files on disk")).toEqual([`info: 1 files, 1.9 MiB, in ${folder}.`])
    const cleaned = await diagnose({ request: { isCleaning: true } })
    expect(cleaned.findings("files on disk")[0]).toContain("ok: Removed: 1 files")
    expect(existsSync(folder)).toBe(false)
  })

  test("removes nothing behind a link that somebody put in the place of the folder", async () => {
    const folder = place(
      "tmp/opencode",
      `workbench-${process.getuid?.() ?? os.userInfo().username}`,
    )
    mkdirSync(place("precious"))
    writeFileSync(place("precious/file"), "x")
    mkdirSync(path.dirname(folder))
    symlinkSync(place("precious"), folder)
    const { findings } = await diagnose({ request: { isCleaning: true } })
    expect(findings("files on disk")).toEqual(["ok: Nothing is left on disk."])
    expect(existsSync(place("precious/file"))).toBe(true)
  })

  test("looks for ripgrep on PATH and in the host's cache, and whether it runs", async () => {
    const ripgrep = async () => (await diagnose()).findings("ripgrep")
    expect(await ripgrep()).toEqual([
      "warning: There is no rg on PATH or in the host's cache; the host downloads it at its first search.",
    ])
    mkdirSync(place(".cache/opencode/bin"), { recursive: true })
    const cached = place(".cache/opencode/bin/rg")
    writeFileSync(cached, "#!/bin/sh\necho ripgrep 14.1.0\n", { mode: 0o755 })
    expect(await ripgrep()).toEqual([`ok: ripgrep 14.1.0 at ${cached}.`])
    writeFileSync(place("bin/rg"), "#!/bin/sh\nexit 1\n", { mode: 0o755 })
    expect(await ripgrep()).toEqual([`error: ${place("bin/rg")} does not run.`])
  })

  test("says that the host did not start, and why", async () => {
    const listed = place("opencode-workbench")
    mkdirSync(listed)
    writeFileSync(path.join(listed, "index.ts"), "")
    const host = JSON.stringify({ plugin: [listed] })
    const { findings } = await diagnose({ host, request: { isStartAllowed: true } })
    expect(findings("load")[1]).toBe(
      "error: The host was started to see the plugin load, but it ended at start with exit code 0.",
    )
  })

  test("ends with 1 and says the numbers where something is wrong, in text and JSON alike", async () => {
    const { outcome } = await diagnose({ host: "{}" })
    expect(outcome.exitCode).toBe(1)
    expect(outcome.text).toMatch(/\n\n1 error, \d warnings?$/)
    expect(outcome.json).toMatchObject({ command: "doctor", ok: false, errors: 1 })
  })

  test("keeps the files that tell the hosts of running tasks apart", async () => {
    const owners = place("data/opencode/workbench/owners")
    mkdirSync(owners, { recursive: true })
    writeFileSync(path.join(owners, "a.lock"), "")
    const { findings } = await diagnose({
      environment: { XDG_DATA_HOME: place("data") },
      request: { isCleaning: true },
    })
    expect(findings("files on disk")[1]).toMatch(/^info: 1 small files in .* they are kept\.$/)
    expect(existsSync(path.join(owners, "a.lock"))).toBe(true)
  })

  test("finds a host that is missing or does not run", async () => {
    chmodSync(place("bin/opencode"), 0o644)
    const missing = await diagnose({ environment: { PATH: place("bin") } })
    expect(missing.findings("host")).toEqual([
      "error: There is no opencode on PATH or in node_modules.",
    ])
    writeFileSync(place("bin/opencode"), "#!/bin/sh\nexit 3\n")
    chmodSync(place("bin/opencode"), 0o755)
    const failing = await diagnose()
    expect(failing.findings("host")).toEqual([
      `error: ${place("bin/opencode")} does not answer to --version.`,
    ])
  })
})
