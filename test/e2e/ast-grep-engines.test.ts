import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { languageSamples } from "../features/ast-grep/support/language-samples.ts"
import { call, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

const napi = await useHosts({ oneProject: true, options: { "ast-grep": { engine: "napi" } } })
const folder = mkdtempSync(path.join(os.tmpdir(), "workbench-engine-"))
const broken = await useHosts({
  oneProject: true,
  options: { "ast-grep": { binaryPath: path.join(folder, "ast-grep") } },
})

const web = languageSamples.filter(({ file }) => /\.(?:css|html|js|ts|tsx)$/.test(file))

function engine(script: string): void {
  writeFileSync(path.join(folder, "ast-grep"), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

describe("napi runs in a child of the host binary", () => {
  test.each(web)("and knows $language", async (sample) => {
    const rewriting = {
      pattern: sample.pattern,
      lang: sample.language,
      rewrite: sample.rewrite,
      dry_run: false,
    }
    const run = await napi.ours.play({
      files: { [sample.file]: sample.source },
      steps: [
        call("ast_grep_search", { pattern: sample.pattern, lang: sample.language }),
        call("ast_grep_replace", rewriting),
        say("done"),
      ],
    })
    expect(run.results[0]?.metadata).toMatchObject({ engine: "napi", matches: 1 })
    expect(run.read(sample.file)).toBe(sample.rewritten)
  })

  test("and says which languages are missing", async () => {
    const run = await napi.ours.play({
      files: { "a.go": "package m\n" },
      steps: [call("ast_grep_search", { pattern: "f($A)", lang: "go" }), say("done")],
    })
    expect(run.results[0]?.output).toMatch(/^AST_ENGINE_MISSING: go cannot be searched here/)
    expect(run.results[0]?.output).toContain("css html javascript typescript tsx")
  })
})

describe("an engine that fails", () => {
  const files = { "a.ts": "foo(1)\n" }
  const steps = [call("ast_grep_search", { pattern: "foo($A)", lang: "ts" }), say("done")]

  test.each([
    ["crashes", "kill -SEGV $$", /AST_ENGINE_FAILED.*SIGSEGV/],
    ["prints garbage", "echo hello", /AST_ENGINE_FAILED.*unreadable result: hello/],
    ["exits 1", "echo 'no such library' >&2; exit 1", /AST_ENGINE_FAILED.*no such library/],
  ])("is an error and no empty result when it %s", async (_how, script, expected) => {
    engine(script)
    const run = await broken.ours.play({ files, steps })
    expect(run.results[0]?.output).toMatch(expected)
  })

  test("ends with an abort of the session", async () => {
    const pidFile = path.join(folder, "pid")
    engine(`echo $$ > ${pidFile}.new; mv ${pidFile}.new ${pidFile}; exec sleep 300`)
    const live = await broken.ours.open({ files, steps: [] })
    await live.start("search", steps)
    await waitUntil(() => existsSync(pidFile))
    const pid = Number(readFileSync(pidFile, "utf8"))
    await live.abort()
    await live.idle()
    await waitUntil(() => !isRunning(pid))
    expect(isRunning(pid)).toBe(false)
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function waitUntil(isDone: () => boolean): Promise<void> {
  for (let round = 0; round < 200 && !isDone(); round++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
