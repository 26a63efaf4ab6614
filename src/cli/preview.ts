// Shows an edit before it is made: the lines that change, with two lines around them. Pure.

/** Lines of context on each side. */
const contextLines = 2

/** For edits in one place: everything between the first and the last changed line is shown. */
export function previewEdit(file: string, before: string, after: string): string {
  const old = before === "" ? [] : linesOf(before)
  const now = linesOf(after)
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  const room = Math.min(old.length, now.length) - head
  while (tail < room && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1
  const around = (lines: readonly string[]) => lines.map((line) => `  ${line}`)
  return [
    `${file}${before === "" ? " (new)" : `, from line ${Math.max(1, head - contextLines + 1)}`}`,
    ...around(now.slice(Math.max(0, head - contextLines), head)),
    ...old.slice(head, old.length - tail).map((line) => `- ${line}`),
    ...now.slice(head, now.length - tail).map((line) => `+ ${line}`),
    ...around(now.slice(now.length - tail, now.length - tail + contextLines)),
  ].join("\n")
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\r?\n$/, "").split(/\r?\n/)
}
