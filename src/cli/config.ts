// `config`: makes a file for our options with the schema beside it, so that editors complete and check them. The schema
// is a copy, because a path into a package manager's cache does not last. A file that exists is left as it is.

import { readFile } from "node:fs/promises"
import path from "node:path"
import { fileSources } from "../config/sources.ts"
import { invariant } from "../lib/invariant.ts"
import { readTextFile, replaceTextFile, type TextFile } from "./files.ts"
import type { CliOutcome } from "./outcome.ts"
import type { CliPlaces } from "./places.ts"
import { previewEdit } from "./preview.ts"

export interface ConfigRequest {
  readonly scope: "global" | "project"
  readonly isConfirmed: boolean
  /** Asks the person at the terminal; undefined where nobody is there. */
  readonly confirm: ((preview: string) => Promise<boolean>) | undefined
}

const schemaName = "opencode-workbench.schema.json"
const schemaLine = `"$schema": "./${schemaName}"`
const starter = `// Everything is on with safe defaults. One feature off: "webfetch": false
{
  ${schemaLine}
}
`

export async function runConfig(places: CliPlaces, request: ConfigRequest): Promise<CliOutcome> {
  const found = await look(places, request.scope)
  const answer = createAnswer({ request, file: found.file, schemaFile: found.schemaFile })
  for (const read of [found.config, found.schema]) {
    if (read.kind === "failed") return answer.failed(`It cannot be read: ${read.reason}.`)
  }
  const hint = hintFor(found)
  const preview = previewOf(found)
  if (preview === "") return answer.unchanged(hint)
  const isWanted = request.isConfirmed || (await request.confirm?.(preview))
  if (isWanted === undefined) return answer.undecided(preview)
  if (!isWanted) return answer.declined()
  const problem = await write(found)
  if (problem !== undefined) return answer.failed(`It was not written: ${problem}.`)
  return answer.written(preview, hint)
}

interface Found {
  readonly file: string
  readonly config: TextFile
  readonly schemaFile: string
  readonly schema: TextFile
  /** The schema of this package. */
  readonly wanted: string
}

async function look(places: CliPlaces, scope: ConfigRequest["scope"]): Promise<Found> {
  const { file, read } = await findConfig(places, scope)
  const schemaFile = path.join(path.dirname(file), schemaName)
  const schema = await readTextFile(schemaFile)
  const wanted = await readFile(path.join(places.packageRoot, "schema.json"), "utf8")
  return { file, config: read, schemaFile, schema, wanted }
}

const isStale = ({ schema, wanted }: Found) => schema.kind !== "text" || schema.text !== wanted

/** Empty where nothing is to be made. */
function previewOf(found: Found): string {
  const lines: string[] = []
  if (found.config.kind === "missing") lines.push(previewEdit(found.file, "", starter))
  const state = found.schema.kind === "missing" ? "new" : "changed"
  if (isStale(found)) lines.push(`${found.schemaFile} (${state})`)
  return lines.join("\n")
}

/** Undefined when it went well, else the reason. */
async function write(found: Found): Promise<string | undefined> {
  const { schema, config } = found
  if (isStale(found)) {
    const old = schema.kind === "text" ? schema.text : undefined
    const problem = await replaceTextFile(found.schemaFile, found.wanted, old)
    if (problem !== undefined) return problem
  }
  return config.kind === "missing" ? replaceTextFile(found.file, starter, undefined) : undefined
}

/** The file that is read in this scope, wherever it lies: a new one in front of it would hide it. Else the one to make. */
async function findConfig(
  places: CliPlaces,
  scope: ConfigRequest["scope"],
): Promise<{ file: string; read: TextFile }> {
  const trust = scope === "global" ? "trusted" : "project"
  const sources = fileSources(places).filter((source) => source.trust === trust)
  const candidates = sources.flatMap((source) => source.candidates)
  for (const file of candidates) {
    const read = await readTextFile(file)
    if (read.kind !== "missing") return { file, read }
  }
  const [preferred] = candidates
  invariant(preferred !== undefined, "each scope has a place")
  return { file: preferred, read: { kind: "missing" } }
}

function hintFor({ config }: Found): string {
  if (config.kind !== "text" || config.text.includes('"$schema"')) return ""
  return `\nAdd ${schemaLine} to it as its first key.`
}

interface AnswerParts {
  readonly request: ConfigRequest
  readonly file: string
  readonly schemaFile: string
}

/** The ways in which the command ends, each as text and JSON. */
function createAnswer({ request, file, schemaFile }: AnswerParts) {
  const base = { command: "config", scope: request.scope, file, schema: schemaFile }
  const outcome = (
    exitCode: CliOutcome["exitCode"],
    text: string,
    more: Readonly<Record<string, string | boolean>> = {},
  ): CliOutcome => ({ exitCode, text, json: { ...base, changed: false, written: false, ...more } })
  return {
    failed: (problem: string) => outcome(1, `${file}: ${problem}`, { problem }),
    unchanged: (hint: string) =>
      outcome(0, `${file} exists, and the schema beside it is up to date.${hint}`),
    undecided: (diff: string) => {
      const text = `${diff}\n\nNothing was written. Run it again with --yes to make this change.`
      return outcome(2, text, { changed: true, diff })
    },
    declined: () => outcome(0, "Nothing was written.", { changed: true }),
    written: (diff: string, hint: string) => {
      const next = `Written. Your editor now completes and checks the options in ${file}.${hint}`
      return outcome(0, `${diff}\n\n${next}`, { changed: true, written: true, diff })
    },
  }
}
