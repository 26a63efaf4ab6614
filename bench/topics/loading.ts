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
      return [await measureStart(model, entry), await measureCpu(model, { entry, folder })]
    } finally {
      await model.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measureStart(model: ScriptedModel, entry: string): Promise<BenchRow> {
  const nothing = probePlugin("nothing.ts")
  await timeStart(model, nothing)
  await timeStart(model, entry)
  const times: { ours: number; peer: number }[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    // Whoever goes first has the colder disk, so they take turns.
    if (pair % 2 === 0) {
      const peer = await timeStart(model, nothing)
      times.push({ peer, ours: await timeStart(model, entry) })
    } else {
      const ours = await timeStart(model, entry)
      times.push({ ours, peer: await timeStart(model, nothing) })
    }
  }
  return {
    name: "start of the host with all features, more than with a plugin that does nothing",
    value: median(times.map((time) => time.ours - time.peer)),
    unit: "ms",
    ratio: median(times.map((time) => time.ours)) / median(times.map((time) => time.peer)),
    peer: "a plugin that does nothing",
    limit: 150,
  }
}

/** Milliseconds from the start of the process to the first session, with the plugin loaded. */
async function timeStart(model: ScriptedModel, plugin: PluginEntry): Promise<number> {
  const host = createCaseHost({ model, label: "loading", plugins: [plugin] })
  try {
    const start = performance.now()
    const { client } = await host.process()
    await client.createSession(host.folders.projects)
    await client.toolIds(host.folders.projects)
    return performance.now() - start
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
