// The search-path guard on the real host, each case next to the host alone.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import type { CaseRun, LiveCase } from "./support/case.ts"
import { call, type Reply, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

const outside = mkdtempSync(path.join(os.tmpdir(), "guard-outside-"))
writeFileSync(path.join(outside, "notes.txt"), "needle outside\n")
writeFileSync(path.join(outside, "other.txt"), "needle elsewhere\n")
afterAll(() => rmSync(outside, { recursive: true, force: true }))

// Much time for suggestions: their speed is the benchmark's affair, not that of a busy machine.
const hosts = await useHosts({
  oneProject: true,
  options: { "search-path-guard": { suggestMs: 5_000 } },
  config: { permission: { external_directory: "allow" } },
})

const files = {
  "README.md": "needle in the readme\n",
  "src/app.ts": "needle in app\n",
  "src/lib/alpha.ts": "needle in alpha\n",
  "src/lib/beta.ts": "needle in beta\n",
  "docs/guide.md": "needle in the guide\n",
  "sp ace/file.ts": "needle with space\n",
  "packages/core/src/deep.ts": "needle deep\n",
  ".gitignore": "ignored/\n",
  "ignored/kept.txt": "needle ignored\n",
  "bundle.min.js": `haystack ${"x".repeat(70_000)}\n`,
  broken: { linkTo: "gone/away" },
  linked: { linkTo: "src/lib" },
}

const live = {
  ours: once(() => hosts.ours.open({ files, steps: [] })),
  alone: once(() => hosts.alone.open({ files, steps: [] })),
}

/** One session per host for all cases: the guard keeps nothing between calls. */
async function both(step: Reply | ((root: string) => Reply)) {
  const play = async (open: () => Promise<LiveCase>) => {
    const session = await open()
    const reply = typeof step === "function" ? step(session.directory) : step
    return session.send("Search.", [reply, say("end")])
  }
  const [ours, alone] = await Promise.all([play(live.ours), play(live.alone)])
  return { ours: seen(ours), alone: seen(alone), run: ours }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** What the model saw, with the project's folder written as `<root>`. */
function seen(run: CaseRun): string {
  return (run.results.at(-1)?.output ?? "").replaceAll(run.root, "<root>")
}

const grep = (args: Readonly<Record<string, unknown>>) =>
  call("grep", { pattern: "needle", ...args })
const glob = (args: Readonly<Record<string, unknown>>) =>
  call("glob", { pattern: "**/*.ts", ...args })

describe("a missing path", () => {
  test("with an existing parent is refused with the nearest names, where the host searches the parent", async () => {
    const { ours, alone, run } = await both(grep({ path: "src/lob" }))
    expect(alone).toContain("needle in app")
    expect(run.results.at(-1)?.status).toBe("error")
    expect(ours).toBe(
      'SEARCH_PATH_MISSING: "src/lob" does not exist (resolved to <root>/src/lob), so nothing was searched. ' +
        'The nearest existing folder is "src".\n' +
        'Did you mean "src/lib"? Call grep again with a path that exists.',
    )
  })

  test("at top level lists what the project holds when nothing is similar (in-E01)", async () => {
    const { ours, alone } = await both(grep({ path: "missingdir" }))
    expect(alone).toContain("needle in the readme")
    expect(ours).toContain('"missingdir" does not exist')
    expect(ours).toContain("which holds")
    expect(ours).toContain("src/")
  })

  test("with a missing parent says where it ends, where the host only fails (in-E02)", async () => {
    const { ours, alone } = await both(grep({ path: "no/such/deep" }))
    expect(alone).toContain("ripgrep execution failed")
    expect(ours).toContain('SEARCH_PATH_MISSING: "no/such/deep" does not exist')
  })

  test("is refused for glob too, with a folder as suggestion (in-E02)", async () => {
    const { ours, alone } = await both(glob({ path: "no/such/deep" }))
    expect(alone).toContain("ripgrep execution failed")
    expect(ours).toContain("SEARCH_PATH_MISSING")
    const moved = await both(glob({ path: "core/src" }))
    expect(moved.ours).toContain('Did you mean "packages/core/src"')
  })

  test("through a file names that file", async () => {
    const { ours, alone } = await both(grep({ path: "src/app.ts/foo" }))
    expect(alone).not.toContain("SEARCH_")
    expect(ours).toContain('SEARCH_PATH_THROUGH_FILE: "src/app.ts/foo" cannot exist: "src/app.ts"')
  })

  test("behind a broken link names the target", async () => {
    const { ours, alone } = await both(grep({ path: "broken" }))
    expect(alone).toContain("Found")
    expect(ours).toContain('SEARCH_PATH_BROKEN_LINK: "broken" is a symbolic link to "gone/away"')
  })
})

describe("a path with one reading", () => {
  test("of a file searches that file alone, where grep searches its whole folder", async () => {
    const { ours, alone } = await both(grep({ path: "src/app.ts" }))
    expect(alone).toContain("needle in alpha")
    expect(ours).toBe(
      "Found 1 matches\n<root>/src/app.ts:\n  Line 1: needle in app\n\n\n" +
        '[search-path-guard] "src/app.ts" is a file: only that file was searched.',
    )
  })

  test("of a file is answered for glob with what to use", async () => {
    const { ours, alone } = await both(glob({ path: "src/app.ts" }))
    expect(alone).toContain("glob path must be a directory")
    expect(ours).toContain('SEARCH_PATH_IS_FILE: "src/app.ts" is a file')
    expect(ours).toContain('path "src"')
  })

  test("of the project's root searches there, where the host would search the disk", async () => {
    const { ours } = await both(grep({ path: "/src/lib" }))
    expect(ours).toContain("Found 2 matches")
    expect(ours).toContain('path "/src/lib" was read as "src/lib"')
  })

  test.each([
    ["double quotes", '"src/lib"'],
    ["back quotes", "`src/lib`"],
    ["white space", " src/lib "],
    ["backslashes", "src\\lib"],
    ["another case", "SRC/Lib"],
  ])("in %s searches the folder that was meant", async (_, asked) => {
    const { ours, alone } = await both(grep({ path: asked }))
    expect(alone).not.toBe(ours)
    expect(ours).toContain("Found 2 matches")
    expect(ours).toContain('was read as "src/lib"')
  })

  test("as a file URL or with percent escapes searches the folder that was meant", async () => {
    const url = await both((root) => grep({ path: `file://${root}/src/lib` }))
    expect(url.alone).toContain("ripgrep execution failed")
    expect(url.ours).toContain("Found 2 matches")
    const escaped = await both(grep({ path: "sp%20ace" }))
    expect(escaped.alone).not.toContain("Found 1 matches")
    expect(escaped.ours).toContain("needle with space")
  })

  test("in the home folder is given to the host as the absolute path", async () => {
    const home = hosts.ours.folders.home
    writeFileSync(path.join(home, "list.txt"), "needle at home\n")
    const { ours, alone } = await both(grep({ path: "~" }))
    expect(alone).not.toContain("needle at home")
    expect(ours).toContain("needle at home")
    expect(ours).toContain(path.join(home, "list.txt"))
  })

  test.each(["undefined", "null", "None"])("that says %s searches the project", async (asked) => {
    const { ours } = await both(grep({ path: asked, include: "app.ts" }))
    expect(ours).toContain("needle in app")
    expect(ours).toContain(`path "${asked}" was taken as left out`)
  })

  test("with a pattern in it is divided into folder and pattern", async () => {
    const inGrep = await both(grep({ path: "src/**/*.ts" }))
    expect(inGrep.alone).toContain("ripgrep execution failed")
    expect(inGrep.ours).toContain("Found 3 matches")
    const flat = await both(grep({ path: "src/*.ts" }))
    expect(flat.ours).toContain("Found 1 matches")
    const inGlob = await both(glob({ path: "packages/*/src", pattern: "*.ts" }))
    expect(inGlob.alone).toContain("ripgrep execution failed")
    expect(inGlob.ours).toContain("<root>/packages/core/src/deep.ts")
    const folders = await both(grep({ path: "packages/*/src" }))
    expect(folders.ours).toContain("needle deep")
  })

  test("of several paths is refused with the one call that does it", async () => {
    const { ours, alone } = await both(grep({ path: "src/,docs" }))
    expect(alone).not.toContain("needle in the guide")
    expect(ours).toContain(
      'SEARCH_PATH_LIST: grep takes one path per call, but got a list: "src/", "docs"',
    )
    expect(ours).toContain('path "." and include "{src,docs}/**"')
    const oneCall = await both(grep({ path: ".", include: "{src,docs}/**" }))
    expect(oneCall.ours).toContain("Found 4 matches")
  })
})

describe("a path outside the project", () => {
  test("that exists is left to the host without a word", async () => {
    const { ours, alone } = await both(grep({ path: outside }))
    expect(ours).toContain("needle outside")
    expect([...ours.split("\n")].sort()).toEqual([...alone.split("\n")].sort())
  })

  test("that is missing is searched for itself alone, and nothing is said about it", async () => {
    const { ours, alone } = await both(grep({ path: path.join(outside, "nothing-here") }))
    expect(alone).toContain("needle outside")
    expect(ours).toBe("No files found")
  })

  test("that is a file is searched alone", async () => {
    const { ours, alone } = await both(grep({ path: path.join(outside, "notes.txt") }))
    expect(alone).toContain("needle elsewhere")
    expect(ours).toContain("needle outside")
    expect(ours).not.toContain("needle elsewhere")
    expect(ours).not.toContain("search-path-guard")
  })
})

describe("a pattern that finds nothing", () => {
  test("because it is absolute is divided into folder and pattern (in-E03)", async () => {
    const { ours, alone } = await both((root) => glob({ pattern: `${root}/docs/*.md` }))
    expect(alone).toBe("No files found")
    expect(ours).toContain("<root>/docs/guide.md")
    expect(ours).toContain("[search-path-guard]")
  })

  test("because ignore rules hide the file says so (in-E05)", async () => {
    const { ours, alone } = await both(glob({ pattern: "ignored/kept.txt" }))
    expect(alone).toBe("No files found")
    expect(ours).toContain('"ignored/kept.txt" exists but ignore rules leave it out')
  })

  test.each([
    ["./src/*.ts", "<root>/src/app.ts"],
    ["*.md,*.ts", "<root>/src/lib/beta.ts"],
    ["src", '"src/**"'],
    ["src/*.{ts", 'has a "{" without its counterpart'],
    ["*.nothing", 'nothing matched in "."'],
  ])("such as %s is repaired or explained", async (pattern, expected) => {
    const { ours, alone } = await both(glob({ pattern }))
    expect(alone).toBe("No files found")
    expect(ours).toContain(expected)
  })
})

test("a matching line that ripgrep's answer cannot hold is explained behind the host's error", async () => {
  const { ours, alone } = await both(call("grep", { pattern: "haystack" }))
  expect(alone).toContain("Ripgrep JSON record exceeded")
  expect(ours.startsWith(alone)).toBe(true)
  expect(ours).toContain("[search-path-guard] one matching line is longer than 64 KiB")
})

describe("reading a path that is elsewhere", () => {
  test("names the one file in the project that ends the same", async () => {
    const { ours, alone } = await both((root) =>
      call("read", { filePath: `${path.dirname(root)}/wrong/packages/core/src/deep.ts` }),
    )
    expect(alone).toContain("not found")
    expect(ours).toContain('Did you mean "packages/core/src/deep.ts"?')
  })

  test("leaves a wrong name in an existing folder to the host", async () => {
    const { ours, alone } = await both(call("read", { filePath: "src/app.js" }))
    expect(ours).toBe(alone)
  })
})

describe("what the host does well stays byte for byte", () => {
  test.each([
    ["grep without a path", grep({ include: "app.ts" })],
    ["grep with an empty path", grep({ path: "", include: "app.ts" })],
    ["grep of the current folder", grep({ path: ".", include: "beta.ts" })],
    ["grep of a folder", grep({ path: "docs" })],
    ["grep with a trailing slash", grep({ path: "docs/" })],
    ["grep with an include", grep({ path: "src", include: "alpha.ts" })],
    ["grep through a link", grep({ path: "linked", include: "beta.ts" })],
    ["glob of the project", glob({ pattern: "src/*.ts" })],
    ["glob of a folder", glob({ pattern: "*.md", path: "docs" })],
    ["glob with alternatives", glob({ pattern: "guide.{md,txt}" })],
    ["a regular expression that does not parse", call("grep", { pattern: "(", path: "src" })],
    ["reading a file", call("read", { filePath: "src/app.ts" })],
  ])("%s", async (_, step) => {
    const { ours, alone } = await both(step)
    expect(ours).toBe(alone)
    expect(ours).not.toContain("search-path-guard")
  })
})
