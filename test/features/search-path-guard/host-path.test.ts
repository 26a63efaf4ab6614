import path from "node:path"
import { describe, expect, test } from "vitest"
import { asArgument, resolveAsHost } from "../../../src/features/search-path-guard/host-path.ts"

describe("resolving as the host does", () => {
  const posix = { directory: "/project", flavour: path.posix }
  const windows = { directory: "C:\\project", flavour: path.win32 }

  test("keeps an absolute path", () => {
    expect(resolveAsHost("grep", posix, "/etc")).toBe("/etc")
    expect(resolveAsHost("glob", windows, "D:\\data")).toBe("D:\\data")
  })

  test("joins for grep and resolves for glob", () => {
    expect(resolveAsHost("grep", posix, "src")).toBe("/project/src")
    expect(resolveAsHost("glob", posix, "../x")).toBe("/x")
  })

  test("keeps drive-relative forms in native style (G1)", () => {
    expect(resolveAsHost("glob", windows, "C:src")).toBe("C:\\project\\src")
    expect(resolveAsHost("grep", windows, "C:src")).toBe("C:\\project\\C:src")
  })

  test("writes a path below the directory as a relative argument", () => {
    expect(asArgument("/project", "/project/src/a.ts", path.posix)).toBe("src/a.ts")
    expect(asArgument("/project", "/project", path.posix)).toBe(".")
    expect(asArgument("/project/sub", "/project/src", path.posix)).toBe("/project/src")
    expect(asArgument("C:\\project", "C:\\project\\src\\a", path.win32)).toBe("src/a")
    expect(asArgument("C:\\project", "D:\\x", path.win32)).toBe("D:\\x")
  })
})
