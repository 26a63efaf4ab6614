import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { missingOptional } from "../../scripts/complete-lock.ts"
import { generatedFiles } from "../../scripts/generated-files.ts"

const json = (file: string) => JSON.parse(readFileSync(file, "utf8"))
const manifest = json("package.json")

describe("the package", () => {
  test("main and the server export are the same file", () => {
    expect(manifest.exports["./server"].import).toBe(manifest.main)
    expect(manifest.exports["."].default).toBe(manifest.main)
  })

  test("zod is pinned to the version of the plugin package", () => {
    const plugin = json("node_modules/@opencode-ai/plugin/package.json")
    expect(manifest.dependencies.zod).toBe(plugin.dependencies.zod)
    expect(manifest.dependencies.zod).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test("the plugin package is needed for types only", () => {
    expect(manifest.dependencies["@opencode-ai/plugin"]).toBeUndefined()
    expect(manifest.devDependencies["@opencode-ai/plugin"]).toBe(
      manifest.devDependencies["opencode-ai"],
    )
  })

  test("every dependency is pinned exactly", () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest
    const ranges = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    expect(ranges.filter(([, range]) => !/^\d+\.\d+\.\d+/.test(String(range)))).toEqual([])
  })

  test("the lock has an entry for every optional platform package (else: npx tsx scripts/complete-lock.ts)", () => {
    expect(missingOptional(json("package-lock.json"))).toEqual([])
  })

  test("the lock names no download address", () => {
    expect(readFileSync("package-lock.json", "utf8")).not.toContain('"resolved"')
  })

  test.each(generatedFiles((file) => readFileSync(file, "utf8")))(
    "$file is fresh (else: npm run generate)",
    ({ file, text }) => {
      expect(readFileSync(file, "utf8")).toBe(text)
    },
  )
})
