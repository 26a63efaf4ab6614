import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { createFolderReader } from "../../../src/features/search-path-guard/folder-reader.ts"
import { checkSearch, type GuardParts } from "../../../src/features/search-path-guard/guard.ts"
import { diskProbe, type PathState } from "../../../src/features/search-path-guard/probe.ts"
import { checkRead } from "../../../src/features/search-path-guard/read.ts"

const top = realpathSync(mkdtempSync(path.join(os.tmpdir(), "path-guard-")))
const root = path.join(top, "project")
for (const file of ["src/a.ts", "src/lib/b.ts", "docs/c.md", "notes [1].md", "Mixed/d.ts"]) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), "x")
}
mkdirSync(path.join(top, "other"))
writeFileSync(path.join(top, "other", "o.txt"), "x")
symlinkSync("nowhere", path.join(root, "broken"))
symlinkSync("lib/b.ts", path.join(root, "src", "link.ts"))
symlinkSync("../other", path.join(root, "out"))
afterAll(() => rmSync(top, { recursive: true, force: true }))

const parts: GuardParts = {
  directory: root,
  worktree: undefined,
  home: path.join(root, "src"),
  isRepairing: true,
  probe: diskProbe,
  reader: createFolderReader({ now: () => 0, keptMs: 0, foldersMax: 100, namesMax: 1_000 }),
  suggest: async () => [],
}

async function check(tool: string, args: Record<string, unknown>, more: Partial<GuardParts> = {}) {
  const call = { tool, sessionId: "s", callId: "c", args }
  const { decision, note } = await checkSearch({ ...parts, ...more }, call)
  if (decision.kind === "refuse") return decision.refusal.code
  if (decision.kind === "pass") return "pass"
  return note === undefined ? { ...decision.args, silent: true } : decision.args
}

const grep = (args: Record<string, unknown>, more?: Partial<GuardParts>) =>
  check("grep", { pattern: "x", ...args }, more)
const glob = (args: Record<string, unknown>, more?: Partial<GuardParts>) =>
  check("glob", { pattern: "**", ...args }, more)

describe("a path of grep", () => {
  test.each([undefined, "", ".", "src", "src/", root, "out", 5, {}])("%s passes", async (asked) => {
    expect(await grep({ path: asked })).toBe("pass")
  })

  test.each([
    ["src/a.ts", { path: "src", include: "/a.ts" }],
    ["src/a.ts/", { path: "src", include: "/a.ts" }],
    ["src/link.ts", { path: "src/lib", include: "/b.ts" }],
    ["notes [1].md", { path: ".", include: "/notes \\[1\\].md" }],
    ["'src'", { path: "src" }],
    ["/src/lib", { path: "src/lib" }],
    ["/src/a.ts", { path: "src", include: "/a.ts" }],
    ["~/lib", { path: path.join(root, "src", "lib") }],
    ["SRC", { path: "src" }],
    ["mixed", { path: "Mixed" }],
    ["src\\lib", { path: "src/lib" }],
    ["undefined", { path: undefined }],
    [null, { path: undefined }],
    ["src/**/*.ts", { path: "src", include: "**/*.ts" }],
  ])("%s is repaired", async (asked, args) => {
    expect(await grep({ path: asked })).toEqual(args)
  })

  test.each([
    ["nope", "SEARCH_PATH_MISSING"],
    ["no/such/deep", "SEARCH_PATH_MISSING"],
    ["src/a.ts/foo", "SEARCH_PATH_THROUGH_FILE"],
    ["broken", "SEARCH_PATH_BROKEN_LINK"],
    ["broken/deep", "SEARCH_PATH_BROKEN_LINK"],
    ["a\u0000b", "SEARCH_PATH_INVALID"],
    ["src,docs", "SEARCH_PATH_LIST"],
    ["src docs", "SEARCH_PATH_LIST"],
    [["src", "docs"], "SEARCH_PATH_LIST"],
    ["C:\\proj\\src", "SEARCH_PATH_MISSING"],
  ])("%s is refused", async (asked, code) => {
    expect(await grep({ path: asked })).toBe(code)
  })

  test("of a file is refused where the include names other files", async () => {
    expect(await grep({ path: "src/a.ts", include: "*.md" })).toBe("SEARCH_INCLUDE_MISMATCH")
    expect(await grep({ path: "src/a.ts", include: "*.ts" })).toEqual({
      path: "src",
      include: "/a.ts",
    })
  })

  test("outside passes as a folder, and is otherwise searched for itself alone, without a note", async () => {
    expect(await grep({ path: path.join(top, "other") })).toBe("pass")
    expect(await grep({ path: path.join(top, "other", "o.txt") })).toEqual({
      include: "/o.txt",
      silent: true,
    })
    expect(await grep({ path: path.join(top, "gone") })).toEqual({ include: "/gone", silent: true })
    expect(await grep({ path: `"${path.join(top, "other")}"` })).toEqual({
      path: path.join(top, "other"),
      silent: true,
    })
  })

  test("is refused in place of repaired where repairing is off", async () => {
    expect(await grep({ path: "'src'" }, { isRepairing: false })).toBe("SEARCH_PATH_MISSING")
  })

  test("that may not be read is refused", async () => {
    const probe = {
      look: async (at: string): Promise<PathState> =>
        at.endsWith("docs") ? { kind: "unreadable" } : diskProbe.look(at),
    }
    expect(await grep({ path: "docs" }, { probe })).toBe("SEARCH_PATH_UNREADABLE")
  })

  test("passes without a project directory (G3)", async () => {
    expect(await grep({ path: "nope" }, { directory: path.join(top, "deleted") })).toBe("pass")
  })
})

describe("a path of glob", () => {
  test("of a file is refused", async () => {
    expect(await glob({ path: "src/a.ts" })).toBe("SEARCH_PATH_IS_FILE")
  })

  test("outside is left to the host in any case", async () => {
    expect(await glob({ path: path.join(top, "gone") })).toBe("pass")
  })

  test("with a pattern in it is divided", async () => {
    expect(await glob({ path: "src/*", pattern: "*.ts" })).toEqual({
      path: "src",
      pattern: "/*/**/*.ts",
    })
  })

  test("beside an absolute pattern is divided anew", async () => {
    expect(await glob({ pattern: `${root}/docs/*.md` })).toEqual({ path: "docs", pattern: "/*.md" })
  })
})

describe("a path of read", () => {
  const read = async (filePath: unknown, found: readonly string[] = ["src/lib/b.ts"]) => {
    const call = { tool: "read", sessionId: "s", callId: "c", args: { filePath } }
    const decision = await checkRead({ ...parts, suggest: async () => found }, call)
    return decision.kind === "refuse" ? decision.refusal.code : decision.kind
  }

  test("that exists, or that only its name is wrong in, is left to the host", async () => {
    expect(await read("src/a.ts")).toBe("pass")
    expect(await read("src/z.ts")).toBe("pass")
    expect(await read(5)).toBe("pass")
  })

  test("that exists elsewhere is answered with where", async () => {
    expect(await read("/wrong/lib/b.ts")).toBe("SEARCH_READ_ELSEWHERE")
    expect(await read("scr/lib/b.ts")).toBe("SEARCH_READ_ELSEWHERE")
    expect(await read("/wrong/lib/b.ts", [])).toBe("pass")
  })
})

test("the disk tells a folder that may not be read from a missing one", async () => {
  const closed = path.join(top, "closed")
  mkdirSync(closed)
  chmodSync(closed, 0o000)
  const state = await diskProbe.look(closed)
  chmodSync(closed, 0o700)
  const isRoot = process.getuid?.() === 0
  expect(state.kind).toBe(isRoot ? "folder" : "unreadable")
})
