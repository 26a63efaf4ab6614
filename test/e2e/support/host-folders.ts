// Fresh folders for one host: home, XDG, temp and projects, with the config folder seeded so that the host
// starts offline. Delete with `remove`, keep for a restart on the same data.

import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { ripgrepFolder } from "./host-binary.ts"

export interface HostFolders {
  readonly root: string
  readonly home: string
  /** `XDG_CONFIG_HOME/opencode`, home of the global configuration. */
  readonly config: string
  readonly data: string
  readonly temp: string
  readonly projects: string
  remove(): void
}

export function createHostFolders(label = "host"): HostFolders {
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), `workbench-${label}-`)))
  const folders = {
    root,
    home: path.join(root, "home"),
    config: path.join(root, "config", "opencode"),
    data: path.join(root, "data"),
    temp: path.join(root, "tmp"),
    projects: path.join(root, "projects"),
  }
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })
  seedConfigFolder(folders.config)
  writeFileSync(modelCatalogue(folders), "{}")
  return { ...folders, remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }) }
}

/**
 * The host npm-installs its plugin package into every config folder (`.opencode` too) and waits for it.
 * An empty node_modules and a lock that lists the package make it skip that.
 */
export function seedConfigFolder(folder: string): void {
  const dependencies = { "@opencode-ai/plugin": "1.18.33" }
  mkdirSync(path.join(folder, "node_modules"), { recursive: true })
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ dependencies }))
  const lock = { name: "config", lockfileVersion: 3, packages: { "": { dependencies } } }
  writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify(lock))
}

/**
 * The host reads its catalogue of some thousand models for each project folder, two seconds of processor time each. The
 * scripted models stand in the configuration, so these hosts get an empty catalogue.
 */
function modelCatalogue(folders: Pick<HostFolders, "root">): string {
  return path.join(folders.root, "models.json")
}

/** Environment of the host: nothing of the caller's but PATH, everything else inside the folders. */
export function hostEnvironment(
  folders: HostFolders,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const searchPath = [ripgrepFolder(), process.env.PATH].filter((entry) => entry !== undefined)
  return {
    PATH: searchPath.join(path.delimiter),
    HOME: folders.home,
    USERPROFILE: folders.home,
    OPENCODE_TEST_HOME: folders.home,
    XDG_CONFIG_HOME: path.dirname(folders.config),
    XDG_DATA_HOME: folders.data,
    XDG_CACHE_HOME: path.join(folders.root, "cache"),
    XDG_STATE_HOME: path.join(folders.root, "state"),
    TMPDIR: folders.temp,
    GIT_CONFIG_NOSYSTEM: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_MODELS_PATH: modelCatalogue(folders),
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_CLAUDE_CODE: "1",
    OPENCODE_DISABLE_EXTERNAL_SKILLS: "1",
    ...extra,
  }
}

/** Makes the folder a git repository of its own: one empty commit that no other repository has. */
export function initializeGit(folder: string): void {
  const identity = ["-c", "user.name=case", "-c", "user.email=case@localhost"]
  git(folder, ["init", "-q", "-b", "main"])
  git(folder, [...identity, "commit", "-q", "--allow-empty", "-m", `start of ${folder}`])
}

function git(folder: string, args: readonly string[]): void {
  const result = spawnSync("git", [...args], { cwd: folder, encoding: "utf8" })
  if (result.status !== 0) throw new Error(`git ${args.join(" ")} failed: ${result.stderr}`)
}
