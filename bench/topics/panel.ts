// The task panel: what it adds to the real terminal UI while 12 tasks run, in memory and in processor time. The same
// session is on two screens at once, one with the panel and one without; the difference is the panel. Linux only.

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
import { type Bench, type BenchRow, median } from "../row.ts"

/** Tasks count their first ten seconds one by one; after these the panel is idle. */
const settleMs = 20_000
/** One window over which the processor is watched: three ticks of the panel. */
const windowMs = 30_000
const windows = 8
/** Clock ticks of `/proc/<pid>/stat` in a second. */
const ticksPerSecond = 100

interface Session {
  readonly pid: number
  stop(): Promise<void>
}

/** The real terminal UI with 12 running tasks on its screen. */
async function startSession(hasPanel: boolean): Promise<Session> {
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
  const stop = async () => {
    await ui.stop()
    await model.close()
    folders.remove()
  }
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
    return { pid: ui.pid, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Watched {
  readonly memoryMb: number
  /** Share of one core in each window. */
  readonly cpuPercents: readonly number[]
}

/** Watches processes over the same windows, so that whatever else the machine does meets each of them. */
async function watch(pids: readonly number[]): Promise<readonly Watched[]> {
  await sleep(settleMs)
  const readings = [pids.map(ticksOf)]
  for (let window = 0; window < windows; window++) {
    await sleep(windowMs)
    readings.push(pids.map(ticksOf))
  }
  const percent = (ticks: number) => ((ticks / ticksPerSecond) * 1_000 * 100) / windowMs
  return pids.map((pid, index) => {
    const own = readings.map((reading) => reading[index] ?? Number.NaN)
    const cpuPercents = own.slice(1).map((ticks, window) => percent(ticks - (own[window] ?? 0)))
    return { memoryMb: memoryOf(pid), cpuPercents }
  })
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
    const sessions: Session[] = []
    try {
      for (const hasPanel of [false, true]) sessions.push(await startSession(hasPanel))
      const [without, withPanel] = await watch(sessions.map(({ pid }) => pid))
      return without && withPanel ? rowsOf(without, withPanel) : []
    } finally {
      for (const session of sessions) await session.stop()
    }
  },
}

function rowsOf(without: Watched, withPanel: Watched): readonly BenchRow[] {
  const addedPercents = withPanel.cpuPercents.map(
    (percent, window) => percent - (without.cpuPercents[window] ?? Number.NaN),
  )
  const core = "% of a core"
  return [
    {
      name: "memory that the panel adds",
      value: withPanel.memoryMb - without.memoryMb,
      unit: "MB",
      limit: 20,
    },
    { name: "memory with the panel", value: withPanel.memoryMb, unit: "MB" },
    { name: "processor with the panel", value: median(withPanel.cpuPercents), unit: core },
    { name: "processor that the panel adds", value: median(addedPercents), unit: core, limit: 1 },
    { name: "processor without it", value: median(without.cpuPercents), unit: core },
  ]
}
