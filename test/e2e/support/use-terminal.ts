// One terminal UI for a test file: model, folders and project are made once; each case may open a session of its own.

import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, expect, onTestFailed } from "vitest"
import { readString } from "../../../src/lib/json.ts"
import { until } from "./case.ts"
import { repositoryRoot } from "./host-binary.ts"
import type { StoredMessage } from "./host-client.ts"
import type { PluginEntry } from "./host-config.ts"
import { createHostFolders, type HostFolders } from "./host-folders.ts"
import { recordsOf } from "./model-request.ts"
import { createProject } from "./project.ts"
import type { ChildScript, Step } from "./script.ts"
import { type ScriptedModel, startScriptedModel } from "./scripted-model.ts"
import { startTerminal, type Terminal, type TerminalSettings } from "./terminal.ts"

export interface TerminalStage {
  readonly model: ScriptedModel
  readonly folders: HostFolders
  readonly directory: string
  /** The UI, started at its first use. */
  terminal(): Promise<Terminal>
  /** Starts a new session in the UI with this prompt, and answers its id once the host has it. */
  prompt(text: string, steps: readonly Step[], children?: readonly ChildScript[]): Promise<string>
  children(sessionId: string): Promise<readonly Record<string, unknown>[]>
  messages(sessionId: string): Promise<readonly StoredMessage[]>
  /** Permissions that a task of this session waits for. */
  pendingPermissions(sessionId: string): Promise<number>
  /** Ends the UI, which ends its host, and starts it again on the same data. */
  restart(more?: Partial<TerminalSettings>): Promise<Terminal>
}

export type StageOptions = Partial<TerminalSettings> & { readonly panel?: PluginEntry }

/** The panel of this repository, from source. */
export const ourPanel = path.join(repositoryRoot, "src/tui/index.ts")

export async function useTerminal(options: StageOptions = {}): Promise<TerminalStage> {
  const model = await startScriptedModel()
  const folders = createHostFolders("terminal")
  const directory = createProject(path.join(folders.projects, "shop"), {}).root
  let running: Promise<Terminal> | undefined
  let sessions = 0
  const start = (more: Partial<TerminalSettings> = {}) => {
    running = startTerminal({
      folders,
      modelUrl: model.baseUrl,
      directory,
      plugins: [pathToFileURL(path.join(repositoryRoot, "src/index.ts")).href],
      panels: [options.panel ?? ourPanel],
      columns: 160,
      rows: 50,
      config: { permission: { bash: "ask" } },
      ...options,
      ...more,
    })
    return running
  }
  const stop = async () => {
    const terminal = await running?.catch(() => undefined)
    running = undefined
    await terminal?.stop()
  }
  const terminal = () => running ?? start()
  const get = async (route: string) => {
    const { client } = await terminal()
    return client.must("GET", route, { directory })
  }
  const roots = async () =>
    recordsOf(await get("/session")).flatMap((session) =>
      session.parentID === undefined ? (readString(session, "id") ?? []) : [],
    )
  afterAll(async () => {
    await stop()
    await model.close()
    folders.remove()
  })
  return {
    model,
    folders,
    directory,
    terminal,
    prompt: async (text, steps, children = []) => {
      const ui = await terminal()
      onTestFailed(() => {
        process.stderr.write(`${ui.screen()}\n`)
      })
      if (sessions > 0) {
        // A toast that is up while the host opens another view stays below that view, and so do all later ones.
        await ui.see((screen) => !hasToast(screen))
        await ui.press("C-x", "n")
      }
      await ui.see(/Ask anything/)
      const before = await roots()
      sessions += 1
      model.scriptNextSession(steps, { children })
      await ui.type(text)
      await ui.command(["Enter"], (screen) => !screen.includes("Ask anything"))
      return until(60_000, "no new session", async () =>
        (await roots()).find((id) => !before.includes(id)),
      )
    },
    children: async (sessionId) => recordsOf(await get(`/session/${sessionId}/children`)),
    messages: async (sessionId) => {
      const { client } = await terminal()
      return client.messages(directory, sessionId)
    },
    pendingPermissions: async (sessionId) => {
      const children = recordsOf(await get(`/session/${sessionId}/children`)).map(({ id }) => id)
      const pending = recordsOf(await get("/permission"))
      return pending.filter((request) => children.includes(request.sessionID)).length
    },
    restart: async (more) => {
      await stop()
      return start(more)
    },
  }
}

/** Toasts are the only boxes with a border that begins to the right of the prompt's. */
function hasToast(screen: string): boolean {
  return screen.split("\n").some((line) => [...line].indexOf("┃", 40) >= 0)
}

/** The panel's section of the sidebar on a screen of 160 columns. */
export function panelOf(screen: string): string {
  const lines = screen.split("\n").map((line) => evenly([...line].slice(120).join("").trimEnd()))
  const from = lines.findIndex((line) => line.startsWith("Tasks "))
  if (from < 0) return ""
  const length = lines.slice(from).indexOf("")
  return lines.slice(from, length < 0 ? undefined : from + length).join("\n")
}

/** The host gives the sidebar one column more or less; what stands on the right keeps its place here. */
function evenly(line: string): string {
  return line.replace(
    /^(.*\S) {2,}(\S.*)$/,
    (_, left: string, right: string) => left.padEnd(sidebarColumns - [...right].length) + right,
  )
}

const sidebarColumns = 37

/** A dialog on a screen of 160 columns, from the line of its title to its last line. */
export function dialogOf(screen: string, title: string): string {
  const lines = screen.split("\n").map((line) => [...line].slice(52, 108).join("").trimEnd())
  const from = lines.findIndex((line) => line.trim().startsWith(title))
  const body = from < 0 ? [] : lines.slice(from)
  const end = body.findIndex((line, index) => line === "" && body[index + 1] === "")
  return body.slice(0, end < 0 ? undefined : end).join("\n")
}

/** Elapsed times become `0s`, with the space before them as it would then be. */
export function withoutTimes(text: string): string {
  return text
    .replace(/( {2,})([a-z]+ )?(?:\d+[mhd] )?\d+s$/gm, (whole: string, _: string, word = "") =>
      `${word}0s`.padStart(whole.length),
    )
    .replace(/\(([a-z]+) (?:\d+[mhd] )?\d+s\)/g, (whole: string, word: string) =>
      `(${word} 0s)`.padEnd(whole.length),
    )
}

const screens = path.join(repositoryRoot, "test/e2e/fixtures/screens")

/**
 * Waits until a part of the screen is as the file keeps it, times left out: what is read in the middle of a redraw is
 * read again. WORKBENCH_UPDATE_SCREENS=1 writes the file instead.
 */
export async function expectScreen(
  ui: Terminal,
  name: string,
  partOf: (screen: string) => string,
): Promise<void> {
  const file = path.join(screens, `${name}.txt`)
  const now = () => `${withoutTimes(partOf(ui.screen()))}\n`
  if (process.env.WORKBENCH_UPDATE_SCREENS === "1") writeFileSync(file, now())
  const kept = readFileSync(file, "utf8")
  await until(10_000, name, () => (now() === kept ? true : undefined)).catch(() => undefined)
  expect(now()).toBe(kept)
}

/** Keeps a whole screen with its colours, for the picture in the docs, when the files of screens are written. */
export function keepPicture(name: string, colouredScreen: string): void {
  if (process.env.WORKBENCH_UPDATE_SCREENS !== "1") return
  // The folder of the test's own host is nobody's business.
  const screen = colouredScreen.replace(/\/[\w/]*workbench-terminal-\w+\//g, (folder) =>
    "~/".padEnd(folder.length),
  )
  writeFileSync(path.join(screens, `${name}.ansi`), screen)
}
