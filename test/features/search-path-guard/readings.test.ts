import { describe, expect, test } from "vitest"
import {
  isOmission,
  listParts,
  listReadings,
} from "../../../src/features/search-path-guard/readings.ts"

const place = { home: "/home/me", directory: "/project", isWindows: false }
const paths = (raw: string) => listReadings(raw, place).map((reading) => reading.path)

describe("the readings of a path", () => {
  test("begin with the literal one", () => {
    expect(paths("src")).toEqual(["src"])
    expect(paths('"src"')[0]).toBe('"src"')
  })

  test.each([
    [" src ", "src"],
    ["'src'", "src"],
    ["`src`", "src"],
    ["~", "/home/me"],
    ["~/src", "/home/me/src"],
    ["$HOME/src", "/home/me/src"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell variable
    ["${PWD}/src", "/project/src"],
    ["file:///project/a%20b", "/project/a b"],
    ["a%20b", "a b"],
    ["src\\lib", "src/lib"],
    ["app/\\[id\\]", "app/[id]"],
    ["app/\\(group\\)/q.tsx", "app/(group)/q.tsx"],
    ["sp\\ ace/x", "sp ace/x"],
    ["app\\[id]", "app/[id]"],
    ["app\\[id]\\p.tsx", "app/[id]/p.tsx"],
    [' "~/src" ', "/home/me/src"],
  ])("end for %s with %s", (raw, last) => {
    expect(paths(raw).at(-1)).toBe(last)
  })

  test.each(["~user/src", "%zz", "C:\\work", "it's", "file://"])("leave %s as it is", (raw) => {
    expect(paths(raw)[0]).toBe(raw)
    expect(paths(raw).at(-1)).not.toContain("/home/me")
  })

  test("keep backslashes on Windows", () => {
    const readings = listReadings("src\\lib", { ...place, isWindows: true })
    expect(readings).toHaveLength(1)
  })

  test.each(["undefined", "null", "None", '""', " "])("tell that %s means nothing", (raw) => {
    const last = listReadings(raw, place).at(-1)
    expect(last && isOmission(last)).toBe(true)
  })

  test("tell that an empty path is the host's own way to say nothing", () => {
    expect(isOmission({ path: "", undone: [] })).toBe(false)
  })
})

describe("a list of paths", () => {
  test.each([
    ["src/,docs", ["src/", "docs"]],
    ["src docs", ["src", "docs"]],
    ['["src","docs"]', ["src", "docs"]],
    ["src; docs", ["src", "docs"]],
    ["'src', 'docs'", ["src", "docs"]],
  ])("is seen in %s", (raw, parts) => {
    expect(listParts(raw)).toEqual(parts)
  })

  test("is not seen in one path", () => {
    expect(listParts("src")).toBeUndefined()
    expect(listParts("[broken")).toBeUndefined()
  })
})
