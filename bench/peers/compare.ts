// Plays every work on a host of each contender, and adds what installing and starting cost.

import { mkdtempSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { createCaseHost } from "../../test/e2e/support/case-host.ts"
import { say } from "../../test/e2e/support/script.ts"
import { type ScriptedModel, startScriptedModel } from "../../test/e2e/support/scripted-model.ts"
import { median } from "../row.ts"
import { bytesBelow, type Contender, openContenders } from "./contenders.ts"
import { works } from "./works.ts"

export interface PeerRow {
  readonly name: string
  readonly unit: string
  /** By contender; undefined where it could not be measured. */
  readonly values: Readonly<Partial<Record<Contender["name"], number>>>
}

const startRounds = 4

export async function comparePeers(): Promise<readonly PeerRow[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "workbench-peers-"))
  const model = await startScriptedModel()
  try {
    const contenders = openContenders(folder)
    return [
      ...(await playWorks(contenders, model)),
      installSizes(contenders),
      await measureStarts(contenders, model),
    ]
  } finally {
    await model.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function playWorks(contenders: readonly Contender[], model: ScriptedModel) {
  const hosts = contenders.map((contender) => ({
    contender,
    host: createCaseHost({ model, label: "peer", plugins: contender.plugins }),
  }))
  try {
    const rows: PeerRow[] = []
    for (const { name, unit, run } of works) {
      const values: Partial<Record<Contender["name"], number>> = {}
      for (const { contender, host } of hosts) {
        // One that cannot do the work has no figure; the others keep theirs.
        const value = await run(contender, host).catch((error: unknown) => {
          console.error(`${contender.name}, ${name}: ${String(error)}`)
        })
        if (value !== undefined) values[contender.name] = value
      }
      rows.push({ name, unit, values })
    }
    return rows
  } finally {
    await Promise.all(hosts.map(({ host }) => host.stop()))
  }
}

function installSizes(contenders: readonly Contender[]): PeerRow {
  const values: Partial<Record<Contender["name"], number>> = {}
  for (const { name, installed } of contenders) {
    if (installed !== undefined) values[name] = bytesBelow(installed) / 1_000_000
  }
  return { name: "installed with all dependencies, linux-x64", unit: "MB", values }
}

/** From the start of the process to the end of the first turn; the contenders take turns. */
async function measureStarts(contenders: readonly Contender[], model: ScriptedModel) {
  const times = new Map(contenders.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round <= startRounds; round += 1) {
    for (const { name, plugins } of contenders) {
      const host = createCaseHost({ model, label: "start", plugins })
      const start = performance.now()
      try {
        await host.play({ steps: [say("end")] })
        // The first round warms the disk.
        if (round > 0) times.get(name)?.push(performance.now() - start)
      } finally {
        await host.stop()
      }
    }
  }
  const values: Partial<Record<Contender["name"], number>> = {}
  for (const [name, measured] of times) values[name] = median(measured) / 1_000
  return { name: "start of the host and first turn, median", unit: "s", values }
}
