#!/usr/bin/env node
// The command `opencode-workbench`: reads the command line, runs `init`, `config` or `doctor`, prints text or one JSON object.

import { statSync } from "node:fs"
import path from "node:path"
import { createInterface } from "node:readline/promises"
import { parseArgs } from "node:util"
import { registry } from "../registry.ts"
import { runConfig } from "./config.ts"
import { runDoctor } from "./doctor.ts"
import { runInit } from "./init.ts"
import type { CliOutcome } from "./outcome.ts"
import { findPlaces } from "./places.ts"
import { describeMissingEntry } from "./plugin-entry.ts"

const usage = `opencode-workbench init [--global | --project] [--remove] [--no-panel] [--spec SPEC] [--yes] [--json]
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

async function run(commandLine: readonly string[]): Promise<CliOutcome & { isJson: boolean }> {
  const parsed = parseCommandLine(commandLine)
  if ("problem" in parsed) {
    return { ...misunderstood(parsed.problem), isJson: commandLine.includes("--json") }
  }
  const { command, values } = parsed
  const isJson = values.json
  if (values.help) return { exitCode: 0, text: usage, json: { usage }, isJson }
  const problem = findMistake(parsed)
  if (problem !== undefined) return { ...misunderstood(problem), isJson }
  const places = findPlaces(values.directory ?? process.cwd())
  const edit = {
    scope: values.project ? "project" : "global",
    isConfirmed: values.yes,
    confirm: process.stdin.isTTY && !isJson ? askPerson : undefined,
  } as const
  if (command === "init") {
    const action = values.remove ? "remove" : "add"
    const isPanelWanted = !values["no-panel"]
    const request = { ...edit, action, spec: values.spec, isPanelWanted } as const
    return { ...(await runInit(places, request)), isJson }
  }
  if (command === "config") return { ...(await runConfig(places, edit)), isJson }
  if (command === "doctor") {
    const outcome = await runDoctor(places, {
      features: registry,
      isStartAllowed: !values["no-start"],
      isCleaning: values.clean,
    })
    return { ...outcome, isJson }
  }
  return { ...misunderstood(command && `There is no command "${command}".`), isJson }
}

function parseCommandLine(commandLine: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...commandLine],
      options,
      allowPositionals: true,
    })
    return { command: positionals[0], surplus: positionals.slice(1), values }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "unknown option" }
  }
}

type CommandLine = Exclude<ReturnType<typeof parseCommandLine>, { readonly problem: string }>

/** What cannot be meant, in one sentence, before anything is read or written. */
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

function misunderstood(problem: string | undefined): CliOutcome {
  const text = problem ? `${problem}\n\n${usage}` : usage
  return { exitCode: 2, text, json: { problem: problem ?? "no command", usage } }
}

async function askPerson(preview: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${preview}\n\nWrite this? [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

// Hosts that were started for a check end with this process, whatever ends it.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => process.exit(130))
}

const outcome = await run(process.argv.slice(2))
process.stdout.write(
  outcome.isJson ? `${JSON.stringify(outcome.json, undefined, 2)}\n` : `${outcome.text}\n`,
)
process.exitCode = outcome.exitCode
