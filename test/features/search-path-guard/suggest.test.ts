import { describe, expect, test } from "vitest"
import type {
  FolderEntry,
  FolderReader,
} from "../../../src/features/search-path-guard/folder-reader.ts"
import { nameCost, prepareName } from "../../../src/features/search-path-guard/similarity.ts"
import {
  findTail,
  type SuggestRequest,
  suggestPaths,
} from "../../../src/features/search-path-guard/suggest.ts"

const tree = [
  "src/features/tool-guard/index.ts",
  "src/features/path-guard/index.ts",
  "src/lib/clock.ts",
  "src/lib/inside.ts",
  "packages/core/src/agent/tools.ts",
  "packages/web/src/page.tsx",
  "node_modules/clock/lib/clocks.ts",
  "docs/guide.md",
]

function readerOf(files: readonly string[]): FolderReader {
  return {
    read: async (folder) => {
      const prefix = folder === "/p" ? "" : `${folder.slice(3)}/`
      const names = new Map<string, FolderEntry>()
      for (const file of files) {
        if (!file.startsWith(prefix)) continue
        const [name = "", ...rest] = file.slice(prefix.length).split("/")
        names.set(name, { name, kind: rest.length > 0 ? "folder" : "file" })
      }
      return [...names.values()]
    },
  }
}

function request(asked: string, more: Partial<SuggestRequest> = {}): SuggestRequest {
  return {
    roots: ["/p"],
    segments: asked.split("/"),
    wanted: "any",
    suggestionsMax: 3,
    foldersReadMax: 1_000,
    namesMax: 1_000,
    isLate: () => false,
    ...more,
  }
}

async function suggested(asked: string, more: Partial<SuggestRequest> = {}) {
  const found = await suggestPaths(readerOf(tree), request(asked, more))
  return found.map((suggestion) => suggestion.path.slice(3))
}

describe("did you mean", () => {
  test.each([
    ["scr/lib", "src/lib"],
    ["src/libs", "src/lib"],
    ["src/lib/clok.ts", "src/lib/clock.ts"],
    ["src/lib/clock.js", "src/lib/clock.ts"],
    ["src/tool-guard", "src/features/tool-guard"],
    ["src/feature/tool_guard", "src/features/tool-guard"],
    ["core/src/agent", "packages/core/src/agent"],
    ["packages/core/agnet/tools.ts", "packages/core/src/agent/tools.ts"],
    ["packages/core/lib/src/agent", "packages/core/src/agent"],
    ["SRC/LIB", "src/lib"],
    ["guide.md", "docs/guide.md"],
  ])("%s is answered with %s first", async (asked, right) => {
    expect((await suggested(asked))[0]).toBe(right)
  })

  test("names at most three, folders alone where a folder is wanted", async () => {
    expect((await suggested("src/lib/inside", { wanted: "folder" })).length).toBeLessThanOrEqual(3)
    expect(await suggested("src/features/tool-guard/indexes", { wanted: "folder" })).not.toContain(
      "src/features/tool-guard/index.ts",
    )
  })

  test("names nothing where nothing is similar", async () => {
    expect(await suggested("zzzzqqqq")).toEqual([])
  })

  test("does not look into heavy folders", async () => {
    expect(await suggested("clocks.ts")).not.toContain("node_modules/clock/lib/clocks.ts")
  })

  test("stops when the time is up", async () => {
    expect(await suggested("core/src/agent", { isLate: () => true })).toEqual([])
  })

  test("finds the one path with the same end", async () => {
    const tail = await findTail(readerOf(tree), request("wrong/project/src/agent/tools.ts"))
    expect(tail).toEqual({ matches: ["/p/packages/core/src/agent/tools.ts"], isComplete: true })
    const two = await findTail(readerOf(tree), request("elsewhere/index.ts"))
    expect(two.matches).toHaveLength(2)
  })
})

describe("similarity of names", () => {
  const cost = (asked: string, name: string) => nameCost(prepareName(asked), name)

  test("orders mistakes by how likely they are", () => {
    const mistakes = [
      "hook-name.ts",
      "Hook-Name.ts",
      "hook_name.ts",
      "hook-name.tsx",
      "hok-name.ts",
    ]
    const costs = mistakes.map((name) => cost("hook-name.ts", name) ?? 9)
    expect(costs).toEqual([...costs].sort((left, right) => left - right))
    expect(costs[0]).toBe(0)
  })

  test("does not call different names similar", () => {
    expect(cost("src", "lib")).toBeUndefined()
    expect(cost("agent", "widget")).toBeUndefined()
  })
})
