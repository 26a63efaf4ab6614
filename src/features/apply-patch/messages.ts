// Every text that the model reads from this feature. File text is quoted only where the session has seen the file (P15).

import type { ErrorCode } from "../../lib/error-codes.ts"
import { Refusal } from "../../lib/refusal.ts"
import type { Leniency, MalformedReason } from "./engine/patch.ts"
import type { FileNote, PatchProblem } from "./engine/plan-patch.ts"
import { limits } from "./limits.ts"

/** Lines of a file that may be quoted; undefined when the session has not seen it. */
export type QuotableLines = readonly string[] | undefined

interface Answer {
  readonly code: ErrorCode
  readonly what: string
  readonly next: string
}

const sendAgain = "send the whole patch again"
const nothingWritten = "Nothing was written."

export function refuseProblem(problem: PatchProblem, lines: QuotableLines): Refusal {
  const { code, what, next } = describeProblem(problem, lines)
  return createRefusal(code, `${what} ${nothingWritten}`, next)
}

function describeProblem(problem: PatchProblem, lines: QuotableLines): Answer {
  const { path } = problem
  const readFirst = lines === undefined ? `Read ${path} first, then ${sendAgain}.` : undefined
  switch (problem.kind) {
    case "not-found":
      return describeNotFound(problem, lines)
    case "ambiguous":
      return {
        code: "PATCH_AMBIGUOUS",
        what: `Hunk ${problem.hunk.number} of ${path} fits more than one place${describeLines(problem.lines, lines)}.`,
        next:
          readFirst ??
          `Add context lines, or an @@ header with the line above the place that is meant, and ${sendAgain}.`,
      }
    case "changed-since-read":
      return {
        code: "PATCH_FILE_CHANGED",
        what: `${path} changed since this session last read it, and the lines that hunk ${problem.hunk.number} speaks about are among the changes.`,
        next: `Read ${path} again, then ${sendAgain}.`,
      }
    case "already-applied":
      return {
        code: "PATCH_ALREADY_APPLIED",
        what: `Hunk ${problem.hunk.number} of ${path} is already applied: its new lines stand at ${describeSpan(problem)}.`,
        next: "Do not send this hunk again. If other hunks of the patch are still needed, send them without it.",
      }
    case "insertion-unclear":
      return describeInsertion(problem, lines)
    case "indentation-unclear":
      return {
        code: "PATCH_INDENTATION_UNCLEAR",
        what: `Hunk ${problem.hunk.number} fits ${path} at line ${problem.line + 1}, but with other indentation than the file's, and its new lines could be indented in more than one way.`,
        next: readFirst ?? `Copy the indentation of the file into every line, and ${sendAgain}.`,
      }
    case "overlap":
      return {
        code: "PATCH_OVERLAP",
        what: `Hunk ${problem.hunk.number} of ${path} changes lines that ${problem.other > 0 ? `hunk ${problem.other}` : "an earlier hunk"} changes too.`,
        next: `Join them into one hunk, and ${sendAgain}.`,
      }
    case "cut-off":
      return {
        code: "PATCH_CUT_OFF",
        what: `The patch ends without "*** End Patch" behind hunk ${problem.hunk.number} of ${path}, and its last line may be cut off.`,
        next: `Check the last line, and ${sendAgain} with the end marker.`,
      }
    default:
      return describeFileProblem(problem)
  }
}

type FileProblem = Extract<
  PatchProblem,
  { readonly kind: "no-change" | "file-missing" | "target-exists" | "not-expressible" }
>

function describeFileProblem(problem: FileProblem): Answer {
  const { path } = problem
  switch (problem.kind) {
    case "no-change":
      return {
        code: "PATCH_NO_CHANGE",
        what: `The patch leaves ${path} exactly as it is.`,
        next: "Check whether the change is still needed; if it is, say what shall be different.",
      }
    case "file-missing":
      return {
        code: "PATCH_FILE_MISSING",
        what: `${path} does not exist.`,
        next: `Check the path. To create the file use "*** Add File: ${path}".`,
      }
    case "target-exists":
      return problem.isSame
        ? {
            code: "PATCH_ALREADY_APPLIED",
            what: `${path} already exists with exactly this content.`,
            next: "Do not send this section again.",
          }
        : {
            code: "PATCH_TARGET_EXISTS",
            what: `${path} already exists, and the patch would overwrite it.`,
            next: `Read ${path} and use "*** Update File: ${path}", or choose another path.`,
          }
    case "not-expressible":
      return {
        code: "PATCH_NOT_EXPRESSIBLE",
        what: `The result wanted for ${path} is clear, but the host's apply_patch cannot produce it: its own rules would give another text.`,
        next: "Split the patch into smaller ones, or change fewer lines at the end of the file.",
      }
  }
}

type NotFound = PatchProblem & { readonly kind: "not-found" }

function describeNotFound(problem: NotFound, lines: QuotableLines): Answer {
  const { path, hunk, applied, carriageReturn } = problem
  const parts = [`The old lines of hunk ${hunk.number} are not in ${path}.`]
  if (applied) parts.push(`Its new lines stand at ${describeSpan(applied)} already.`)
  if (carriageReturn !== undefined) {
    parts.push(
      `Line ${carriageReturn + 1} of the file holds a carriage return that ends no line here, as in old Mac files.`,
    )
  }
  const difference = describeDifference(problem, lines)
  if (difference !== undefined) parts.push(difference)
  return { code: "PATCH_NOT_FOUND", what: parts.join(" "), next: nextAfterNotFound(problem, lines) }
}

function nextAfterNotFound({ path, applied, carriageReturn }: NotFound, lines: QuotableLines) {
  const unseen = `read ${path} first, then ${sendAgain}.`
  const seen = `read ${path} again, copy the lines as they are, and ${sendAgain}.`
  const look = lines === undefined ? unseen : seen
  if (carriageReturn !== undefined) {
    return `Turn its carriage returns into line feeds with a shell command first, read ${path} again, then ${sendAgain}.`
  }
  return applied
    ? `If that is the change, do not send this hunk again; else ${look}`
    : `${look.charAt(0).toUpperCase()}${look.slice(1)}`
}

function describeDifference({ nearest }: NotFound, lines: QuotableLines): string | undefined {
  const found = nearest && lines?.[nearest.line]
  if (nearest === undefined || found === undefined) return undefined
  return `The nearest place differs first at line ${nearest.line + 1}: the patch has ${quote(nearest.expected)}, the file has ${quote(found)}.`
}

function describeSpan({ firstLine, lastLine }: NonNullable<NotFound["applied"]>): string {
  return firstLine === lastLine
    ? `line ${firstLine + 1}`
    : `lines ${firstLine + 1} to ${lastLine + 1}`
}

function describeInsertion(
  problem: PatchProblem & { readonly kind: "insertion-unclear" },
  lines: QuotableLines,
): Answer {
  const { path, hunk } = problem
  const only = `Hunk ${hunk.number} of ${path} has added lines only`
  const next = `Add the line above the new lines as context (with a leading space), and ${sendAgain}.`
  const code = "PATCH_INSERTION_UNCLEAR"
  if (hunk.headers.length === 0) return { code, what: `${only} and no @@ header.`, next }
  if (problem.lines.length === 0) {
    return { code, what: `${only}, and its @@ header names no line of the file.`, next }
  }
  const places = describeLines(problem.lines, lines)
  return { code, what: `${only}, and its @@ header names more than one line${places}.`, next }
}

// Up to five line numbers, each with the declaration above it (P9).
function describeLines(places: readonly number[], lines: QuotableLines): string {
  if (places.length === 0) return ""
  const listed = places.slice(0, limits.candidatesMax).map((line) => {
    const declaration = lines && declarationAbove(lines, line)
    return declaration === undefined ? `${line + 1}` : `${line + 1} (in ${quote(declaration)})`
  })
  const more = places.length > listed.length ? ` and ${places.length - listed.length} more` : ""
  return `: line ${listed.join(", line ")}${more}`
}

const declaration =
  /^\s*(?:export\s|default\s|async\s|public\s|private\s|protected\s|static\s|pub(?:\([^)]*\))?\s)*(?:function|class|interface|type|enum|def|fn|func|impl|struct|trait|mod|module|namespace|describe\(|it\(|test\(|const\s+\w+\s*=.*=>|#{1,6}\s|\[)/

function declarationAbove(lines: readonly string[], line: number): string | undefined {
  const width = (text: string): number => text.length - text.trimStart().length
  const own = width(lines[line] ?? "")
  for (let above = line; above >= 0; above--) {
    const text = lines[above] ?? ""
    if (declaration.test(text) && (above === line || width(text) <= own)) return text.trim()
  }
  return undefined
}

/** White space made visible at both ends; long lines clipped. */
function quote(text: string): string {
  const shown = text
    .replace(/^[ \t]+|[ \t\r]+$/g, (space) =>
      space.replaceAll(" ", "·").replaceAll("\t", "→").replaceAll("\r", "␍"),
    )
    .slice(0, limits.quoteCharactersMax)
  return JSON.stringify(text.length > limits.quoteCharactersMax ? `${shown}…` : shown)
}

const malformedTexts: Readonly<Record<MalformedReason, string>> = {
  empty: "The patch is empty.",
  "no-file-header":
    'The text has no "*** Update File: PATH", "*** Add File: PATH" or "*** Delete File: PATH" line.',
  "path-missing": "A file header has no path.",
  "no-hunks": "An update has no hunks.",
  "text-after-delete": "Text follows a delete header.",
  "mixed-add-lines":
    "Some lines of an added file begin with + and some do not, so its content is not certain.",
  "misplaced-move": 'A "*** Move to:" line does not follow an update header.',
  "stray-hunk": "Hunk lines stand before the first file header.",
}

export function refuseMalformed(reason: MalformedReason, line: number | undefined): Refusal {
  const place = line === undefined ? "" : ` (line ${line} of the patch)`
  const text = malformedTexts[reason].replace(/\.$/, `${place}.`)
  return createRefusal(
    reason === "empty" ? "PATCH_EMPTY" : "PATCH_MALFORMED",
    `${text} ${nothingWritten}`,
    'Send the patch between "*** Begin Patch" and "*** End Patch", one file header per file, hunks that begin with @@, and every line with a space, - or + in front.',
  )
}

export function refuseOutside(named: string): Refusal {
  return createRefusal(
    "PATCH_OUTSIDE",
    `The patch names a path outside the project (${quotePath(named)}), so all of it was blocked. ${nothingWritten}`,
    'Patch only files of the project; the user can set "apply-patch": {"outside": "host"} to let the host ask for such paths.',
  )
}

export function refuseEscape(named: string): Refusal {
  return createRefusal(
    "PATCH_ESCAPES",
    `${quotePath(named)} leads outside the project through a symbolic link, so the patch was blocked. ${nothingWritten}`,
    "Patch the file by a path that stays inside the project.",
  )
}

export function refuseNotFile(named: string): Refusal {
  return createRefusal(
    "PATCH_NOT_A_FILE",
    `${quotePath(named)} is a directory or cannot be read. ${nothingWritten}`,
    "Name a file.",
  )
}

export function refuseNotUtf8(named: string, offset: number): Refusal {
  return createRefusal(
    "PATCH_NOT_UTF8",
    `${quotePath(named)} is not UTF-8 (first wrong byte at offset ${offset}); the host would damage it all over. ${nothingWritten}`,
    "Change it with a shell command that keeps its encoding, or convert it to UTF-8 first.",
  )
}

export function refuseTooLarge(): Refusal {
  return createRefusal(
    "PATCH_TOO_LARGE",
    `The patch is larger than ${limits.patchBytesMax / 1024} KiB. ${nothingWritten}`,
    "Split it into several patches.",
  )
}

export function refuseBusy(named: string): Refusal {
  return createRefusal(
    "PATCH_FILE_BUSY",
    `An earlier patch of ${quotePath(named)} has not ended within ${limits.waitMs / 1000} s. ${nothingWritten}`,
    `Wait for its result, then ${sendAgain}.`,
  )
}

export function refuseChanging(named: string): Refusal {
  const { code, what, next } = describeChanging(named)
  return createRefusal(code, `${what} ${nothingWritten}`, next)
}

function describeChanging(named: string): Answer {
  return {
    code: "PATCH_FILE_CHANGED",
    what: `${quotePath(named)} was changed by somebody else while the patch was on its way.`,
    next: `Read it again, then ${sendAgain}.`,
  }
}

/** Reason with which an open permission question is rejected. */
export function describeChangeWhileAsking(named: string): string {
  return refuseChanging(named).message
}

/** What was overwritten in the last instant, and where it is kept. */
export function describeLost(named: string, file: string): string {
  return `[apply-patch] ${quotePath(named)} was changed by somebody else in the instant before it was written; the overwritten text is kept in ${file}.`
}

const leniencyTexts: Readonly<Record<Leniency, string>> = {
  wrapper: "text around the patch",
  markers: "begin or end marker",
  "carriage-returns": "line endings",
  "git-headers": "diff headers",
  "missing-hunk-header": "missing @@",
  "range-header": "line ranges after @@",
  "missing-space": "missing leading spaces",
  "end-of-file-marker": "end-of-file marker",
  "missing-plus": "missing + of added lines",
  "directive-spelling": "spelling of a header",
}

export interface RescueReport {
  readonly notes: readonly FileNote[]
  readonly leniencies: readonly Leniency[]
  /** Names that differ from those on disk by their Unicode form. */
  readonly respelled: readonly { readonly named: string; readonly printPath: string }[]
}

/** One line about what the rescue did (P13). */
export function describeRescue({ notes, leniencies, respelled }: RescueReport): string {
  const places = notes.filter(({ by, isReindented }) => by !== "exact" || isReindented)
  const parts = [...respelled.map(describeRespelling), ...places.map(describeNote)]
  if (leniencies.length > 0) {
    parts.push(`read with tolerance: ${leniencies.map((kind) => leniencyTexts[kind]).join(", ")}`)
  }
  if (parts.length === 0)
    return "[apply-patch] rewritten for the host; the lines are as you sent them."
  return clip(`[apply-patch] ${parts.join("; ")}.`)
}

const placedByTexts: Readonly<Record<FileNote["by"], string>> = {
  exact: "as quoted",
  "white-space": "up to white space or typography",
  anchor: "behind its @@ header",
  "earlier-hunks": "on the result of earlier hunks",
  snapshot: "in the file as you last saw it, carried over to what it is now",
  similarity: "by similarity: its context differs from the file, check it",
}

// Both names look the same, so the one on disk is told by its codes.
function describeRespelling({ named, printPath }: RescueReport["respelled"][number]): string {
  const codes = JSON.stringify(printPath).replace(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )
  return `${quotePath(named)} is spelled in another Unicode form on disk: ${quotePath(codes)}`
}

function describeNote(note: FileNote): string {
  const indentation = note.isReindented ? ", new lines re-indented" : ""
  return `${note.path} hunk ${note.hunk} placed at line ${note.line + 1} ${placedByTexts[note.by]}${indentation}`
}

function quotePath(named: string): string {
  return named.length > limits.quoteCharactersMax
    ? `${named.slice(0, limits.quoteCharactersMax)}…`
    : named
}

function createRefusal(code: ErrorCode, what: string, next: string): Refusal {
  const room = limits.messageCharactersMax - code.length - next.length - 4
  return new Refusal(code, what.length > room ? `${what.slice(0, room - 1)}…` : what, next)
}

function clip(text: string): string {
  return text.length > limits.messageCharactersMax
    ? `${text.slice(0, limits.messageCharactersMax - 1)}…`
    : text
}
