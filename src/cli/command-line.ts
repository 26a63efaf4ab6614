// The command line as it was typed: what it means, or what cannot be meant, in one sentence, before anything is read
// or written.

import { statSync } from "node:fs"
import path from "node:path"
import { parseArgs } from "node:util"
import { describeMissingEntry } from "./plugin-entry.ts"

export const usage = `opencode-workbench init [--global | --project] [--remove] [--no-panel] [--spec SPEC] [--yes] [--json]
    Puts the plugin into the global opencode.json and its task panel into tui.json, or into the project's.
      --global       the files of the user, which is the default
      --project      the files of this folder
      --remove       takes the entries out again
      --no-panel     leaves tui.json alone
      --spec SPEC    how to name the package: a name, name@file:TARBALL, or a path
      --yes          writes without asking

opencode-workbench config [--global | --project] [--yes] [--json]
    Makes a file for options, with the schema for your editor beside it.
      --global       for all projects of the user, which is the default
      --project      for this folder, in .opencode
      --yes          writes without asking

opencode-workbench doctor [--no-start] [--clean] [--json]
    Checks host, configuration, features, tools and permissions, and says what to do.
      --no-start     does not start the host to see the plugin load
      --clean        removes what the package left on disk

    --directory DIR  works on this folder instead of the current one
    --json           prints one JSON object and nothing else`

const options = {
  project: { type: "boolean", default: false },
  global: { type: "boolean", default: false },
  remove: { type: "boolean", default: false },
  "no-panel": { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  "no-start": { type: "boolean", default: false },
  clean: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
  spec: { type: "string" },
  directory: { type: "string" },
} as const

export function readCommandLine(typed: readonly string[]): CommandLine | CommandLineProblem {
  const parsed = parse(typed)
  if ("problem" in parsed || parsed.values.help) return parsed
  const problem = findMistake(parsed)
  return problem === undefined ? parsed : { problem }
}

export interface CommandLineProblem {
  readonly problem: string
}

export type CommandLine = Exclude<ReturnType<typeof parse>, CommandLineProblem>

function parse(typed: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...typed],
      options,
      allowPositionals: true,
    })
    return { command: positionals[0], surplus: positionals.slice(1), values }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "unknown option" }
  }
}

function findMistake({ surplus, values }: CommandLine): string | undefined {
  const { spec, directory, project, global, remove } = values
  if (surplus.length > 0) return `"${surplus.join(" ")}" was not expected; one command at a time.`
  if (project && global) return "--project and --global exclude each other; choose one."
  if (directory !== undefined && !isFolder(directory))
    return `--directory: there is no folder ${path.resolve(directory)}; make it or correct the path.`
  if (spec === undefined) return undefined
  if (spec.trim() === "") return "--spec is empty; give a name, name@file:TARBALL, or a path."
  // A relative path counts from the file that is edited.
  const missing = spec.startsWith(".") || remove ? undefined : describeMissingEntry(spec, "/")
  return missing && `--spec ${spec}: ${missing} Correct the path.`
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
}
