// Pages of a code host that only frame one file, and where that file lies as it is: GitHub blobs and gists. Pure.
// The host is compared whole, so that no look-alike is rewritten.

const gistHost = "gist.github.com"
const rawGistHost = "gist.githubusercontent.com"
const rawHost = "raw.githubusercontent.com"

/** The address of the file alone, or undefined for any other page. Expects a URL from parseWebUrl. */
export function rawFileUrl(url: URL): URL | undefined {
  if (url.port !== "") return undefined
  const host = url.hostname.replace(/^www\./, "")
  if (host === "github.com") return rawBlobUrl(url)
  return host === gistHost ? rawGistUrl(url) : undefined
}

/** `/owner/repository/blob/ref/path`; `/raw/` in the same place redirects there. */
function rawBlobUrl(url: URL): URL | undefined {
  const match = /^\/([^/]+\/[^/]+)\/(?:blob|raw)\/([^/]+\/.*[^/])$/.exec(url.pathname)
  return match === null ? undefined : new URL(`https://${rawHost}/${match[1]}/${match[2]}`)
}

/** `/owner/id`, with or without a revision. A fragment names one of several files, which only the page shows. */
function rawGistUrl(url: URL): URL | undefined {
  const match = /^\/([^/]+)\/([0-9a-f]{20,40})(?:\/([0-9a-f]{40}))?\/?$/.exec(url.pathname)
  if (match === null || url.hash.startsWith("#file-")) return undefined
  const revision = match[3] === undefined ? "" : `/${match[3]}`
  return new URL(`https://${rawGistHost}/${match[1]}/${match[2]}/raw${revision}`)
}

/** Whether an address is that of a file alone. */
export function isRawFile(url: string): boolean {
  return [rawHost, rawGistHost].includes(new URL(url).hostname)
}

/** What the reader should know about a file that was read in place of its page. */
export function rawFileNote(url: string): string | undefined {
  return new URL(url).hostname === rawGistHost
    ? 'This is the first file of the gist; "format": "html" shows the page with all of them.'
    : undefined
}

/** Source of a page is shown as source: the server's "plain text" of a raw file is not looked into for HTML or feeds. */
export function rawFileType(contentType: string | undefined, url: string): string | undefined {
  const isReadable = /\.(?:md|markdown|mdx|json)$/i.test(new URL(url).pathname)
  if (!isRawFile(url) || isReadable) return contentType
  return contentType?.replace(/^text\/plain\b/i, "text/x-source")
}
