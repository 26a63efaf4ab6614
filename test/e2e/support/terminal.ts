// The host's terminal UI in a real terminal: tmux with a fixed size, its own socket, and nothing of the caller's
// environment. Screens are read as text; keys are sent as a person would press them.

import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { JsonObject } from "../../../src/lib/json.ts"
import { until } from "./case.ts"
import { hostBinary } from "./host-binary.ts"
import { createHostClient, type HostClient } from "./host-client.ts"
import { createHostConfig, type PluginEntry } from "./host-config.ts"
import { type HostFolders, hostEnvironment } from "./host-folders.ts"
import { portOf } from "./scripted-model.ts"

export interface TerminalSettings {
  readonly folders: HostFolders
  readonly modelUrl: string
  readonly directory: string
  /** Plugins of opencode.json, and of tui.json. */
  readonly plugins: readonly PluginEntry[]
  readonly panels: readonly PluginEntry[]
  readonly columns: number
  readonly rows: number
  /** Arguments of `opencode`, such as `-c`. */
  readonly args?: readonly string[] | undefined
  /** Merged over the host's configuration. */
  readonly config?: JsonObject | undefined
  /** Merged over tui.json. */
  readonly tui?: JsonObject | undefined
  readonly environment?: Readonly<Record<string, string>> | undefined
}

export interface Terminal {
  /** The HTTP API of the host behind the UI. */
  readonly client: HostClient
  /** Process of the UI and its host. */
  readonly pid: number
  /** What is on screen, one string with line ends; trailing blanks are cut. */
  screen(): string
  /** The same with colours as escape sequences. */
  colouredScreen(): string
  /** Waits until the screen matches; the error shows the screen. */
  see(what: RegExp | ((screen: string) => boolean), timeoutMs?: number): Promise<string>
  /** Presses keys one after the other, in the notation of tmux: `C-x`, `Enter`, `Down`, `a`. */
  press(...keys: readonly string[]): Promise<void>
  /** Presses keys that lead to a screen; again where nothing came of them. */
  command(keys: readonly string[], what: RegExp | ((screen: string) => boolean)): Promise<string>
  /** Presses Escape, and waits until this text is gone: keys right behind an escape would be taken for one key. */
  close(text: string): Promise<void>
  /** Types a text into what has the focus, until the screen matches; by default until it shows the text. */
  type(text: string, what?: RegExp | ((screen: string) => boolean)): Promise<void>
  /** The text that the UI last sent for the terminal's clipboard (OSC 52). */
  clipboard(): string
  resize(columns: number, rows: number): void
  stop(): Promise<void>
}

/** Pause between keys, so that a leader and its letter are told apart from one escape sequence. */
const keyMs = 80
/** A start on a machine that is overloaded. */
const screenMs = 60_000
/** A busy interface may miss a key: after so long without an answer it is pressed again. */
const answerMs = 10_000
const triesMax = 3

export async function startTerminal(settings: TerminalSettings): Promise<Terminal> {
  requireTmux()
  writeConfig(settings)
  const port = await freePort()
  const { tmux, stop } = startTmux()
  const environment = hostEnvironment(settings.folders, {
    TERM: "tmux-256color",
    COLORTERM: "truecolor",
    LANG: "C.UTF-8",
    ...settings.environment,
  })
  const command = [
    ...["env", "-i", ...Object.entries(environment).map(([key, value]) => `${key}=${value}`)],
    ...[hostBinary(), "--port", String(port), "--hostname", "127.0.0.1", ...(settings.args ?? [])],
  ]
  const size = ["-x", String(settings.columns), "-y", String(settings.rows)]
  await until(10_000, "tmux did not start", () => {
    const started = tmux("new-session", "-d", ...size, "-c", settings.directory, ...command)
    return started === undefined ? undefined : true
  })
  const output = path.join(settings.folders.root, `output-${port}`)
  tmux("pipe-pane", "-o", `cat >> ${output}`)
  const pid = Number(tmux("list-panes", "-F", "#{pane_pid}")?.trim())
  const screen = () => (tmux("capture-pane", "-p") ?? "").replace(/[ \t]+$/gm, "")
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      tmux("send-keys", key)
      await sleep(keyMs)
    }
  }
  const see: Terminal["see"] = async (what, timeoutMs = screenMs) => {
    const is = what instanceof RegExp ? (text: string) => what.test(text) : what
    try {
      return await until(timeoutMs, "not seen", () => {
        const now = screen()
        return is(now) ? now : undefined
      })
    } catch (error) {
      throw new Error(`${String(what)} was not seen on this screen:\n${screen()}`, { cause: error })
    }
  }
  // Gives it to the interface again where nothing came of it.
  const insist = async (give: () => Promise<void>, what: Parameters<Terminal["see"]>[0]) => {
    for (let tries = 1; ; tries += 1) {
      await give()
      const seen = await see(what, tries < triesMax ? answerMs : screenMs).catch((error) => {
        if (tries === triesMax) throw error
      })
      if (seen !== undefined) return seen
    }
  }
  const paste = async (text: string) => {
    await press("C-u")
    tmux("set-buffer", "-b", "typed", text)
    tmux("paste-buffer", "-p", "-b", "typed")
    await sleep(3 * keyMs)
  }
  return {
    client: createHostClient(`http://127.0.0.1:${port}`),
    pid,
    screen,
    press,
    command: (keys, what) => insist(() => press(...keys), what),
    colouredScreen: () => tmux("capture-pane", "-p", "-e") ?? "",
    close: async (text) => {
      await press("Escape")
      const isGone = () => (screen().includes(text) ? undefined : true)
      await until(screenMs, `"${text}" is still on screen`, isGone)
      await sleep(3 * keyMs)
    },
    see,
    type: async (text, what = (now) => now.includes(text)) => {
      await insist(() => paste(text), what)
    },
    clipboard: () => {
      const sent = readFileSync(output, "latin1").matchAll(/\]52;\w*;([A-Za-z0-9+/=]+)/g)
      return Buffer.from([...sent].at(-1)?.[1] ?? "", "base64").toString("utf8")
    },
    resize: (columns, rows) => {
      tmux("resize-window", "-x", String(columns), "-y", String(rows))
    },
    stop: async () => {
      stop()
      await ended(pid)
    },
  }
}

/** These tests never skip: without tmux they say what to install. */
function requireTmux(): void {
  if (spawnSync("tmux", ["-V"]).status !== 0) {
    throw new Error("tmux is missing: install the package tmux (Debian: apt-get install tmux)")
  }
}

/**
 * A tmux server of our own in the foreground. A watcher reads a pipe that only this process holds open: when it
 * closes, for whatever reason, the server is ended, and with it the terminal of the host.
 */
function startTmux() {
  const socket = `workbench-${process.pid}-${randomBytes(4).toString("hex")}`
  // Never a server of its own making, which nobody would watch.
  const base = ["-N", "-L", socket, "-f", "/dev/null"]
  const watched =
    '( cat <&3 >/dev/null; tmux -L "$0" kill-server ) </dev/null >/dev/null 2>&1 & exec tmux -L "$0" -f /dev/null -D 3<&-'
  const server: ChildProcess = spawn("/bin/sh", ["-c", watched, socket], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    // A group of its own: the watcher outlives a signal to the group of the tests.
    detached: true,
    env: { PATH: process.env.PATH ?? "", LANG: "C.UTF-8", HOME: "/" },
  })
  return {
    tmux: (...args: readonly string[]): string | undefined => {
      const env = { PATH: process.env.PATH ?? "", LANG: "C.UTF-8" }
      const result = spawnSync("tmux", [...base, ...args], { encoding: "utf8", env })
      return result.status === 0 ? result.stdout : undefined
    },
    stop: () => {
      spawnSync("tmux", [...base, "kill-server"])
      server.kill("SIGKILL")
      // The watcher waits for this end, and this end keeps our process alive for it.
      server.stdio[3]?.destroy()
    },
  }
}

/** The terminal is gone, so the host ends by itself; if it does not, it is killed. */
async function ended(pid: number): Promise<void> {
  const isAlive = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  await until(3_000, "still there", () => (isAlive() ? undefined : true)).catch(() => {
    process.kill(pid, "SIGKILL")
  })
}

function writeConfig(settings: TerminalSettings): void {
  const { folders, modelUrl, plugins, config } = settings
  const host = createHostConfig({ modelUrl, plugins, patch: config })
  const tui = {
    $schema: "https://opencode.ai/tui.json",
    plugin: settings.panels.map((entry) => (typeof entry === "string" ? entry : [...entry])),
    ...settings.tui,
  }
  const write = (file: string, value: unknown) =>
    writeFileSync(path.join(folders.config, file), JSON.stringify(value, undefined, 2))
  write("opencode.json", host)
  write("tui.json", tui)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const port = portOf(server.address())
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}
