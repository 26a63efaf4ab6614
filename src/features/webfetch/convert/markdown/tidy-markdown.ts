// The last pass over written Markdown: white space that nobody sees.

/** Outside of fences: no trailing white space, at most one empty line, no lone hard breaks. */
export function tidyMarkdown(markdown: string): string {
  const lines: string[] = []
  let fence: string | undefined
  for (const line of markdown.split("\n")) {
    const mark = /^[\s>]*(`{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark === fence && line.trim().endsWith(mark)) fence = undefined
      lines.push(line)
      continue
    }
    fence = mark
    const isBreak = /\S {2,}$/.test(line) && mark === undefined
    const text = line.trimEnd()
    if (text === "" && lines.at(-1) === "") continue
    lines.push(isBreak ? `${text}  ` : text)
  }
  return lines
    .join("\n")
    .replace(/ {2}\n(?=\n)/g, "\n")
    .trim()
}
