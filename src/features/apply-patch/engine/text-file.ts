// A text file as the engine sees it: lines without endings, the ending of each line, the byte order mark, the last newline.
// Lossless: joining an unchanged text gives the same bytes.

export interface TextFile {
  readonly lines: readonly string[]
  /** Ending of each line; undefined when every line ends with a line feed alone. */
  readonly endings: readonly LineEnding[] | undefined
  readonly hasBom: boolean
  readonly hasFinalNewline: boolean
}

export type LineEnding = "\n" | "\r\n"

const byteOrderMark = "\uFEFF"

/** The text of strictly valid UTF-8 (byte order mark kept as a character), or the offset of the first wrong byte. */
export function decodeUtf8(
  bytes: Uint8Array,
): { readonly text: string } | { readonly invalidAt: number } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { invalidAt: firstInvalidByte(bytes) }
  }
}

// Halves the range until one byte separates a valid prefix from an invalid one.
function firstInvalidByte(bytes: Uint8Array): number {
  let valid = 0
  let invalid = bytes.length
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >>> 1
    if (isValid(bytes.subarray(0, middle), true)) valid = middle
    else invalid = middle
  }
  // What looked like the beginning of a character was the wrong byte then.
  while (valid > 0 && !isValid(bytes.subarray(0, valid), false)) valid -= 1
  return valid
}

/** `isOpen`: a character may be cut at the end. */
function isValid(bytes: Uint8Array, isOpen: boolean): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isOpen })
    return true
  } catch {
    return false
  }
}

export function parseText(text: string): TextFile {
  const hasBom = text.startsWith(byteOrderMark)
  const lines = (hasBom ? text.slice(1) : text).split("\n")
  const hasFinalNewline = lines.at(-1) === ""
  if (hasFinalNewline) lines.pop()
  if (!text.includes("\r\n")) return { lines, endings: undefined, hasBom, hasFinalNewline }
  const endings = lines.map((line) => (line.endsWith("\r") ? "\r\n" : "\n"))
  const lastIndex = lines.length - 1
  const isLastOpen = !hasFinalNewline && lastIndex > 0
  // The last line has no ending of its own: it takes its neighbour's, in case another line follows it later.
  if (isLastOpen) endings[lastIndex] = endings[lastIndex - 1] ?? "\n"
  const stripped = lines.map((line, index) =>
    line.endsWith("\r") && (hasFinalNewline || index < lastIndex) ? line.slice(0, -1) : line,
  )
  return { lines: stripped, endings, hasBom, hasFinalNewline }
}

export function joinText(file: TextFile): string {
  const mark = file.hasBom ? byteOrderMark : ""
  if (file.lines.length === 0) return mark
  if (file.endings === undefined) {
    return `${mark}${file.lines.join("\n")}${file.hasFinalNewline ? "\n" : ""}`
  }
  const lastIndex = file.lines.length - 1
  const parts = file.lines.map((line, index) => {
    const isOpen = index === lastIndex && !file.hasFinalNewline
    return isOpen ? line : line + (file.endings?.[index] ?? "\n")
  })
  return mark + parts.join("")
}

/** The change of a run of lines: `removed` lines from `start` on give way to `added`. */
export interface Edit {
  readonly start: number
  readonly removed: number
  readonly added: readonly string[]
  /** Number of the hunk that asked for it. */
  readonly hunk: number
}

/**
 * Applies edits that are sorted and do not overlap. New lines take the ending of the line they replace,
 * else of their neighbour; the state of the final newline stays.
 */
export function applyEdits(file: TextFile, edits: readonly Edit[]): TextFile {
  if (file.endings === undefined) return { ...file, lines: splice(file.lines, edits) }
  const lines: string[] = []
  const endings: LineEnding[] = []
  let copied = 0
  const copyUntil = (stop: number): void => {
    for (; copied < stop; copied++) {
      lines.push(file.lines[copied] ?? "")
      endings.push(file.endings?.[copied] ?? "\n")
    }
  }
  for (const edit of edits) {
    copyUntil(edit.start)
    for (const [offset, line] of edit.added.entries()) {
      lines.push(line)
      endings.push(endingFor(file.endings ?? [], edit, offset))
    }
    copied = edit.start + edit.removed
  }
  copyUntil(file.lines.length)
  return { ...file, lines, endings }
}

/**
 * The text after the edits, the same as joining what `applyEdits` gives. `file` is `text` parsed. Between the edits the
 * text is taken as it stands: most of a large file is neither copied line by line nor joined.
 */
export function editText(text: string, file: TextFile, edits: readonly Edit[]): string {
  if (file.endings !== undefined || !file.hasFinalNewline) return joinText(applyEdits(file, edits))
  const parts: string[] = []
  let offset = file.hasBom ? byteOrderMark.length : 0
  let line = 0
  const offsetOf = (target: number): number => {
    for (; line < target; line++) offset += (file.lines[line] ?? "").length + 1
    return offset
  }
  let copied = 0
  for (const { start, removed, added } of edits) {
    parts.push(text.slice(copied, offsetOf(start)))
    for (const one of added) parts.push(one, "\n")
    copied = offsetOf(start + removed)
  }
  parts.push(text.slice(copied))
  return parts.join("")
}

// Whole runs at a time: the common case, a file of line feeds alone.
function splice(lines: readonly string[], edits: readonly Edit[]): string[] {
  const none: string[] = []
  const runs: (readonly string[])[] = []
  let copied = 0
  for (const edit of edits) {
    runs.push(lines.slice(copied, edit.start), edit.added)
    copied = edit.start + edit.removed
  }
  runs.push(lines.slice(copied))
  return none.concat(...runs)
}

function endingFor(endings: readonly LineEnding[], edit: Edit, offset: number): LineEnding {
  if (offset < edit.removed) return endings[edit.start + offset] ?? "\n"
  const neighbour = edit.removed > 0 ? edit.start + edit.removed - 1 : edit.start - 1
  return endings[neighbour] ?? endings[0] ?? "\n"
}
