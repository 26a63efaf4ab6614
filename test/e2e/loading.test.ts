// The package beside others and in unlucky configurations: the host starts, one copy acts, clashes are named.

import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
import { until } from "./support/case.ts"
import { type CaseHost, createCaseHost, ourPlugin, probePlugin } from "./support/case-host.ts"
import { hostBinary } from "./support/host-binary.ts"
import type { PluginEntry } from "./support/host-config.ts"
import { call, say } from "./support/script.ts"
import { startScriptedModel } from "./support/scripted-model.ts"

const model = await startScriptedModel()
const folder = mkdtempSync(path.join(os.tmpdir(), "workbench-loading-"))
const started: CaseHost[] = []

afterAll(async () => {
  await Promise.all(started.map((host) => host.stop()))
  await model.close()
  rmSync(folder, { recursive: true, force: true })
})

function hostWith(...plugins: readonly PluginEntry[]): CaseHost {
  const host = createCaseHost({ model, label: "loading", plugins })
  started.push(host)
  return host
}

const files = { "a.txt": "alpha\n" }
const repeatedReads = Array.from({ length: 3 }, () => call("read", { filePath: "a.txt" }))

/** Waits until the log of the host has a line with the text. */
async function logged(host: CaseHost, text: string): Promise<string> {
  const { log } = await host.process()
  return until(10_000, `no "${text}" in the log`, () =>
    log()
      .split("\n")
      .find((line) => line.includes(text)),
  )
}

test("listed twice, the package acts once and says so", async () => {
  // Two paths of one module, as the global and the project's configuration may name it.
  const [spec] = ourPlugin()
  const host = hostWith(ourPlugin(), [`${String(spec)}?copy`, {}])
  const run = await host.play({ files, steps: [...repeatedReads, say("end")] })
  expect(run.results[2]?.output.match(/\[tool-loop-guard\]/g)).toHaveLength(1)
  expect(await logged(host, "listed-twice")).toContain("WARN")
})

test("a later plugin with a tool of ours is named at load, and its version is used (TOOL_CLASH)", async () => {
  const host = hostWith(ourPlugin(), probePlugin("rival-plugin.ts"))
  const run = await host.play({ steps: [call("task_status", {}), say("end")] })
  expect(run.results[0]?.output).toBe("the rival answers")
  expect(await logged(host, "TOOL_CLASH")).toContain("task_status")
  // Our webfetch in place of the host's own is no clash.
  expect((await host.process()).log()).not.toMatch(/TOOL_CLASH.*webfetch/)
})

test("an earlier plugin with a tool of ours yields to ours", async () => {
  const host = hostWith(probePlugin("rival-plugin.ts"), ourPlugin())
  const run = await host.play({ steps: [call("task_status", {}), say("end")] })
  expect(run.results[0]?.output).not.toBe("the rival answers")
  expect(await logged(host, "TOOL_CLASH")).toContain("task_status")
})

// The host says nothing of it, so `doctor` must: it compares the tools offered with those expected.
test("a package whose main file is missing leaves no word in the host's log (in-K03)", async () => {
  const broken = path.join(folder, "opencode-workbench")
  mkdirSync(broken)
  writeFileSync(path.join(broken, "package.json"), '{ "main": "./dist/index.js" }')
  const host = hostWith(broken)
  const run = await host.play({ steps: [say("still here")] })
  expect(run.answer).toBe("still here")
  const { log } = await host.process()
  expect(log()).not.toMatch(/(WARN|ERROR).*workbench/)
})

// Types are what only a translation would remove, so that a file which keeps them was not translated.
test("a file that says so is loaded as it stands, any other is translated first (HOST-QUIRK-170)", () => {
  const run = (name: string, text: string) => {
    const file = path.join(folder, name)
    writeFileSync(file, text)
    const env = { PATH: process.env.PATH ?? "", BUN_BE_BUN: "1" }
    return spawnSync(hostBinary(), [file], { encoding: "utf8", env, cwd: folder })
  }
  const typed = "const one: number = 1\nconsole.log(one)\n"
  expect(run("translated.ts", typed).stdout).toBe("1\n")
  const marked = run("marked.ts", `// @bun\n${typed}`)
  expect(marked.status).not.toBe(0)
  expect(marked.stderr).toContain("SyntaxError")
})
