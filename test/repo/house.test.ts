import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { filesBelow } from "./files.ts"

const sources = filesBelow("src", [".ts"])
const read = (file: string) => readFileSync(file, "utf8")
const containing = (files: readonly string[], pattern: RegExp) =>
  files.filter((file) => pattern.test(read(file)))

describe("the house rules", () => {
  test("no file has a name that says nothing", () => {
    const vague = /\/(utils?|helpers?|common|misc|manager|service|types)\.ts$/
    expect(sources.filter((file) => vague.test(file))).toEqual([])
  })

  test("only entries are called index", () => {
    const indexes = sources.filter((file) => file.endsWith("/index.ts"))
    expect(
      indexes.filter((file) => !/^src\/(index|features\/[^/]+\/index|tui\/index)\.ts$/.test(file)),
    ).toEqual([])
  })

  test("every source file opens with what it is responsible for", () => {
    expect(sources.filter((file) => !/^(#!.*\n)?\/\/ /.test(read(file)))).toEqual([])
  })

  test("casts stand in the adapter only", () => {
    const casts =
      /[^\w]as (?!const\b|\w+,|\w+ \}|\w+ from)(unknown|any|never|[A-Z{]|Record|readonly)/
    const code = (file: string) =>
      read(file)
        .replace(/^\s*(\/\/|\/?\*).*$/gm, "")
        .replace(/import [^;]*?from "[^"]+"/gs, "")
    expect(
      sources.filter((file) => !file.startsWith("src/host/v1/") && casts.test(code(file))),
    ).toEqual([])
  })

  test("nothing is left to do or silenced without a reason", () => {
    expect(
      containing(sources, /TODO|FIXME|@ts-ignore|@ts-expect-error(?! \S)|biome-ignore-all/),
    ).toEqual([])
  })

  test("every quirk that the code names has a row", () => {
    const rows = new Set(
      [...read("docs/host-quirks.md").matchAll(/^\|\s*(\d{2,3})\s*\|/gm)].map((match) => match[1]),
    )
    const named = [...sources, ...filesBelow("test", [".ts"])].flatMap((file) =>
      [...read(file).matchAll(/HOST-QUIRK-(\d{2,3})/g)].map((match) => match[1]),
    )
    expect([...new Set(named)].filter((quirk) => !rows.has(quirk))).toEqual([])
  })

  test("tests are not skipped, focused or postponed, and mock no module", () => {
    const tests = filesBelow("test", [".test.ts"])
    const pattern = new RegExp(
      "\\b(it|test|describe)\\.(skip|only|todo)\\b|\\bskipIf\\b|vi\\.mo" + "ck\\(",
    )
    expect(containing(tests, pattern)).toEqual([])
  })
})
