// Where the host reads its own configuration from, lowest precedence first, and where `init` writes.

import path from "node:path"
import type { CliPlaces } from "./places.ts"

/** All files that may list plugins: global, then the project's from the worktree down, then `.opencode` folders. */
export function hostConfigFiles(places: CliPlaces): readonly string[] {
  const files = projectFolders(places).flatMap((folder) => [
    path.join(folder, "opencode.json"),
    path.join(folder, "opencode.jsonc"),
  ])
  const named = places.environment.OPENCODE_CONFIG
  const last = named ? [path.resolve(places.directory, named)] : []
  return [...globalConfigFiles(places), ...files, ...last]
}

/**
 * Files of the user, lowest precedence first. The host merges them key by key, and of a list it takes the last one
 * (HOST-QUIRK-172), while the lists of projects add up.
 */
export function globalConfigFiles(places: CliPlaces): readonly string[] {
  const folder = globalConfigFolder(places)
  return ["config.json", "opencode.json", "opencode.jsonc"].map((name) => path.join(folder, name))
}

/** Files that may list panels for the terminal UI, lowest precedence first. */
export function tuiConfigFiles(places: CliPlaces): readonly string[] {
  const inFolder = (folder: string) => [
    path.join(folder, "tui.json"),
    path.join(folder, "tui.jsonc"),
  ]
  const named = places.environment.OPENCODE_TUI_CONFIG
  return [
    ...inFolder(globalConfigFolder(places)),
    ...(named ? [path.resolve(places.directory, named)] : []),
    ...projectFolders(places).flatMap(inFolder),
  ]
}

/** Folders into which the host installs its plugin package at start. */
export function pluginFolders(places: CliPlaces): readonly string[] {
  const project = projectFolders(places).filter((folder) => path.basename(folder) === ".opencode")
  return [globalConfigFolder(places), ...project]
}

export function globalConfigFolder({ environment, home }: CliPlaces): string {
  return path.join(environment.XDG_CONFIG_HOME || path.join(home, ".config"), "opencode")
}

/** Candidates for `init`, lowest precedence first; where none exists the first is made. */
export function editableFiles(
  places: CliPlaces,
  scope: "global" | "project",
  name: "opencode" | "tui",
): readonly string[] {
  const folder = scope === "global" ? globalConfigFolder(places) : places.directory
  return [`${name}.json`, `${name}.jsonc`].map((file) => path.join(folder, file))
}

/** From the worktree down; outside git the host looks up to the root (HOST-QUIRK-173). `.opencode` folders go the other way. */
function projectFolders({ directory, worktree, home, environment }: CliPlaces): readonly string[] {
  const upwards: string[] = []
  for (let folder = directory; ; folder = path.dirname(folder)) {
    upwards.unshift(folder)
    if (folder === worktree || folder === path.dirname(folder)) break
  }
  const extra = environment.OPENCODE_CONFIG_DIR
  const dotFolders = [...upwards.toReversed(), home].map((folder) => path.join(folder, ".opencode"))
  return [...upwards, ...new Set(dotFolders), ...(extra ? [path.resolve(directory, extra)] : [])]
}
