// The host's wildcards: `*` is any text, `?` one character, and the whole text must match.

export function matchesWildcard(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*+/g, ".*")
    .replace(/\?/g, ".")
  return new RegExp(`^${source}$`, "s").test(text)
}
