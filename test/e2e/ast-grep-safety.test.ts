import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { call, parallel, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

const hosts = await useHosts({ oneProject: true })

const query = { pattern: "console.log($M)", rewrite: "log($M)", lang: "ts" }
const applying = [call("ast_grep_replace", { ...query, dry_run: false }), say("done")]
const rule = (permission: string, action: "ask" | "deny") => ({
  permission: [{ permission, pattern: "*", action }],
})

describe("permissions of the host", () => {
  test("a denied edit leaves the file alone and is a readable answer", async () => {
    const run = await hosts.ours.play({
      files: { "a.ts": "console.log(1)\n" },
      session: { permission: [{ permission: "edit", pattern: "*.ts", action: "deny" }] },
      steps: applying,
    })
    expect(run.results[0]?.output).toContain("HOST_PERMISSION_DENIED")
    expect(run.read("a.ts")).toBe("console.log(1)\n")
  })

  test("an edit is asked with the path and the diff, and written after the answer", async () => {
    const live = await hosts.ours.open({
      files: { "src/a.ts": "console.log(1)\n" },
      session: rule("edit", "ask"),
      steps: [],
    })
    await live.start("rewrite", applying)
    const question = await live.permission()
    expect(question.detail).toMatchObject({ permission: "edit", patterns: ["src/a.ts"] })
    expect(JSON.stringify(question.detail)).toContain("+log(1)")
    expect(live.project.read("src/a.ts")).toBe("console.log(1)\n")
    await live.replyPermission(question.id, "once")
    expect((await live.idle()).read("src/a.ts")).toBe("log(1)\n")
  })

  test("a file that changes while the question is open is left alone", async () => {
    const live = await hosts.ours.open({
      files: { "a.ts": "console.log(1)\n", "b.ts": "console.log(2)\n" },
      session: rule("edit", "ask"),
      steps: [],
    })
    await live.start("rewrite", applying)
    const question = await live.permission()
    live.project.write("a.ts", "mine\n")
    await live.replyPermission(question.id, "once")
    const run = await live.idle()
    expect(run.read("a.ts")).toBe("mine\n")
    expect(run.read("b.ts")).toBe("log(2)\n")
    expect(run.results[0]?.output).toContain("Left alone: a.ts: AST_FILE_CHANGED")
  })

  test("a place outside is asked as the host's own search asks", async () => {
    const outside = mkdtempSync(path.join(os.tmpdir(), "workbench-outside-"))
    writeFileSync(path.join(outside, "a.ts"), "console.log(1)\n")
    const session = rule("external_directory", "deny")
    const run = await hosts.ours.play({
      session,
      steps: [
        call("ast_grep_search", { pattern: "console.log($M)", lang: "ts", paths: [outside] }),
        call("grep", { pattern: "console", path: outside }),
        call("ast_grep_replace", { ...query, paths: [outside], dry_run: false }),
        say("done"),
      ],
    })
    const [search, grep, replace] = run.results.map(({ output }) => output)
    expect(search).toContain("HOST_PERMISSION_DENIED")
    expect(grep).toContain("external_directory")
    expect(replace).toContain("HOST_PERMISSION_DENIED")
    expect(readFileSync(path.join(outside, "a.ts"), "utf8")).toBe("console.log(1)\n")
  })

  test("a denied grep denies the search", async () => {
    const run = await hosts.ours.play({
      files: { "a.ts": "console.log(1)\n" },
      session: { permission: [{ permission: "grep", pattern: "console*", action: "deny" }] },
      steps: [call("ast_grep_search", { pattern: "console.log($M)", lang: "ts" }), say("done")],
    })
    expect(run.results[0]?.output).toContain("HOST_PERMISSION_DENIED")
  })
})

describe("files", () => {
  test("keep line endings, byte order mark and mode", async () => {
    const live = await hosts.ours.open({
      files: { "a.ts": "\uFEFFif (a) {\r\n  console.log(1)\r\n}\r\n" },
      steps: [],
    })
    chmodSync(live.project.resolve("a.ts"), 0o750)
    const rewrite = "log(\n  $M\n)"
    const run = await live.send("rewrite", [
      call("ast_grep_replace", { ...query, rewrite, dry_run: false }),
      say("done"),
    ])
    expect(run.read("a.ts")).toBe("\uFEFFif (a) {\r\n  log(\r\n    1\r\n  )\r\n}\r\n")
    expect(statSync(live.project.resolve("a.ts")).mode & 0o777).toBe(0o750)
  })

  test("that are read-only, not UTF-8, or linked from outside are left alone", async () => {
    const outside = path.join(mkdtempSync(path.join(os.tmpdir(), "workbench-outside-")), "c.ts")
    writeFileSync(outside, "console.log(3)\n")
    const latin = Buffer.from("console.log('\u00e9')\n", "latin1")
    const live = await hosts.ours.open({
      files: { "a.ts": "console.log(1)\n", "b.ts": latin, "c.ts": { linkTo: outside } },
      steps: [],
    })
    chmodSync(live.project.resolve("a.ts"), 0o444)
    const run = await live.send("rewrite", applying)
    expect(run.results[0]?.output).toContain("Left alone: a.ts: AST_FILE_READ_ONLY")
    expect(run.read("a.ts")).toBe("console.log(1)\n")
    expect(run.bytes("b.ts")).toEqual(latin)
    expect(readFileSync(outside, "utf8")).toBe("console.log(3)\n")
  })

  test("that several calls of one message rewrite lose nothing that was called applied", async () => {
    const names = ["first", "second", "third"]
    const rewrites = names.map((name) =>
      call("ast_grep_replace", {
        pattern: `${name}()`,
        rewrite: `${name}Done()`,
        lang: "ts",
        paths: ["a.ts"],
        dry_run: false,
      }),
    )
    const run = await hosts.ours.play({
      files: { "a.ts": names.map((name) => `${name}()\n`).join("") },
      steps: [parallel(...rewrites), say("done")],
    })
    const isApplied = run.results.map(({ output }) => /Applied: [1-9]/.test(output))
    const told = names.map((name, index) => (isApplied[index] ? `${name}Done()\n` : `${name}()\n`))
    expect(run.read("a.ts")).toBe(told.join(""))
    expect(isApplied).toContain(true)
  })

  test("of a session in a subfolder are those of the subfolder", async () => {
    const run = await hosts.ours.play({
      files: { "a.ts": "console.log(1)\n", "sub/b.ts": "console.log(2)\n" },
      subdirectory: "sub",
      steps: applying,
    })
    expect(run.read("a.ts")).toBe("console.log(1)\n")
    expect(run.read("sub/b.ts")).toBe("log(2)\n")
  })
})

test("both tools are offered with short texts", async () => {
  const run = await hosts.ours.play({ steps: [say("hello")] })
  const tools = run.requests.flatMap((request) => request.tools)
  const own = tools.filter((tool) => JSON.stringify(tool).includes('"ast_grep_'))
  const bytes = own.reduce((sum, tool) => sum + JSON.stringify(tool).length, 0)
  expect(own).toHaveLength(2)
  expect(bytes).toBeLessThanOrEqual(2_000)
})
