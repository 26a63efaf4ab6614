import { existsSync, readdirSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { expectedTools } from "../../src/cli/expected-tools.ts"
import { loadConfig } from "../../src/config/load.ts"
import { registry } from "../../src/registry.ts"

const names = registry.map(({ name }) => name)
const folders = readdirSync("src/features").sort()
const headings = [
  "What it does",
  "When it acts",
  "Options",
  "What the model sees",
  "Limits",
  "Out of scope",
  "Examples",
]

describe("a feature and its mirrors", () => {
  test("every folder has a row in the registry, and every row a folder", () => {
    expect([...names].sort()).toEqual(folders)
  })

  test.each(names)("%s has a page with the seven headings in order", (name) => {
    const text = readFileSync(`docs/features/${name}.md`, "utf8")
    const found = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading)
    expect(found.filter((heading) => headings.includes(heading))).toEqual(headings)
  })

  test.each(names)("%s has cases on the real host and scenes of the demo", (name) => {
    const has = (folder: string, ending: RegExp) =>
      readdirSync(folder).some((file) => file.startsWith(name) && ending.test(file))
    expect(has("test/e2e", /\.test\.ts$/)).toBe(true)
    expect(has("scripts/demo/scenes", /\.ts$/)).toBe(true)
  })

  test.each(names)("%s has mirror tests", (name) => {
    expect(readdirSync(`test/features/${name}`).some((file) => file.endsWith(".test.ts"))).toBe(
      true,
    )
  })

  test("guards run before repairs, repairs before rescues", () => {
    const order = ["tool-loop-guard", "search-path-guard", "apply-patch", "tasks"]
    expect(names.filter((name) => order.includes(name))).toEqual(order)
  })

  test.each(registry)("$name opens and restricts by options that it has", (feature) => {
    const keys = Object.keys(feature.options)
    expect([...feature.opens, ...feature.restricts].filter((key) => !keys.includes(key))).toEqual(
      [],
    )
  })

  test.each(names)("%s has the files of a feature", (name) => {
    const files = ["index.ts", "options.ts", "limits.ts"]
    expect(files.filter((file) => !existsSync(`src/features/${name}/${file}`))).toEqual([])
  })

  test.each(names)("%s has wiring of at most 80 lines", (name) => {
    const lines = readFileSync(`src/features/${name}/index.ts`, "utf8").split("\n").length
    expect(lines).toBeLessThanOrEqual(81)
  })

  test("features offer the tools that they declare, and no others", async () => {
    const places = { directory: "/", worktree: undefined, home: "/", environment: {} }
    const everything = { "web-search": { codeSearchUrl: "https://code.example/" } }
    const config = await loadConfig(registry, places, everything)
    const offered = expectedTools(registry, config, { ...places, packageRoot: "/" })
    expect(offered).toEqual(registry.flatMap(({ offers = [] }) => offers))
  })
})
