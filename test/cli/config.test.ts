// `config` on real files.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type ConfigRequest, runConfig } from "../../src/cli/config.ts"
import { findPlaces } from "../../src/cli/places.ts"
import { loadJsonc } from "../../src/config/jsonc.ts"

let root = ""
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "workbench-config-"))
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

const place = (name: string) => path.join(root, ".opencode", name)
const schemaFile = () => place("opencode-workbench.schema.json")
const configFile = () => place("opencode-workbench.jsonc")
const schema = readFileSync("schema.json", "utf8")

function config(more: Partial<ConfigRequest> = {}, directory = root) {
  const places = findPlaces(directory, { HOME: root, XDG_CONFIG_HOME: path.join(root, "config") })
  return runConfig(places, { scope: "project", isConfirmed: true, confirm: undefined, ...more })
}

describe("config", () => {
  test("makes a file that names the schema beside it", async () => {
    const outcome = await config()
    expect(outcome).toMatchObject({ exitCode: 0, json: { written: true, file: configFile() } })
    const { parse } = await loadJsonc()
    const parsed: unknown = parse(readFileSync(configFile(), "utf8"))
    expect(parsed).toEqual({ $schema: "./opencode-workbench.schema.json" })
    expect(readFileSync(schemaFile(), "utf8")).toBe(schema)
  })

  test("makes the global file and its folder", async () => {
    const outcome = await config({ scope: "global" })
    const made = path.join(root, "config", "opencode", "opencode-workbench.jsonc")
    expect(outcome.json.file).toBe(made)
    expect(existsSync(made)).toBe(true)
  })

  test("shows what it would make and writes nothing without a yes", async () => {
    const outcome = await config({ isConfirmed: false })
    expect(outcome.exitCode).toBe(2)
    expect(outcome.text).toContain(`${configFile()} (new)`)
    expect(outcome.text).toContain(`${schemaFile()} (new)`)
    expect(existsSync(place(""))).toBe(false)
    await config({ isConfirmed: false, confirm: async () => false })
    expect(existsSync(place(""))).toBe(false)
  })

  test("leaves a file that exists as it is, renews the schema, and says what to add", async () => {
    mkdirSync(place(""))
    writeFileSync(configFile(), '{ "webfetch": false }')
    writeFileSync(schemaFile(), "{}")
    const outcome = await config()
    expect(outcome.text).toContain(`${schemaFile()} (changed)`)
    expect(outcome.text).toContain('Add "$schema": "./opencode-workbench.schema.json" to it')
    expect(readFileSync(configFile(), "utf8")).toBe('{ "webfetch": false }')
    expect(readFileSync(schemaFile(), "utf8")).toBe(schema)
  })

  test("takes the file of the project that is read, also from a folder below", async () => {
    mkdirSync(path.join(root, ".git"))
    mkdirSync(place(""))
    writeFileSync(place("opencode-workbench.json"), '{ "webfetch": false }')
    const below = path.join(root, "packages", "app")
    mkdirSync(below, { recursive: true })
    const outcome = await config({}, below)
    expect(outcome.json).toMatchObject({ file: place("opencode-workbench.json"), written: true })
    expect(existsSync(path.join(below, ".opencode"))).toBe(false)
    expect(readFileSync(schemaFile(), "utf8")).toBe(schema)
  })

  test("a second time changes nothing", async () => {
    await config()
    expect(await config()).toMatchObject({ exitCode: 0, json: { changed: false, written: false } })
  })

  test("leaves a read-only schema alone and says why", async () => {
    mkdirSync(place(""))
    writeFileSync(schemaFile(), "{}")
    chmodSync(schemaFile(), 0o444)
    expect(await config()).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining("read-only"),
    })
    expect(existsSync(configFile())).toBe(false)
  })
})
