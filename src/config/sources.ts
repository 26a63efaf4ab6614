// Which places configure us, in which order, and how far each is trusted.

import path from "node:path"

/**
 * - `trusted`: written by the user outside the project (global file, options in opencode.json, environment).
 * - `project`: comes with the repository that is worked on, so it may restrict but never open (X4).
 */
export type Trust = "trusted" | "project"

export interface FileSource {
  readonly label: string
  readonly trust: Trust
  /** First existing file counts. */
  readonly candidates: readonly string[]
}

export interface SourcePlaces {
  readonly directory: string
  readonly worktree: string | undefined
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** File and line of the plugin's entry in the host's configuration, where they are known. */
  readonly entryPlace?: string
}

const fileNames = ["opencode-workbench.jsonc", "opencode-workbench.json"] as const

/** Files from lowest to highest precedence: global, then the project's. Options of the tuple come after both. */
export function fileSources(places: SourcePlaces): readonly FileSource[] {
  const configHome = places.environment.XDG_CONFIG_HOME || path.join(places.home, ".config")
  const globalFolders = [path.join(configHome, "opencode"), places.environment.OPENCODE_CONFIG_DIR]
  const projectFolders = [places.directory, places.worktree]
  return [
    { label: "global file", trust: "trusted", candidates: inFolders(globalFolders) },
    {
      label: "project file",
      trust: "project",
      candidates: inFolders(
        projectFolders.map((folder) => folder && path.join(folder, ".opencode")),
      ),
    },
  ]
}

function inFolders(folders: readonly (string | undefined)[]): readonly string[] {
  return folders.flatMap((folder) =>
    folder ? fileNames.map((name) => path.join(folder, name)) : [],
  )
}

export interface EnvironmentSwitches {
  readonly isAllOff: boolean
  /** Value of OPENCODE_WORKBENCH that is neither on nor off. */
  readonly unknown: string | undefined
  readonly disabled: readonly string[]
}

export const offWords = ["off", "0", "false", "no"] as const
export const onWords = ["on", "1", "true", "yes"] as const

/** What the environment switches off: everything, or features by name. An empty variable is none. */
export function environmentSwitches(environment: SourcePlaces["environment"]): EnvironmentSwitches {
  const word = (environment.OPENCODE_WORKBENCH ?? "").trim().toLowerCase()
  const isOneOf = (words: readonly string[]) => words.includes(word)
  const isUnderstood = word === "" || isOneOf(offWords) || isOneOf(onWords)
  const names = (environment.OPENCODE_WORKBENCH_DISABLE ?? "").split(",").map((name) => name.trim())
  return {
    isAllOff: isOneOf(offWords),
    unknown: isUnderstood ? undefined : word,
    disabled: names.filter((name) => name !== ""),
  }
}
