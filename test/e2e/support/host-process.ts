// Starts the real host binary and ends it for certain: by pid, by a kill timer, and when the test process dies.

import { type ChildProcess, spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import path from "node:path"
import type { Readable } from "node:stream"
import type { JsonObject } from "../../../src/lib/json.ts"
import { hostBinary } from "./host-binary.ts"
import { createHostClient, type HostClient } from "./host-client.ts"
import { createHostConfig, type PluginEntry } from "./host-config.ts"
import { type HostFolders, hostEnvironment } from "./host-folders.ts"

export interface HostSettings {
  readonly folders: HostFolders
  readonly modelUrl: string
  readonly plugins?: readonly PluginEntry[]
  readonly config?: JsonObject | undefined
  readonly environment?: Readonly<Record<string, string>> | undefined
  /** The host is killed after this time whatever happens. Default 30 minutes. */
  readonly lifeMs?: number | undefined
}

export interface HostProcess {
  readonly url: string
  readonly pid: number
  readonly client: HostClient
  /** Standard output and error so far, host log included. */
  log(): string
  isRunning(): boolean
  /** SIGTERM, then SIGKILL after two seconds. */
  stop(): Promise<void>
  /** SIGKILL, as a crash. */
  kill(): Promise<void>
}

export interface RunOutcome {
  readonly exitCode: number | null
  /** One JSON object per line of standard output. */
  readonly events: readonly JsonObject[]
  readonly stdout: string
  readonly stderr: string
}

const readyMs = 110_000

/** Writes the configuration and starts `serve`. Starting twice on the same folders is a restart. */
export async function startHost(settings: HostSettings): Promise<HostProcess> {
  writeConfig(settings)
  const logLevel = ["--print-logs", "--log-level", "INFO"]
  const child = spawnHost(settings, {
    args: ["serve", "--port", "0", "--hostname", "127.0.0.1", ...logLevel],
    cwd: settings.folders.projects,
  })
  const output = collect(child)
  const url = await listening(child, output)
  return {
    url,
    pid: child.pid ?? 0,
    client: createHostClient(url),
    log: () => `${output.stdout()}${output.stderr()}`,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: () => end(child, "SIGTERM"),
    kill: () => end(child, "SIGKILL"),
  }
}

/** One `opencode run` in `directory` with the prompt on standard input. */
export async function runHost(
  settings: HostSettings,
  request: { readonly directory: string; readonly prompt: string; readonly args?: string[] },
): Promise<RunOutcome> {
  writeConfig(settings)
  const child = spawnHost(settings, {
    args: [
      "run",
      "--format",
      "json",
      "--print-logs",
      "--log-level",
      "INFO",
      ...(request.args ?? []),
    ],
    cwd: request.directory,
  })
  const output = collect(child)
  child.stdin?.end(request.prompt)
  const exitCode = await exited(child)
  return {
    exitCode,
    events: output.stdout().split("\n").flatMap(parseLine),
    stdout: output.stdout(),
    stderr: output.stderr(),
  }
}

function writeConfig(settings: HostSettings): void {
  const config = createHostConfig({
    modelUrl: settings.modelUrl,
    plugins: settings.plugins ?? [],
    patch: settings.config,
  })
  const file = path.join(settings.folders.config, "opencode.json")
  writeFileSync(file, JSON.stringify(config, undefined, 2))
}

/**
 * The host becomes the leader of its own process group. A watcher in that group reads a pipe that only this
 * process holds open: when it closes, for whatever reason, the group is killed. Nothing is left behind.
 */
function spawnHost(
  settings: HostSettings,
  start: { readonly args: readonly string[]; readonly cwd: string },
): ChildProcess {
  const env = hostEnvironment(settings.folders, settings.environment)
  const binary = hostBinary()
  const isWindows = process.platform === "win32"
  const watched = '( cat <&3 >/dev/null; kill -9 0 ) </dev/null >/dev/null 2>&1 & exec "$@" 3<&-'
  const [command, args] = isWindows
    ? [binary, [...start.args]]
    : ["/bin/sh", ["-c", watched, "host", binary, ...start.args]]
  const child = spawn(command, args, {
    cwd: start.cwd,
    env,
    detached: !isWindows,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  })
  const timer = setTimeout(() => signal(child, "SIGKILL"), settings.lifeMs ?? 1_800_000)
  timer.unref()
  child.once("exit", () => {
    clearTimeout(timer)
    signal(child, "SIGKILL")
  })
  return child
}

function collect(child: ChildProcess): { stdout(): string; stderr(): string } {
  const gather = (stream: Readable | null) => {
    const chunks: string[] = []
    stream?.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk))
    return () => chunks.join("")
  }
  return { stdout: gather(child.stdout), stderr: gather(child.stderr) }
}

async function listening(
  child: ChildProcess,
  output: { stdout(): string; stderr(): string },
): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      child.stdout?.off("data", look)
      finish()
    }
    const explain = (what: string) => new Error(`${what}\n${output.stdout()}${output.stderr()}`)
    const look = () => {
      const url = /listening on (http:\/\/\S+)/.exec(output.stdout())?.[1]
      if (url) settle(() => resolve(url))
    }
    const timer = setTimeout(() => {
      signal(child, "SIGKILL")
      settle(() => reject(explain(`host not ready after ${readyMs} ms`)))
    }, readyMs)
    child.stdout?.on("data", look)
    child.once("exit", (code) => settle(() => reject(explain(`host ended with ${code} at start`))))
    look()
  })
}

async function end(child: ChildProcess, how: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const done = exited(child)
  signal(child, how)
  const timer = setTimeout(() => signal(child, "SIGKILL"), 2_000)
  await done
  clearTimeout(timer)
}

function exited(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode)
    else child.once("close", (code) => resolve(code))
  })
}

/** SIGKILL goes to the whole group, so that commands of the host end too. */
function signal(child: ChildProcess, how: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return
  try {
    const isGroup = how === "SIGKILL" && process.platform !== "win32"
    process.kill(isGroup ? -child.pid : child.pid, how)
  } catch {
    // Already gone.
  }
}

function parseLine(line: string): JsonObject[] {
  if (!line.startsWith("{")) return []
  try {
    const event: JsonObject = JSON.parse(line)
    return [event]
  } catch {
    return []
  }
}
