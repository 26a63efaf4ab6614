// What loading the built package costs the host, against a plugin that does nothing: interleaved pairs of fresh
// hosts, from process start to the first session. Also the CPU time from import to the return of server().

import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { readNumber } from "../../src/lib/json.ts"
import { createCaseHost, probePlugin } from "../../test/e2e/support/case-host.ts"
import { repositoryRoot } from "../../test/e2e/support/host-binary.ts"
import type { PluginEntry } from "../../test/e2e/support/host-config.ts"
import { stagePackage } from "../../test/e2e/support/packed-package.ts"
import { type ScriptedModel, startScriptedModel } from "../../test/e2e/support/scripted-model.ts"
import { type Bench, type BenchRow, median } from "../row.ts"

const pairs = 8

export const bench: Bench = {
  topic: "loading",
  run: async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "workbench-loading-"))
    const model = await startScriptedModel()
    try {
      const stage = stagePackage(folder)
      symlinkSync(path.join(repositoryRoot, "node_modules"), path.join(stage, "node_modules"))
      const entry = pathToFileURL(path.join(stage, "dist/index.js")).href
      return [...(await measureStart(model, entry)), await measureCpu(model, { entry, folder })]
    } finally {
      await model.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measureStart(model: ScriptedModel, entry: string): Promise<readonly BenchRow[]> {
  const nothing = probePlugin("nothing.ts")
  await timeStart(model, nothing)
  await timeStart(model, entry)
  const runs: { ours: StartTimes; peer: StartTimes }[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    // Whoever goes first has the colder disk, so they take turns.
    if (pair % 2 === 0) {
      const peer = await timeStart(model, nothing)
      runs.push({ peer, ours: await timeStart(model, entry) })
    } else {
      const ours = await timeStart(model, entry)
      runs.push({ ours, peer: await timeStart(model, nothing) })
    }
  }
  const row = (name: string, key: keyof StartTimes) => ({
    name: `${name}, more than with a plugin that does nothing`,
    value: median(runs.map(({ ours, peer }) => ours[key] - peer[key])),
    unit: "ms" as const,
    ratio: median(runs.map(({ ours }) => ours[key])) / median(runs.map(({ peer }) => peer[key])),
    peer: "a plugin that does nothing",
  })
  // The whole start has no limit: the host alone varies by half a second from run to run before a plugin is looked at.
  return [
    row("start of the host with all features", "wholeMs"),
    { ...row("from the open port to the first session", "sessionMs"), limit: 150 },
  ]
}

interface StartTimes {
  /** From the start of the process to the first session and its tools. */
  readonly wholeMs: number
  /** The part of it behind the open port. Plugins load in it; the seconds before it vary by more than these cost. */
  readonly sessionMs: number
}

async function timeStart(model: ScriptedModel, plugin: PluginEntry): Promise<StartTimes> {
  const host = createCaseHost({ model, label: "loading", plugins: [plugin] })
  try {
    const start = performance.now()
    const { client } = await host.process()
    const open = performance.now()
    await client.createSession(host.folders.projects)
    await client.toolIds(host.folders.projects)
    const end = performance.now()
    return { wholeMs: end - start, sessionMs: end - open }
  } finally {
    await host.stop()
  }
}

async function measureCpu(
  model: ScriptedModel,
  { entry, folder }: { readonly entry: string; readonly folder: string },
): Promise<BenchRow> {
  const report = path.join(folder, "report.jsonl")
  for (let load = 0; load <= pairs; load += 1) {
    await timeStart(model, probePlugin("boot-probe.ts", { entry, report }))
  }
  const lines = readFileSync(report, "utf8").trim().split("\n").slice(1)
  return {
    name: "CPU time from import to the return of server()",
    value: median(lines.map((line) => readNumber(JSON.parse(line), "cpuMs") ?? Number.NaN)),
    unit: "ms",
    limit: 100,
  }
}
