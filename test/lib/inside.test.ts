import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { isWithin, judgeInside, workspaceRoots } from "../../src/lib/inside.ts"

let root = ""
beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "inside-")))
  mkdirSync(path.join(root, "repo/sub"), { recursive: true })
  mkdirSync(path.join(root, "other"), { recursive: true })
  writeFileSync(path.join(root, "repo/a.txt"), "a")
  writeFileSync(path.join(root, "other/b.txt"), "b")
  symlinkSync(path.join(root, "other"), path.join(root, "repo/out"))
  symlinkSync(path.join(root, "repo"), path.join(root, "link"))
  symlinkSync(path.join(root, "nowhere"), path.join(root, "repo/broken"))
})
afterAll(() => rmSync(root, { recursive: true }))

const judge = async (candidate: string, directory = "repo", worktree?: string) => {
  const workspace = {
    directory: path.join(root, directory),
    worktree: worktree === undefined ? undefined : path.resolve(root, worktree),
  }
  return (await judgeInside(candidate, workspace)).kind
}

describe("the one answer to inside", () => {
  test("a relative and an absolute path in the directory are inside", async () => {
    expect(await judge("a.txt")).toBe("inside")
    expect(await judge(path.join(root, "repo/a.txt"))).toBe("inside")
  })

  test("the directory itself is inside", async () => {
    expect(await judge(".")).toBe("inside")
    expect(await judge(path.join(root, "repo"))).toBe("inside")
  })

  test("steps upwards leave the directory", async () => {
    expect(await judge("../other/b.txt")).toBe("outside")
    expect(await judge("sub/../../other/b.txt")).toBe("outside")
  })

  test("a name that only begins with dots stays inside", async () => {
    expect(await judge("..hidden/x")).toBe("inside")
  })

  test("a git subfolder reaches its worktree", async () => {
    expect(await judge("../a.txt", "repo/sub", "repo")).toBe("inside")
    expect(await judge("../a.txt", "repo/sub")).toBe("outside")
  })

  test("a worktree at the file system root counts as none", async () => {
    expect(await judge("/etc/passwd", "repo", "/")).toBe("outside")
    expect(workspaceRoots({ directory: "/srv/app", worktree: "/" })).toEqual(["/srv/app"])
  })

  test("a symlink that leads outside escapes, also for a missing file below it", async () => {
    expect(await judge("out/b.txt")).toBe("escapes")
    expect(await judge("out/new.txt")).toBe("escapes")
  })

  test("a session that works through a symlinked directory is inside", async () => {
    expect(await judge("a.txt", "link")).toBe("inside")
    expect(await judge(path.join(root, "repo/a.txt"), "link")).toBe("inside")
  })

  test("a missing file in a missing folder is judged by its nearest ancestor", async () => {
    expect(await judge("new/deep/file.txt")).toBe("inside")
  })

  test("a sibling folder with the same beginning is outside", () => {
    expect(isWithin("/srv/app", "/srv/app-two/x")).toBe(false)
    expect(isWithin("/srv/app", "/srv/app/x")).toBe(true)
  })
})
