// The task panel: what it adds to the real terminal UI while 12 tasks run, in memory and in processor time. The same
// session is played with and without the panel, one after the other; the difference is the panel. Linux only.

import { readFileSync } from "node:fs"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { repositoryRoot } from "../../test/e2e/support/host-binary.ts"
import { createHostFolders } from "../../test/e2e/support/host-folders.ts"
import { createProject } from "../../test/e2e/support/project.ts"
import { call, say } from "../../test/e2e/support/script.ts"
import { startScriptedModel } from "../../test/e2e/support/scripted-model.ts"
import { startTerminal } from "../../test/e2e/support/terminal.ts"
import { type Bench, median } from "../row.ts"

/** Tasks count their first ten seconds one by one; after these the panel is idle. */
const settleMs = 15_000
/** Time over which the processor is watched: three ticks. */
const watchedMs = 30_000
const rounds = 2
/** Clock ticks of `/proc/<pid>/stat` in a second. */
const ticksPerSecond = 100

interface Cost {
  readonly memoryMb: number
  /** Share of one core. */
  readonly cpuPercent: number
}

async function measure(hasPanel: boolean): Promise<Cost> {
  const model = await startScriptedModel()
  const folders = createHostFolders("bench-panel")
  const directory = createProject(path.join(folders.projects, "shop"), {}).root
  const source = (file: string) => pathToFileURL(path.join(repositoryRoot, file)).href
  const tasks = { runningPerParentMax: 12, runningPerRootMax: 12 }
  const ui = await startTerminal({
    folders,
    modelUrl: model.baseUrl,
    directory,
    plugins: [[source("src/index.ts"), { tasks }]],
    panels: hasPanel ? [source("src/tui/index.ts")] : [],
    columns: 160,
    rows: 50,
  })
  try {
    await ui.see(/Ask anything/)
    const names = Array.from({ length: 12 }, (_, index) => `task number ${index}`)
    model.scriptNextSession(
      [call("task_batch", { agent: "general", tasks: names, background: true }), say("started")],
      { children: names.map(() => ({ steps: [say("never", { delayMs: 600_000 })] })) },
    )
    await ui.type("Twelve things.")
    await ui.press("Enter")
    await model.waitForRequests(12, (request) => request.parentSessionId !== undefined, 120_000)
    await ui.see(hasPanel ? /12 running/ : /started/)
    await sleep(settleMs)
    const before = ticksOf(ui.pid)
    await sleep(watchedMs)
    const seconds = (ticksOf(ui.pid) - before) / ticksPerSecond
    return { memoryMb: memoryOf(ui.pid), cpuPercent: (seconds / (watchedMs / 1_000)) * 100 }
  } finally {
    await ui.stop()
    await model.close()
    folders.remove()
  }
}

/** User and system time so far. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return Number(fields[11]) + Number(fields[12])
}

function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return Number(kilobytes) / 1_024
}

export const bench: Bench = {
  topic: "panel",
  run: async () => {
    if (process.platform !== "linux") return []
    const without: Cost[] = []
    const withPanel: Cost[] = []
    for (let round = 0; round < rounds; round++) {
      without.push(await measure(false))
      withPanel.push(await measure(true))
    }
    const middle = (costs: readonly Cost[], key: keyof Cost) =>
      median(costs.map((cost) => cost[key]))
    const added = (key: keyof Cost) => middle(withPanel, key) - middle(without, key)
    return [
      { name: "memory that the panel adds", value: added("memoryMb"), unit: "MB", limit: 20 },
      { name: "memory with the panel", value: middle(withPanel, "memoryMb"), unit: "MB" },
      {
        name: "processor with the panel",
        value: middle(withPanel, "cpuPercent"),
        unit: "% of a core",
      },
      {
        name: "processor that the panel adds",
        value: added("cpuPercent"),
        unit: "% of a core",
        limit: 1,
      },
      { name: "processor without it", value: middle(without, "cpuPercent"), unit: "% of a core" },
    ]
  },
}
