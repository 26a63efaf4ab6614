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
const routes = ["app/[id]/p.tsx", "app/[id]/[slug].tsx", "app/(group)/q.tsx", "app/{x}/r.ts"]
const twins = ["twins/[ab]/t.ts", "twins/a/t.ts", "twins/{c}/t.ts", "twins/c/t.ts"]
const formed = ["cafe\u0301/men\u00fc.txt"]
const plain = ["src/a.ts", "src/lib/b.ts", "docs/c.md", "notes [1].md", "Mixed/d.ts", ...formed]
for (const file of [...plain, ...routes, ...twins, "app/[[...all]]/s.ts"]) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), "x")
}
mkdirSync(path.join(top, "other"))
writeFileSync(path.join(top, "other", "o.txt"), "x")
writeFileSync(path.join(top, "other", "[o].txt"), "x")
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
    expect(await grep({ path: path.join(top, "other", "[o].txt") })).toEqual({
      include: "/\\[o\\].txt",
      silent: true,
    })
    expect(await grep({ path: `"${path.join(top, "other")}"` })).toEqual({
      path: path.join(top, "other"),
      silent: true,
    })
  })

  test("is refused in place of repaired where repairing is off", async () => {
    expect(await grep({ path: "'src'" }, { isRepairing: false })).toBe("SEARCH_PATH_MISSING")
  })

  test.each([
    [{ path: "'src'" }, 'Call grep again with path "src".'],
    [{ path: "null" }, 'Call grep again with path ".".'],
    [{ path: "src/a.ts" }, 'Call grep again with path "src" and include "/a.ts".'],
    [{ include: "./src/*.ts" }, 'Call grep again with include "/src/*.ts".'],
  ])("%j is answered with all that was meant where repairing is off", async (args, next) => {
    const call = { tool: "grep", sessionId: "s", callId: "c", args }
    const { decision } = await checkSearch({ ...parts, isRepairing: false }, call)
    expect(decision.kind === "refuse" && decision.refusal.message).toContain(next)
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

describe("names that hold glob characters", () => {
  test.each([
    ["app/[id]", "pass"],
    ["app/[id]/*.tsx", { path: "app/[id]", include: "/*.tsx" }],
    ["app/[id]/**/*.tsx", { path: "app/[id]", include: "**/*.tsx" }],
    ["app/{x}/*", { path: "app/{x}", include: "/{*,*/**}" }],
    [`${root}/app/[id]/*.tsx`, { path: `${root}/app/[id]`, include: "/*.tsx" }],
    ["app/\\[id\\]", { path: "app/[id]" }],
    ["app/\\[id\\]/p.tsx", { path: "app/[id]", include: "/p.tsx" }],
    ["app/\\[id\\]/*.tsx", { path: "app/[id]", include: "/*.tsx" }],
    ["app/\\(group\\)", { path: "app/(group)" }],
    ["app/\\{x\\}/r.ts", { path: "app/{x}", include: "/r.ts" }],
    ["app\\[id]\\p.tsx", { path: "app/[id]", include: "/p.tsx" }],
    ["app\\[id]", { path: "app/[id]" }],
    ["app/[id]/nope.tsx", "SEARCH_PATH_MISSING"],
    ["app/[pq]/*.tsx", { path: "app", include: "/[pq]/*.tsx" }],
  ])("as the path %s are meant as written where they exist", async (asked, answer) => {
    expect(await grep({ path: asked })).toEqual(answer)
  })

  test.each([
    ["app/[id]/*.tsx", "app/\\[id\\]/*.tsx"],
    ["app/[id]/p.tsx", "app/\\[id\\]/p.tsx"],
    ["./app/[id]/p.tsx", "/app/\\[id\\]/p.tsx"],
    ["app/{x}/*", "app/\\{x\\}/*"],
    ["app/[[...all]]/*", "app/\\[\\[...all\\]\\]/*"],
    ["app/\\[id\\]/[slug].tsx", "app/\\[id\\]/\\[slug\\].tsx"],
  ])("in the pattern %s are escaped", async (pattern, escaped) => {
    expect(await glob({ pattern })).toEqual({ pattern: escaped })
    expect(await grep({ include: pattern })).toEqual({ include: escaped })
  })

  test("in a pattern below a path are looked up below that path", async () => {
    expect(await grep({ path: "app", include: "[id]/*.tsx" })).toEqual({
      include: "\\[id\\]/*.tsx",
    })
    expect(await glob({ pattern: `${root}/app/[id]/*.tsx` })).toEqual({
      path: "app",
      pattern: "\\[id\\]/*.tsx",
    })
  })

  test("in a pattern for any depth are one alternative of two", async () => {
    expect(await grep({ path: "app/[id]", include: "[slug].tsx" })).toEqual({
      include: "{[slug].tsx,\\[slug\\].tsx}",
    })
  })

  test.each([
    "app/*/[id]/*.tsx",
    "app/\\[id\\]/p.tsx",
    "app/(group)/*.tsx",
    "twins/[ab]/*.ts",
    "twins/{c}/*.ts",
    "app/[pq]/*.tsx",
    "app/../app/[id]/*.tsx",
  ])("leave the pattern %s alone where it may name others or none", async (pattern) => {
    expect(await glob({ pattern })).toBe("pass")
  })

  test("in the path of a file do not hide it from an include that repeats its name", async () => {
    expect(await grep({ path: "app/[id]/[slug].tsx", include: "[slug].tsx" })).toEqual({
      path: "app/[id]",
      include: "/\\[slug\\].tsx",
    })
  })
})

test("a search in another Unicode form than on disk is made in the folder on disk", async () => {
  expect(await check("grep", { path: "caf\u00e9" })).toEqual({ path: "cafe\u0301" })
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

  test("in another Unicode form than on disk becomes the one on disk", async () => {
    const call = (filePath: string) => ({
      tool: "read",
      sessionId: "s",
      callId: "c",
      args: { filePath },
    })
    const reading = { ...parts, suggest: async () => [] }
    const onDisk = path.join(root, "cafe\u0301/men\u00fc.txt")
    const decision = await checkRead(reading, call("caf\u00e9/menu\u0308.txt"))
    expect(decision).toEqual({ kind: "rewrite", args: { filePath: onDisk } })
    expect(await checkRead(reading, call(onDisk))).toEqual({ kind: "pass" })
    expect(
      await checkRead({ ...reading, isRepairing: false }, call("caf\u00e9/menu\u0308.txt")),
    ).toEqual({
      kind: "pass",
    })
    // Another case is not the same name: the host suggests it itself.
    expect(await checkRead(reading, call("cafe\u0301/Men\u00fc.txt"))).toEqual({ kind: "pass" })
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
