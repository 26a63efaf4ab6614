// The ways in which a path argument can be meant, the literal one first. Pure: whether a reading exists on disk
// is for the flow to find out, and the first that does is taken.

import { fileURLToPath } from "node:url"

/** What was undone to get from the literal text to a reading. */
export type Undone =
  | "white space"
  | "quotes"
  | "file URL"
  | "home"
  | "percent"
  | "escapes"
  | "backslashes"

export interface Reading {
  readonly path: string
  /** Empty for the literal reading. */
  readonly undone: readonly Undone[]
}

export interface ReadingPlace {
  /** Absolute home folder of the user, where it is known. */
  readonly home: string | undefined
  /** Absolute session directory, for `$PWD`. */
  readonly directory: string
  readonly isWindows: boolean
}

/** Words that models write where they mean to leave the argument out. */
const omissions: readonly string[] = ["", "undefined", "null", "None", "nil"]

export function isOmission(reading: Reading): boolean {
  return omissions.includes(reading.path) && !(reading.path === "" && reading.undone.length === 0)
}

/**
 * Each reading undoes one more thing than the one before it: white space, then quotes, then a `file:` URL, then
 * `~` and `$HOME`, then percent escapes, then backslashes, which can be meant in two ways.
 */
export function listReadings(raw: string, place: ReadingPlace): readonly Reading[] {
  const steps: readonly (readonly [Undone, (text: string) => string])[] = [
    ["white space", (text) => text.trim()],
    ["quotes", withoutQuotes],
    ["file URL", (text) => fromFileUrl(text)],
    ["home", (text) => withHome(text, place)],
    ["percent", decoded],
  ]
  const readings: Reading[] = [{ path: raw, undone: [] }]
  let current = readings[0] ?? { path: raw, undone: [] }
  for (const [undone, undo] of steps) {
    const next = undo(current.path)
    if (next === current.path) continue
    current = { path: next, undone: [...current.undone, undone] }
    readings.push(current)
  }
  if (!place.isWindows) readings.push(...withoutBackslashes(current))
  return readings
}

/**
 * A backslash is a separator or, before a glob character, an escape as in a shell. These are two readings side by side;
 * the more likely one is the last, which an answer about a missing path names.
 */
function withoutBackslashes(reading: Reading): readonly Reading[] {
  const { path: text, undone } = reading
  // A drive is no folder here.
  if (!text.includes("\\") || /^[a-z]:/i.test(text)) return []
  const separated: Reading = {
    path: text.replaceAll("\\", "/"),
    undone: [...undone, "backslashes"],
  }
  const plain = text.replace(/\\([[\](){}*?! ])/g, "$1")
  if (plain === text) return [separated]
  const unescaped: Reading = { path: plain, undone: [...undone, "escapes"] }
  const isEscaped = !plain.includes("\\") && /\/|\\[\])} ]/.test(text)
  return isEscaped ? [separated, unescaped] : [unescaped, separated]
}

function withoutQuotes(text: string): string {
  const match = /^(["'`])(.*)\1$/s.exec(text)
  return match?.[2] ?? text
}

function fromFileUrl(text: string): string {
  if (!/^file:\/\//i.test(text)) return text
  try {
    return fileURLToPath(text)
  } catch {
    return text
  }
}

function withHome(text: string, place: ReadingPlace): string {
  const match = /^(~|\$HOME|\$\{HOME\}|\$PWD|\$\{PWD\})(?=$|[\\/])/.exec(text)
  const name = match?.[1]
  if (name === undefined) return text
  const folder = name.includes("PWD") ? place.directory : place.home
  return folder === undefined ? text : `${folder}${text.slice(name.length)}`
}

function decoded(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text
  try {
    const plain = decodeURIComponent(text)
    return plain.includes("\u0000") ? text : plain
  } catch {
    return text
  }
}

/** The parts of `src/,docs`, `src docs` or `["src","docs"]`; undefined where the text is no list. */
export function listParts(raw: string): readonly string[] | undefined {
  const text = raw.trim()
  const parts = jsonParts(text) ?? splitParts(text)
  const clean = parts.map((part) => withoutQuotes(part.trim())).filter((part) => part !== "")
  return clean.length >= 2 ? clean : undefined
}

function jsonParts(text: string): readonly string[] | undefined {
  if (!text.startsWith("[")) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    if (!Array.isArray(parsed)) return undefined
    return parsed.filter((part) => typeof part === "string")
  } catch {
    return undefined
  }
}

function splitParts(text: string): readonly string[] {
  const separator = [/[\n;]/, /,/, /\s+/].find((candidate) => candidate.test(text))
  return separator === undefined ? [text] : text.split(separator)
}
