// Escapes text so that Markdown reads it as text, and only where it would not: identifiers keep their underscores,
// brackets of indexes stay bare, because the readers are agents that copy what they see.

/** Text of one DOM text node, white space already collapsed. */
export function escapeMarkdown(text: string): string {
  const inside = /[\\`*_[\]<&~!]/.test(text) ? escapeInside(text) : text
  return /^\s*[#+\-=\d>~[]/.test(inside) ? escapeStart(inside) : inside
}

function escapeInside(text: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "\\\\")
    .replace(/`/g, "\\`")
    .replace(/\*/g, escapeStar)
    .replace(/_+/g, escapeUnderscores)
    .replace(/<(?=[A-Za-z/!?])/g, "\\<")
    .replace(/&(?=#?\w+;)/g, "\\&")
    .replace(/~~/g, "\\~\\~")
    .replace(/\[(?=\^)/g, "\\[")
    .replace(/\](?=\(|:|\[)/g, "\\]")
    .replace(/!$/, "\\!")
    .replace(/!(?=\[)/g, "\\!")
}

/** A star between two spaces can neither open nor close emphasis. */
function escapeStar(star: string, offset: number, text: string): string {
  const before = text[offset - 1]
  const after = text[offset + 1]
  const isLoose = before === " " && after === " "
  return isLoose ? star : "\\*"
}

/** Inside a word underscores are letters; runs at its border could be emphasis. */
function escapeUnderscores(run: string, offset: number, text: string): string {
  const before = text[offset - 1] ?? " "
  const after = text[offset + run.length] ?? " "
  const isInside = isWord(before) && isWord(after)
  const isLoose = before === " " && after === " "
  return isInside || isLoose ? run : run.replace(/_/g, "\\_")
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character)
}

/** What would open a block at the start of a line: before these a backslash stands, after a number. */
const blockStart =
  /^\s*(?:(?=#{1,6}(?:\s|$)|[-+](?:\s|$|--)|(?:=+|-+)\s*$|>|~~~|\[[ xX]\]\s)|\d{1,9}(?=[.)](?:\s|$)))/

function escapeStart(text: string): string {
  return text.replace(blockStart, "$&\\")
}
