// JSON re-indented token by token: numbers, escapes and duplicate keys stay as they were sent.

const tokenPattern = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g
const indentWidth = 2
/** Deeper levels are not indented further: indentation would outgrow the text. */
const indentedLevelsMax = 100

/** Undefined where the text is not JSON. */
export function formatJson(text: string): string | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  return indentTokens(text)
}

function indentTokens(text: string): string {
  const parts: string[] = []
  let depth = 0
  let previous = ""
  for (const token of text.match(tokenPattern) ?? []) {
    if (token === "}" || token === "]") depth = Math.max(0, depth - 1)
    if (breaksBefore(token, previous)) {
      parts.push(`\n${" ".repeat(Math.min(depth, indentedLevelsMax) * indentWidth)}`)
    }
    parts.push(token === ":" ? ": " : token)
    if (token === "{" || token === "[") depth++
    previous = token
  }
  return parts.join("")
}

/** Empty objects and arrays stay on one line. */
function breaksBefore(token: string, previous: string): boolean {
  const isAfterOpening = previous === "{" || previous === "["
  if (token === "}" || token === "]") return !isAfterOpening
  return isAfterOpening || previous === ","
}
