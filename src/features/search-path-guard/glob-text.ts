// Glob patterns as ripgrep reads them in the host's search tools (HOST-QUIRK-141): a pattern without a slash
// matches at any depth, one with a slash is anchored at the searched folder. Pure text work.

/** Characters that have a meaning in a glob. */
const special = /[*?[\]{}!\\]/

export function hasWildcard(text: string): boolean {
  return /[*?{}[\]]/.test(text)
}

/** The name as a pattern that matches nothing but itself. */
export function escapeGlob(name: string): string {
  return [...name]
    .map((character) => (special.test(character) ? `\\${character}` : character))
    .join("")
}

/** The name that a pattern without wildcards stands for, its escapes undone; undefined where there are wildcards. */
export function plainName(pattern: string): string | undefined {
  return hasWildcard(pattern.replace(/\\./g, "")) ? undefined : withoutEscapes(pattern)
}

export function withoutEscapes(pattern: string): string {
  return pattern.replace(/\\(.)/g, "$1")
}

/** The first segment that begins with brackets as the name of a route does (`[id]`, `[slug].tsx`) and is not escaped. */
export function bracketedName(pattern: string): string | undefined {
  return pattern.split("/").find((segment) => /^\[[^!^][^*?\\]*\][^*?\\]*$/.test(segment))
}

export interface SplitGlob {
  /** Folder part before the first wildcard, without a trailing slash; empty for none, `/` for the root. */
  readonly base: string
  readonly rest: string
}

/** Divides `src/lib/**` + `/*.ts` at the first segment that holds a wildcard. */
export function splitGlob(text: string): SplitGlob {
  const first = text.split("/").findIndex(hasWildcard)
  return first < 0 ? { base: text, rest: "" } : splitBefore(text, first)
}

/** Divides before the segment with this index. */
export function splitBefore(text: string, first: number): SplitGlob {
  const segments = text.split("/")
  const base = segments.slice(0, first).join("/")
  const isRoot = base === "" && text.startsWith("/")
  return { base: isRoot ? "/" : base, rest: segments.slice(first).join("/") }
}

/** True when the last segment names files by their ending, as `*.ts` does. */
export function isFilePattern(pattern: string): boolean {
  const last = pattern.slice(pattern.lastIndexOf("/") + 1)
  return /\.[\w{},*?-]+$/.test(last) && !last.endsWith("**")
}

/**
 * `inner` below everything that `outer` names: `src/*` and `*.ts` give `/src/*` + `/**` + `/*.ts`. A pattern without a
 * slash keeps its meaning of "at any depth".
 */
export function belowGlob(outer: string, inner: string): string {
  const head = outer.replace(/\/+$/, "")
  const tail = inner.replace(/^\/+/, "")
  if (/^\*{1,2}(\/\*{1,2})?$/.test(tail)) return isFilePattern(head) ? head : `${head}/**`
  const isAnchored = tail.includes("/")
  if (head.endsWith("**")) return `${head}/${tail}`
  return isAnchored ? `${head}/${tail}` : `${head}/**/${tail}`
}

/** Anchors a pattern at the searched folder, so that it does not match at any depth. */
export function anchored(pattern: string): string {
  return pattern.startsWith("**") || pattern.startsWith("/") ? pattern : `/${pattern}`
}

/** `*.ts,*.md` or `*.ts *.md` as one pattern with alternatives; undefined where the text is no such list. */
export function alternatives(text: string): string | undefined {
  if (/[{}]/.test(text)) return undefined
  const separator = text.includes(",") ? "," : " "
  const parts = text.split(separator).map((part) => part.trim())
  const isList = parts.length >= 2 && parts.every((part) => part !== "" && part.includes("*"))
  if (!isList) return undefined
  const endings = parts.map((part) => /^\*\.([\w.-]+)$/.exec(part)?.[1])
  const isEndings = endings.every((ending) => ending !== undefined)
  return isEndings ? `*.{${endings.join(",")}}` : `{${parts.join(",")}}`
}

/** The bracket that is opened and never closed, or closed and never opened. */
export function unbalanced(pattern: string): "{" | "}" | "[" | undefined {
  let depth = 0
  for (const character of pattern.replace(/\\./g, "")) {
    if (character === "{") depth += 1
    if (character === "}") depth -= 1
    if (depth < 0) return "}"
  }
  if (depth > 0) return "{"
  return /\[[^\]]*$/.test(pattern) ? "[" : undefined
}
