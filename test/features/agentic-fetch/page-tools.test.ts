import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { agenticFetchLimits } from "../../../src/features/agentic-fetch/limits.ts"
import { createPageTools } from "../../../src/features/agentic-fetch/page-tools.ts"
import {
  createResearch,
  createResearchSessions,
  spend,
} from "../../../src/features/agentic-fetch/research-state.ts"
import { fitsInline } from "../../../src/spill/spill-store.ts"

const sessions = createResearchSessions()
const [read, grep] = createPageTools(sessions)
let folder = ""

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "research-")))
  const lines = Array.from({ length: 1000 }, (_, index) =>
    index % 100 === 0 ? `Chapter ${index}` : `line ${index}`,
  )
  writeFileSync(path.join(folder, "page.md"), lines.join("\n"))
  writeFileSync(path.join(folder, "wide.md"), Array(100).fill("word ".repeat(390)).join("\n"))
  symlinkSync("/etc/hostname", path.join(folder, "link.md"))
  sessions.start("ses_research", createResearch(folder, "m"))
})
afterAll(() => rmSync(folder, { recursive: true }))

const context = (sessionId: string) => ({
  sessionId,
  messageId: "m",
  callId: "c",
  agent: "a",
  directory: "/",
  abort: new AbortController().signal,
  ask: async () => undefined,
})
const run = async (tool: typeof read, args: unknown, sessionId = "ses_research") =>
  (await tool?.run(args, context(sessionId)))?.output

describe("page_read", () => {
  test("reads numbered lines and says how to go on", async () => {
    expect(await run(read, { file: "page.md", offset: 100, limit: 2 })).toBe(
      "100: line 99\n101: Chapter 100\n(1000 lines in all; go on with offset 102)",
    )
  })

  test("the last lines have no continuation", async () => {
    expect(await run(read, { file: path.join(folder, "page.md"), offset: 1000 })).toBe(
      "1000: line 999",
    )
  })

  test("long lines that do not fit are named, so that none is passed over", async () => {
    const output = (await run(read, { file: "wide.md", limit: 100 })) ?? ""
    const last = output.split("\n").findLast((line) => /^\d+: /.test(line))
    const next = Number.parseInt(last ?? "", 10) + 1
    expect(next).toBeLessThan(100)
    expect(output).toContain(`(100 lines in all; go on with offset ${next})`)
    expect(fitsInline(output)).toBe(true)
  })

  test.each(["/etc/passwd", "../x", "link.md", "missing.md"])(
    "refuses %s with AGENTIC_FETCH_PAGE_UNKNOWN",
    async (file) => {
      await expect(run(read, { file })).rejects.toThrow(/AGENTIC_FETCH_PAGE_UNKNOWN/)
    },
  )

  test("refuses every other session", async () => {
    await expect(run(read, { file: "page.md" }, "ses_main")).rejects.toThrow(
      /AGENTIC_FETCH_PAGE_UNKNOWN/,
    )
  })
})

describe("page_grep", () => {
  test("finds lines in any case, with alternatives", async () => {
    expect(await run(grep, { file: "page.md", text: "CHAPTER 100|line 5|" })).toContain(
      "101: Chapter 100",
    )
    expect(await run(grep, { file: "page.md", text: "chapter 300" })).toBe("301: Chapter 300")
  })

  test("says when there are more matches than it shows, and when there is none", async () => {
    expect(await run(grep, { file: "page.md", text: "line" })).toMatch(/\(990 lines in all\)$/)
    expect(await run(grep, { file: "page.md", text: "nowhere" })).toBe(
      "No line contains that text.",
    )
  })
})

describe("a search with long matches", () => {
  test("is cut to what a tool result holds, and says how many lines match", async () => {
    const output = (await run(grep, { file: "wide.md", text: "word" })) ?? ""
    expect(fitsInline(output)).toBe(true)
    expect(output).toMatch(/\(100 lines in all\)$/)
  })
})

describe("the budget of a research session", () => {
  test("searches and pages are counted apart, other tools are free", () => {
    const research = createResearch(folder, "m")
    for (let count = 0; count < agenticFetchLimits.searchesMax; count++) {
      expect(spend(research, count % 2 === 0 ? "web_search" : "code_search")).toBe(true)
    }
    expect(spend(research, "web_search")).toBe(false)
    for (let count = 0; count < agenticFetchLimits.fetchesMax; count++)
      expect(spend(research, "webfetch")).toBe(true)
    expect(spend(research, "webfetch")).toBe(false)
    expect(spend(research, "page_read")).toBe(true)
  })
})
