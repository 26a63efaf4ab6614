import { describe, expect, test } from "vitest"
import {
  alternatives,
  belowGlob,
  bracketedName,
  escapeGlob,
  isFilePattern,
  plainName,
  splitGlob,
  unbalanced,
} from "../../../src/features/search-path-guard/glob-text.ts"
import { repairPattern } from "../../../src/features/search-path-guard/pattern-repair.ts"
import {
  fileTarget,
  globOfGlob,
  grepOfGlob,
  includeForFolders,
  outsideInclude,
} from "../../../src/features/search-path-guard/targets.ts"

describe("glob text", () => {
  test("is divided at the first wildcard", () => {
    expect(splitGlob("src/**/*.ts")).toEqual({ base: "src", rest: "**/*.ts" })
    expect(splitGlob("*.ts")).toEqual({ base: "", rest: "*.ts" })
    expect(splitGlob("/*.ts")).toEqual({ base: "/", rest: "*.ts" })
    expect(splitGlob("src/lib")).toEqual({ base: "src/lib", rest: "" })
  })

  test("escapes what has a meaning", () => {
    expect(escapeGlob("[id].ts")).toBe("\\[id\\].ts")
    expect(escapeGlob("a{b}*?!")).toBe("a\\{b\\}\\*\\?\\!")
  })

  test("gives the name that a pattern without wildcards stands for", () => {
    expect(plainName("src/a.ts")).toBe("src/a.ts")
    expect(plainName("app/\\[id\\]/p.tsx")).toBe("app/[id]/p.tsx")
    expect(plainName("app/[id]")).toBeUndefined()
  })

  test("finds the segment that looks like the name of a route", () => {
    expect(bracketedName("**/[id]/*.tsx")).toBe("[id]")
    expect(bracketedName("[...slug].tsx")).toBe("[...slug].tsx")
    expect(bracketedName("app/\\[id\\]/*.[ch]")).toBeUndefined()
    expect(bracketedName("[!a]/[a-z]*")).toBeUndefined()
  })

  test("knows patterns of files", () => {
    expect(isFilePattern("**/*.ts")).toBe(true)
    expect(isFilePattern("*.{ts,tsx}")).toBe(true)
    expect(isFilePattern("packages/*")).toBe(false)
    expect(isFilePattern("src/**")).toBe(false)
  })

  test("puts one pattern below another", () => {
    expect(belowGlob("src/*", "*.ts")).toBe("src/*/**/*.ts")
    expect(belowGlob("src/**", "*.ts")).toBe("src/**/*.ts")
    expect(belowGlob("*/src", "lib/*.ts")).toBe("*/src/lib/*.ts")
    expect(belowGlob("**/*.ts", "**/*")).toBe("**/*.ts")
  })

  test("makes one pattern of a list", () => {
    expect(alternatives("*.ts,*.md")).toBe("*.{ts,md}")
    expect(alternatives("*.ts *.md")).toBe("*.{ts,md}")
    expect(alternatives("src/*.ts,*.md")).toBe("{src/*.ts,*.md}")
    expect(alternatives("*.{ts,md}")).toBeUndefined()
    expect(alternatives("a,b")).toBeUndefined()
  })

  test("finds the bracket without a counterpart", () => {
    expect(unbalanced("src/*.{ts")).toBe("{")
    expect(unbalanced("a}")).toBe("}")
    expect(unbalanced("a[")).toBe("[")
    expect(unbalanced("\\{a")).toBeUndefined()
    expect(unbalanced("*.{ts,md}")).toBeUndefined()
  })
})

describe("targets of a search", () => {
  test("a file is its folder and an include for it alone", () => {
    expect(fileTarget("/p/src/[id].ts", undefined)).toEqual({
      kind: "search",
      path: "/p/src",
      pattern: "/\\[id\\].ts",
    })
    expect(fileTarget("/p/a.ts", "*.ts").kind).toBe("search")
    expect(fileTarget("/p/a.ts", "*.md").kind).toBe("mismatch")
  })

  test("a pattern in the path of grep becomes an include", () => {
    const pattern = (asked: string, include?: string) => {
      const target = grepOfGlob(splitGlob(asked), include)
      return target.kind === "search" ? `${target.path} ${target.pattern}` : target.kind
    }
    expect(pattern("src/**/*.ts")).toBe("src **/*.ts")
    expect(pattern("src/*.ts")).toBe("src /*.ts")
    expect(pattern("packages/*/src")).toBe("packages /{*/src,*/src/**}")
    expect(pattern("packages/*", "*.ts")).toBe("packages /*/**/*.ts")
    expect(pattern("src/*.ts", "*.ts")).toBe("src /*.ts")
    expect(pattern("src/*.ts", "*.md")).toBe("mismatch")
    expect(pattern("*.ts")).toBe(". /*.ts")
  })

  test("a pattern in the path of glob moves in front", () => {
    expect(globOfGlob(splitGlob("packages/*/src"), "*.ts")).toMatchObject({
      pattern: "/*/src/**/*.ts",
    })
    expect(globOfGlob(splitGlob("src/**"), "**/*.ts")).toMatchObject({
      path: "src",
      pattern: "**/**/*.ts",
    })
    expect(globOfGlob(splitGlob("src/*.ts"), "*.md").kind).toBe("mismatch")
  })

  test("several folders are one include", () => {
    expect(includeForFolders(["src/", "./docs"], undefined)).toBe("{src,docs}/**")
    expect(includeForFolders(["src", "docs"], "*.ts")).toBe("{src,docs}/**/*.ts")
    expect(includeForFolders(["app/[id]", "docs"], undefined)).toBe("{app/\\[id\\],docs}/**")
    expect(includeForFolders(["../x", "docs"], undefined)).toBeUndefined()
  })

  test("a path outside that is no folder is searched for itself alone", () => {
    expect(outsideInclude("/etc/hosts", undefined)).toBe("/hosts")
    expect(outsideInclude("/etc/hosts", "*.conf")).toBe("/hosts/*.conf")
  })
})

describe("patterns that would match nothing", () => {
  const place = { base: "/p/src", roots: ["/p"] }
  test.each([
    ["./lib/*.ts", { pattern: "/lib/*.ts" }],
    ["*.ts,*.md", { pattern: "*.{ts,md}" }],
    ["/p/docs/*.md", { folder: "/p/docs", pattern: "/*.md" }],
    ["/p/docs/**/*.md", { folder: "/p/docs", pattern: "**/*.md" }],
    ["../docs/*.md", { folder: "/p/docs", pattern: "/*.md" }],
    ["/p/docs/a.md", { folder: "/p/docs", pattern: "/a.md" }],
  ])("such as %s are repaired", (pattern, expected) => {
    expect(repairPattern(pattern, place)).toEqual(expected)
  })

  test.each(["*.ts", "lib/*.ts", "/lib/*.ts", "**", "/etc/*.conf", "lib"])(
    "%s is left alone",
    (pattern) => {
      expect(repairPattern(pattern, place)).toBeUndefined()
    },
  )
})
