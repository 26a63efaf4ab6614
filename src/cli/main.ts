#!/usr/bin/env node
// The command `opencode-workbench`: runs `init`, `config` or `doctor`, prints text or one JSON object.

import { createInterface } from "node:readline/promises"
import { registry } from "../registry.ts"
import { readCommandLine, usage } from "./command-line.ts"
import { runConfig } from "./config.ts"
import { runDoctor } from "./doctor.ts"
import { runInit } from "./init.ts"
import type { CliOutcome } from "./outcome.ts"
import { findPlaces } from "./places.ts"

async function run(commandLine: readonly string[]): Promise<CliOutcome & { isJson: boolean }> {
  const parsed = readCommandLine(commandLine)
  if ("problem" in parsed) {
    return { ...misunderstood(parsed.problem), isJson: commandLine.includes("--json") }
  }
  const { command, values } = parsed
  const isJson = values.json
  if (values.help) return { exitCode: 0, text: usage, json: { usage }, isJson }
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
