// Bytes to text: byte order mark, header, declaration in the page, strict UTF-8, then a guess by what the text would
// look like. Encodings that the runtime lacks (HOST-QUIRK-65) come from iconv-lite, loaded when one is met.

export interface DecodedText {
  readonly text: string
  /** Name of the encoding; `(guessed)` follows where nothing declared it. */
  readonly charset: string
}

/** Declarations stand in the first bytes; the HTML standard says 1,024, pages need more. */
const declarationBytes = 4_096
/** Bytes looked at for a guess. */
const guessBytes = 65_536

export async function decodeText(
  bytes: Uint8Array,
  contentType: string | undefined,
  isMarkup: boolean,
): Promise<DecodedText> {
  const marked = charsetOfMark(bytes)
  if (marked) return { text: await decodeAs(bytes, marked), charset: marked }
  const ofHeader = charsetOfHeader(contentType)
  if (ofHeader && (await isKnown(ofHeader))) {
    return { text: await decodeAs(bytes, ofHeader), charset: ofHeader }
  }
  // Saved and converted pages keep an outdated declaration; other encodings are next to never valid UTF-8.
  const strict = decodeStrict(bytes, "utf-8")
  const ofPage = isMarkup ? charsetOfMarkup(bytes) : undefined
  const isAscii = strict?.length === bytes.length
  if (ofPage && (strict === undefined || isAscii) && (await isKnown(ofPage))) {
    return { text: await decodeAs(bytes, ofPage), charset: ofPage }
  }
  if (strict !== undefined) return { text: strict, charset: "utf-8" }
  const guessed = await guessCharset(bytes)
  return { text: await decodeAs(bytes, guessed), charset: `${guessed} (guessed)` }
}

function charsetOfMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8"
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be"
  return undefined
}

function charsetOfHeader(contentType: string | undefined): string | undefined {
  const label = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? "")?.[1]
  return label ? canonicalLabel(label) : undefined
}

/** `<meta charset>`, `<meta http-equiv>` or the XML declaration. UTF-16 in ASCII-readable bytes means UTF-8. */
function charsetOfMarkup(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, declarationBytes))
  const xml = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1]
  const meta = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1]
  const label = meta ?? xml
  if (label === undefined) return undefined
  return /^utf-?16/i.test(label) ? "utf-8" : canonicalLabel(label)
}

/** The web's reading of labels (WHATWG Encoding): Latin-1 is windows-1252, GB2312 is GBK, and so on. */
function canonicalLabel(label: string): string {
  const name = label.toLowerCase()
  if (/^(?:utf-?8|unicode-1-1-utf-8)$/.test(name)) return "utf-8"
  if (
    /^(?:iso-?8859-?1|iso_8859-1|latin-?1|us-ascii|ascii|l1|cp1252|x-cp1252|windows-1252)$/.test(
      name,
    )
  ) {
    return "windows-1252"
  }
  if (/^(?:gb2312|gb_2312-80|x-gbk|chinese|csgb2312)$/.test(name)) return "gbk"
  if (/^(?:x-sjis|sjis|shift-jis|ms_kanji|windows-31j|cp932|csshiftjis)$/.test(name))
    return "shift_jis"
  if (/^(?:ks_c_5601-1987|ksc5601|korean|windows-949|cp949|uhc)$/.test(name)) return "euc-kr"
  if (/^(?:x-)?cp(125\d)$/.test(name)) return `windows-${name.slice(-4)}`
  if (/^koi8?$/.test(name)) return "koi8-r"
  if (name === "x-mac-ukrainian") return "x-mac-cyrillic"
  return name
}

async function isKnown(label: string): Promise<boolean> {
  if (createDecoder(label)) return true
  const { default: iconv } = await import("iconv-lite")
  return iconv.encodingExists(libraryName(label))
}

async function decodeAs(bytes: Uint8Array, label: string): Promise<string> {
  const decoder = createDecoder(label)
  if (decoder) return decoder.decode(bytes)
  const { default: iconv } = await import("iconv-lite")
  return iconv.decode(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    libraryName(label),
  )
}

/** The library knows this one by its older name. */
function libraryName(label: string): string {
  return label === "x-mac-cyrillic" ? "maccyrillic" : label
}

interface Decoder {
  decode(bytes: Uint8Array): string
}

/** Undefined where the runtime does not know the label. */
function createDecoder(label: string, fatal = false): Decoder | undefined {
  try {
    const decoder = new TextDecoder(label, { fatal })
    return isFaithful(decoder, label) ? decoder : undefined
  } catch {
    return undefined
  }
}

/** Node 20 reads windows-1252 as Latin-1: its quotation marks come out as control characters. */
function isFaithful(decoder: Decoder, label: string): boolean {
  return label !== "windows-1252" || decoder.decode(Uint8Array.of(0x93)) === "\u201C"
}

function decodeStrict(bytes: Uint8Array, label: string): string | undefined {
  try {
    return createDecoder(label, true)?.decode(bytes)
  } catch {
    return undefined
  }
}

// --- guessing -------------------------------------------------------------------------------------

interface Candidate {
  readonly label: string
  /** What text of this encoding consists of, beside ASCII. */
  readonly expected: RegExp
  /** What it hardly ever holds. */
  readonly odd: RegExp
}

const cyrillicOdd = /[\u0402-\u040F\u0450-\u045F\u0490\u2500-\u259F\uFFFD]/g
const candidates: readonly Candidate[] = [
  {
    label: "shift_jis",
    expected: /[\u3040-\u30FF\u4E00-\u9FFF\u3000-\u3002]/g,
    odd: /[\uFF61-\uFF9F\uE000-\uF8FF\uFFFD]/g,
  },
  {
    label: "euc-jp",
    expected: /[\u3040-\u30FF\u4E00-\u9FFF\u3000-\u3002]/g,
    odd: /[\uFF61-\uFF9F\uE000-\uF8FF\uFFFD]/g,
  },
  { label: "euc-kr", expected: /[\uAC00-\uD7A3]/g, odd: /[\uE000-\uF8FF\uFFFD\u4E00-\u9FFF]/g },
  {
    label: "gbk",
    expected: /[\u4E00-\u9FFF\u3000-\u3011\uFF01-\uFF1F]/g,
    odd: /[\uE000-\uF8FF\uFFFD]/g,
  },
  {
    label: "big5",
    expected: /[\u4E00-\u9FFF\u3000-\u3011\uFF01-\uFF1F]/g,
    odd: /[\uE000-\uF8FF\uFFFD]/g,
  },
  { label: "windows-1251", expected: /[\u0430-\u044F\u0451]/g, odd: cyrillicOdd },
  { label: "koi8-r", expected: /[\u0430-\u044F\u0451]/g, odd: cyrillicOdd },
  {
    label: "windows-1252",
    expected: /[\u00C0-\u00FF\u2018-\u201D\u2013\u2014\u2026]/g,
    odd: /[\u0081\u008D\u008F\u0090\u009D\uFFFD]/g,
  },
]

/** Common characters first: the frequent ideographs tell GBK and Big5 apart, where both decode. */
const frequent = /[的一是不了在人有我他这中大来上个国這個們說]/g
const kana = /[\u3040-\u30FF]/g
/** Accented letters alone between ASCII letters are Latin text. */
const latinWord = /[a-z][\u00E0-\u00FF]+[a-z]|[a-z][\u2018\u2019][a-z]/gi

async function guessCharset(bytes: Uint8Array): Promise<string> {
  const sample = bytes.subarray(0, guessBytes)
  if (isolatedShare(sample) > latinShareMin) return "windows-1252"
  let best = { label: "windows-1252", score: 0 }
  for (const candidate of candidates) {
    const text = await decodeAs(sample, candidate.label)
    const score = scoreText(text, candidate)
    if (score > best.score) best = { label: candidate.label, score }
  }
  return best.label
}

/** Accented letters of Latin text stand alone between ASCII; other scripts stand in runs. */
function isolatedShare(bytes: Uint8Array): number {
  let high = 0
  let isolated = 0
  for (const [index, byte] of bytes.entries()) {
    if (byte < 0x80) continue
    high++
    if ((bytes[index - 1] ?? 0) < 0x80 && (bytes[index + 1] ?? 0) < 0x80) isolated++
  }
  return high === 0 ? 0 : isolated / high
}

const latinShareMin = 0.6
/** Japanese is never written without kana for long. */
const kanaShareMin = 0.1

function scoreText(text: string, { label, expected, odd }: Candidate): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is meant
  const foreign = text.replace(/[\u0000-\u007F]/g, "").length
  if (foreign === 0) return 0
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const share = (count(expected) - 4 * count(odd)) / foreign
  if (label === "windows-1252") return share * 0.5 + (count(latinWord) / foreign) * 1.5
  if (/jis|jp/.test(label) && count(kana) / foreign < kanaShareMin) return 0
  const bonus = /jis|jp/.test(label) ? count(kana) : count(frequent)
  return share + (bonus / foreign) * 0.8
}
