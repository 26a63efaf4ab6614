// The Sources section of an answer, completed and checked against what was really opened (S8). Pure.

const sourcesHeading =
  /^[ \t]*(?:#{1,6}[ \t]*)?(?:\*\*|__)?(?:sources|references)(?:\*\*|__)?:?(?:\*\*|__)?[ \t\r]*$/i
const heading = /^ {0,3}#{1,6}[ \t]/
/** Parentheses belong to an address in pairs: the one that closes a Markdown link does not. */
const urlPattern = /https?:\/\/(?:[^\s<>"`()\]}]|\([^\s<>"`()\]}]*\))+/g

/**
 * Listed addresses that were never opened are marked, opened ones that are not listed are added as "also read".
 * `opened` holds every address that was answered with a page, requested and final ones.
 */
export function completeSources(answer: string, opened: readonly OpenedPage[]): string {
  const { body, section } = splitSources(answer)
  const known = new Set(opened.flatMap((page) => page.urls.map(comparable)))
  const lines = section
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => markUnopened(line, known))
  const mentioned = new Set(urlsOf(answer).map(comparable))
  const missing = opened
    .filter((page) => !page.urls.some((url) => mentioned.has(comparable(url))))
    .map((page) => `- ${page.urls.at(-1)} (also read)`)
  const unlisted = opened
    .filter((page) => page.urls.some((url) => mentioned.has(comparable(url))))
    .filter(
      (page) => !urlsOf(section).some((url) => page.urls.map(comparable).includes(comparable(url))),
    )
    .map((page) => `- ${page.urls.at(-1)}`)
  const all = [...lines, ...unlisted, ...missing]
  const list = all.length > 0 ? all.join("\n") : "No page was opened."
  return `${body.trimEnd()}\n\n## Sources\n\n${list}`
}

export interface OpenedPage {
  /** The address as asked for first, the final one last. */
  readonly urls: readonly string[]
}

/** The last heading that says "Sources" begins the section; the next heading, if there is one, ends it. */
function splitSources(answer: string): { readonly body: string; readonly section: string } {
  const lines = answer.split("\n")
  const isProse = proseLines(lines)
  const start = lines.findLastIndex((line, at) => isProse[at] && sourcesHeading.test(line))
  if (start < 0) return { body: answer, section: "" }
  const next = lines.findIndex((line, at) => at > start && isProse[at] && heading.test(line))
  const end = next < 0 ? lines.length : next
  return {
    body: [...lines.slice(0, start), ...lines.slice(end)].join("\n"),
    section: lines.slice(start + 1, end).join("\n"),
  }
}

/** Which lines stand outside of fenced code. */
function proseLines(lines: readonly string[]): readonly boolean[] {
  let fence: string | undefined
  return lines.map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark === undefined) return fence === undefined
    if (fence === undefined) fence = mark
    else if (mark.startsWith(fence)) fence = undefined
    return false
  })
}

function markUnopened(line: string, known: ReadonlySet<string>): string {
  const urls = urlsOf(line)
  const isUnopened = urls.length > 0 && !urls.some((url) => known.has(comparable(url)))
  return isUnopened && !line.includes("(not opened)") ? `${line} (not opened)` : line
}

function urlsOf(text: string): readonly string[] {
  return [...text.matchAll(urlPattern)].map((match) => match[0].replace(/[.,;:!?*_']+$/, ""))
}

/** Scheme, `www.`, encoding, fragment and a final slash do not make another page. */
function comparable(url: string): string {
  const written = URL.canParse(url) ? new URL(url).href : url
  return written
    .replace(/^https?:\/\/(www\.)?/i, "")
    .replace(/#.*$/, "")
    .replace(/\/+$/, "")
}
