// Phrases that mark by-lines, teasers and closing boilerplate in articles. English first, and the most common
// forms of a few other languages. A pure vocabulary: what follows from a match is decided elsewhere.

const teaserLabel =
  /^[[(*•>\s-]*(?:related|read (?:more|also|next|the full)|see (?:more|also)|also (?:on|see|read)|more(?: from| on| about| stories| news|(?=:))|watch|listen|don['’]?t miss|you (?:may|might) (?:also )?(?:like|be interested)|recommended|in case you missed|click here|continue reading|advertisement|trending|sign up|subscribe|follow|join|get (?:the|our|more|breaking)|check out|lire aussi|lesen sie|mehr zum thema|leia (?:também|mais)|lee también|leggi anche)\b/i

const month =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
const datePattern = new RegExp(
  `\\b(?:(?:${month})\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\d{1,2} (?:de )?(?:${month}|janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)\\.?,?(?: de)? \\d{4}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|\\d{4}[.年]\\s?\\d{1,2}[.月])`,
  "i",
)
const timePattern =
  /\b\d{1,2}[:.h]\d{2}\s*(?:am|pm|a\.m\.|p\.m\.)?\b|\b\d+ (?:minutes?|hours?|days?) ago\b/i
const bylineStart =
  /^(?:by |posted|published|updated|last (?:updated|modified)|first published|written by|opinion columnist|staff|filed under|tags?:|\d+ (?:min(?:ute)?s?|comments?)\b|skip to|home$|share\b|image \d+ of|\d+ of \d+$)/i
const readTime =
  /\b\d+\s*(?:min(?:ute)?s?|minutos|minuten)\b.*\b(?:read|leitura|lesezeit)|tempo de leitura/i

const boilerplate =
  /^(?:©|\(c\) ?\d|copyright|all rights reserved|follow|join (?:our|us|the)|subscribe|sign up|get (?:the|our|breaking|more)|have a (?:tip|story)|e-?mail|contact|like this|share (?:this|your|on)|tell us|post (?:a )?comments?|comments?$|\(?comments?|leave a (?:comment|reply)|advertis|reporting by|\(?(?:additional )?report(?:ing|ed)|source:|via |click here|download|listen to|watch|more (?:from|on)|read more|note:|this (?:article|story|post|content) (?:was|is|has|may)|image credit|photo(?:s)?:|tags?:|filed under|about (?:the author|us)|editor['’]s note|the views|disclaimer|originally published|for more|learn more|stay (?:up|on top|tuned)|want more|thanks? (?:you )?for reading|advert$|iklan$|anzeige$|publicidade$)/i
const boilerplateInside =
  /contributed to this (?:report|story|article)|all rights reserved|newsletters? here|follow (?:him|her|us|them|me) on|affiliate commission|may earn|무단\s?전재|twitter\.com\/|on (?:twitter|facebook|instagram)[.,\s]*(?:and|or|\.|$)/i

const numberedCaption =
  /^(?:fig(?:ure)?|table|listing|chart|diagram|graph|map|plate|scheme|abb(?:ildung)?|tab(?:elle)?|tableau)\.? ?\d/i
const pictureSource =
  /\b(?:photo(?:s|graph(?:s|ed|er)?)?|credit(?:s|ed)?|courtesy|getty|reuters|afp|epa|associated press|shutterstock|istock|flickr|alamy|unsplash|wikimedia|pexels|pixabay)\b|©|\(c\)|^image \d+ of \d|\b(?:images?|picture|illustration|source|screenshot|graphic|file|bild|foto)\s*(?:by|:|via|courtesy|credit|from|photo)/i
/** "by Ann Example", "AP", "Ann Example/Agency": letter case tells names from other words. */
const pictureAuthor = /\b(?:[Bb]y|BY|[Vv]ia|VIA) \p{Lu}|\bAP\b|\p{L}\s?[/|]\s?\p{Lu}/u

/** A caption that says whose picture it is rather than what it shows; one with a number is part of the text. */
export function isCredit(caption: string): boolean {
  if (numberedCaption.test(caption)) return false
  const isName = caption.split(" ").length <= 2
  return isName || pictureSource.test(caption) || pictureAuthor.test(caption)
}

export function isTeaserLabel(text: string): boolean {
  return teaserLabel.test(text)
}

/** A short line with a date, a time or the usual opening of a by-line. */
export function isByline(text: string): boolean {
  if (text.length > 90) return false
  if (bylineStart.test(text) || readTime.test(text)) return true
  const rest = text.replace(datePattern, "").replace(timePattern, "")
  return rest.length < text.length && rest.replace(/[^\p{L}]/gu, "").length < 30
}

export function isBoilerplate(text: string): boolean {
  return boilerplate.test(text) || boilerplateInside.test(text) || isByline(text)
}
