// The command line tool as people run it, against the real host.

import { execFile } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
import { isRecord, readString } from "../../src/lib/json.ts"
import { ourPlugin } from "./support/case-host.ts"
import { hostBinary, repositoryRoot } from "./support/host-binary.ts"
import { createHostFolders, hostEnvironment } from "./support/host-folders.ts"

// Each run of `doctor` starts the host three times, one after the other.
const slowMs = 240_000

const folders = createHostFolders("doctor")
afterAll(() => folders.remove())

const [ourSpec] = ourPlugin()
const configFile = path.join(folders.config, "opencode.json")

/** A plugin of somebody else with a tool that has the name of one of ours. */
const otherPlugin = `export default {
  id: "other",
  server: async () => ({
    tool: { task_status: { description: "Other.", args: {}, execute: async () => "other" } },
  }),
}
`

/** Runs the tool from source, with the pinned host on PATH. */
function workbench(...args: readonly string[]) {
  const environment = hostEnvironment(folders)
  const searchPath = [path.dirname(hostBinary()), environment.PATH].join(path.delimiter)
  const main = path.join(repositoryRoot, "src/cli/main.ts")
  const tsx = path.join(repositoryRoot, "node_modules/tsx/dist/cli.mjs")
  const options = { cwd: folders.projects, env: { ...environment, PATH: searchPath } }
  return new Promise<{ exitCode: number; stdout: string; json: Record<string, unknown> }>(
    (resolve) => {
      const child = execFile(process.execPath, [tsx, main, ...args], options, (_, stdout) => {
        const json: unknown = stdout.startsWith("{") ? JSON.parse(stdout) : {}
        resolve({ exitCode: child.exitCode ?? -1, stdout, json: isRecord(json) ? json : {} })
      })
      child.stdin?.end()
    },
  )
}

function findings(json: Record<string, unknown>, name: string): string[] {
  const checks = Array.isArray(json.checks) ? json.checks : []
  const found: unknown = checks.find((check: unknown) => readString(check, "name") === name)
  const list = isRecord(found) && Array.isArray(found.findings) ? found.findings : []
  return list.map(
    (finding: unknown) => `${readString(finding, "level")}: ${readString(finding, "message")}`,
  )
}

test(
  "init lists the plugin, the host starts with it, and --remove gives the bytes back",
  async () => {
    // The host itself adds the schema to a file that has none (HOST-QUIRK-118).
    const schema = "https://opencode.ai/config.json"
    const before = `{\n  "$schema": "${schema}",\n  // mine\n  "autoupdate": false\n}\n`
    writeFileSync(configFile, before)
    const shown = await workbench("init", "--spec", String(ourSpec))
    expect(shown.exitCode).toBe(2)
    expect(readFileSync(configFile, "utf8")).toBe(before)
    const written = await workbench("init", "--spec", String(ourSpec), "--yes", "--json")
    expect(written.json).toMatchObject({ file: configFile, written: true })
    const { json } = await workbench("doctor", "--json")
    expect(json.ok, JSON.stringify(json.checks)).toBe(true)
    expect(findings(json, "host")[0]).toContain("opencode 1.18.33")
    expect(findings(json, "load")).toEqual([
      expect.stringContaining(`ok: Listed in ${configFile}:5`),
      expect.stringMatching(/^ok: The host starts in [\d.]+ s and offers .*task_status/),
    ])
    expect(findings(json, "offline start")).toEqual([
      "ok: The host needs no network to start with plugins.",
    ])
    await workbench("init", "--remove", "--yes")
    expect(readFileSync(configFile, "utf8")).toBe(before)
  },
  slowMs,
)

test(
  "a plugin that cannot be loaded is an error that says where to look",
  async () => {
    const broken = path.join(folders.projects, "opencode-workbench")
    mkdirSync(broken, { recursive: true })
    writeFileSync(path.join(broken, "index.ts"), "throw new Error('no')\n")
    writeFileSync(configFile, JSON.stringify({ plugin: [broken] }))
    const throwing = await workbench("doctor", "--json")
    expect(throwing.exitCode).toBe(1)
    expect(findings(throwing.json, "load")[1]).toMatch(
      /^error: The host starts, but does not offer .*task_status/,
    )
    // Where the file itself is missing, no start is needed to know.
    writeFileSync(path.join(broken, "package.json"), '{ "main": "./dist/index.js" }')
    const missing = await workbench("doctor", "--json")
    expect(missing.exitCode).toBe(1)
    expect(findings(missing.json, "load")[1]).toMatch(
      /^error: .*names .\/dist\/index.js, which does not exist/,
    )
  },
  slowMs,
)

test(
  "a plugin that offers a tool of ours is named",
  async () => {
    const other = path.join(folders.projects, "other.ts")
    writeFileSync(other, otherPlugin)
    writeFileSync(configFile, JSON.stringify({ plugin: [other, ourPlugin()] }))
    const { json } = await workbench("doctor", "--json")
    expect(findings(json, "load")).toContain(
      "warning: TOOL_CLASH: another plugin also offers task_status; the plugin that is listed later wins.",
    )
  },
  slowMs,
)

/** The configuration as the host has merged it for a folder outside any git repository. */
async function hostConfig(directory: string): Promise<Record<string, unknown>> {
  const options = { cwd: directory, env: hostEnvironment(folders) }
  const text = await new Promise<string>((resolve) => {
    const child = execFile(hostBinary(), ["debug", "config"], options, (_, stdout) =>
      resolve(stdout),
    )
    child.stdin?.end()
  })
  const config: unknown = JSON.parse(text)
  return isRecord(config) ? config : {}
}

test("of the global files the last list counts, and a folder above is read outside a git repository", async () => {
  const below = path.join(folders.projects, "above", "below")
  mkdirSync(below, { recursive: true })
  writeFileSync(configFile, '{ "plugin": ["./one.ts"], "permission": { "bash": "ask" } }')
  writeFileSync(`${configFile}c`, '{ "plugin": ["./two.ts"], "permission": { "edit": "ask" } }')
  writeFileSync(
    path.join(path.dirname(below), "opencode.json"),
    '{ "plugin": ["./three.ts"], "username": "above" }',
  )
  const config = await hostConfig(below)
  expect(JSON.stringify(config.plugin)).toMatch(/^\["[^"]*two\.ts","[^"]*three\.ts"\]$/)
  expect(config).toMatchObject({ username: "above", permission: { bash: "ask", edit: "ask" } })
  const { json } = await workbench("doctor", "--no-start", "--json", "--directory", below)
  expect(findings(json, "global configuration")[1]).toContain(
    `"plugin" list of ${configFile} is not used`,
  )
  rmSync(`${configFile}c`)
})

test("a command that is not understood prints the usage", async () => {
  expect(await workbench("docter")).toMatchObject({
    exitCode: 2,
    stdout: expect.stringContaining('There is no command "docter".'),
  })
  const { exitCode, json } = await workbench("doctor", "--nope", "--json")
  expect(exitCode).toBe(2)
  expect(json.problem).toContain("--nope")
})
