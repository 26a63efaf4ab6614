// Finds the host's executable, asks its version, and starts it for a moment to see which tools it offers.
// Everything is bounded, nothing is downloaded, and what was started is ended.

import { type ChildProcess, execFile, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { accessSync, constants } from "node:fs"
import path from "node:path"
import { cliLimits } from "./limits.ts"
import type { CliPlaces } from "./places.ts"

/** On PATH, else in a `node_modules/.bin` at or above the folder. */
export function findHostBinary({ directory, environment }: CliPlaces): string | undefined {
  const names = process.platform === "win32" ? ["opencode.exe", "opencode.cmd"] : ["opencode"]
  const folders = (environment.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "")
  for (let folder = directory; ; folder = path.dirname(folder)) {
    folders.push(path.join(folder, "node_modules", ".bin"))
    if (folder === path.dirname(folder)) break
  }
  return folders
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find(isExecutable)
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Standard output of a short command, or undefined where it fails or takes too long. */
export function askCommand(
  file: string,
  args: readonly string[],
  environment: CliPlaces["environment"],
): Promise<string | undefined> {
  const options = {
    env: { ...environment },
    timeout: cliLimits.versionTimeoutMs,
    windowsHide: true,
  }
  return new Promise((resolve) => {
    execFile(file, [...args], options, (error, stdout) => {
      resolve(error ? undefined : stdout.trim())
    })
  })
}

export type StartOutcome =
  | { readonly kind: "offers"; readonly tools: readonly string[]; readonly readyMs: number }
  | { readonly kind: "failed"; readonly reason: string }

/** Starts `serve` on a free loopback port behind a random password, asks for the tool names, and ends it. */
export async function askTools(
  binary: string,
  places: CliPlaces,
  extra: Readonly<Record<string, string>>,
): Promise<StartOutcome> {
  const password = randomBytes(16).toString("hex")
  const startedAt = performance.now()
  const child = spawnHost(binary, places, { ...extra, OPENCODE_SERVER_PASSWORD: password })
  const stop = () => end(child)
  process.once("exit", stop)
  try {
    const signal = AbortSignal.timeout(cliLimits.startTimeoutMs)
    const url = await listening(child, signal)
    const readyMs = Math.round(performance.now() - startedAt)
    const authorization = `Basic ${Buffer.from(`opencode:${password}`).toString("base64")}`
    const address = `${url}/experimental/tool/ids?directory=${encodeURIComponent(places.directory)}`
    const response = await fetch(address, { headers: { authorization }, signal })
    if (!response.ok)
      return { kind: "failed", reason: `it answered with status ${response.status}` }
    const ids: unknown = await response.json()
    return { kind: "offers", tools: Array.isArray(ids) ? ids.map(String) : [], readyMs }
  } catch (error) {
    return { kind: "failed", reason: describeFailure(error) }
  } finally {
    process.off("exit", stop)
    stop()
  }
}

function spawnHost(
  binary: string,
  { directory, environment }: CliPlaces,
  extra: Readonly<Record<string, string>>,
): ChildProcess {
  return spawn(binary, ["serve", "--port", "0", "--hostname", "127.0.0.1"], {
    cwd: directory,
    // A group of its own, so that the launcher's child ends with it.
    detached: process.platform !== "win32",
    shell: binary.endsWith(".cmd"),
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      ...environment,
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      npm_config_offline: "true",
      npm_config_fetch_retries: "0",
      ...extra,
    },
  })
}

function listening(child: ChildProcess, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ""
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`it ended at start with exit code ${code}`)))
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk
      const url = /listening on (http:\/\/\S+)/.exec(output)?.[1]
      if (url) resolve(url)
    })
  })
}

function end(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === "win32") child.kill("SIGKILL")
    else process.kill(-child.pid, "SIGKILL")
  } catch {
    // Already gone.
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") {
    return `it was not ready after ${cliLimits.startTimeoutMs / 1_000} s`
  }
  return error instanceof Error ? error.message : "unknown reason"
}
