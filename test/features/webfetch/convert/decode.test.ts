import { describe, expect, it } from "vitest"
import { readBytes } from "./read.ts"

const ascii = (text: string) => [...new TextEncoder().encode(text)]
const page = (bytes: readonly number[], head = "") => [
  ...ascii(`<html><head>${head}</head><body><p>`),
  ...bytes,
  ...ascii("</p></body></html>"),
]

describe("a declared charset", () => {
  const cases: readonly (readonly [label: string, bytes: readonly number[], text: string])[] = [
    ["gbk", [0xc4, 0xe3, 0xba, 0xc3], "你好"],
    ["gb2312", [0xc4, 0xe3, 0xba, 0xc3], "你好"],
    ["windows-1251", [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], "Привет"],
    ["shift_jis", [0x93, 0xfa, 0x96, 0x7b], "日本"],
    ["euc-jp", [0xc6, 0xfc, 0xcb, 0xdc], "日本"],
    ["euc-kr", [0xc7, 0xd1, 0xb1, 0xdb], "한글"],
    ["big5", [0xa4, 0xa4, 0xa4, 0xe5], "中文"],
    ["koi8-r", [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4], "Привет"],
    ["iso-8859-2", [0xb1, 0xe6, 0xbf], "ąćż"],
    ["windows-1250", [0xb9, 0xe6, 0x9f], "ąćź"],
    ["iso-8859-1", [0xe9, 0x93, 0x94], "é“”"],
  ]
  for (const [label, bytes, text] of cases) {
    it(`of the header is used: ${label}`, async () => {
      const result = await readBytes(page(bytes), { contentType: `text/html; charset=${label}` })
      expect(result.content).toBe(text)
    })
  }

  /** The legacy encodings of the WHATWG Encoding standard; user-defined and replacement ones are no text. */
  const legacy =
    "ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-10 iso-8859-13 " +
    "iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh windows-874 windows-1250 windows-1251 windows-1252 " +
    "windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic gbk gb18030 big5 " +
    "euc-jp iso-2022-jp shift_jis euc-kr"
  it.each(legacy.split(" "))("is known, whatever the runtime knows: %s", async (label) => {
    const result = await readBytes(page(ascii("text")), {
      contentType: `text/html; charset=${label}`,
    })
    expect([result.content, result.charset]).toEqual(["text", label])
  })

  it("in the page is used where the header has none", async () => {
    const bytes = page([0x93, 0xfa, 0x96, 0x7b], '<meta charset="shift_jis">')
    const result = await readBytes(bytes, { contentType: "text/html" })
    expect([result.content, result.charset]).toEqual(["日本", "shift_jis"])
  })

  it("in an XML declaration is used", async () => {
    const bytes = [...ascii('<?xml version="1.0" encoding="shift_jis"?>'), ...page([0x93, 0xfa])]
    const result = await readBytes(bytes, { contentType: "application/xhtml+xml" })
    expect(result.content).toBe("日")
  })

  it("of UTF-16 in a page that reads as ASCII means UTF-8", async () => {
    const bytes = page(ascii("é"), '<meta charset="utf-16">')
    expect((await readBytes(bytes, { contentType: "text/html" })).content).toBe("é")
  })

  it("in the page is ignored where the bytes are UTF-8", async () => {
    const bytes = page(ascii("Grüße aus 日本"), '<meta charset="gb2312">')
    const result = await readBytes(bytes, { contentType: "text/html" })
    expect([result.content, result.charset]).toEqual(["Grüße aus 日本", "utf-8"])
  })

  it("that does not exist is ignored", async () => {
    const result = await readBytes(page(ascii("é")), { contentType: "text/html; charset=nonsense" })
    expect([result.content, result.charset]).toEqual(["é", "utf-8"])
  })
})

describe("a byte order mark", () => {
  it("decides before the header", async () => {
    const text = "<html><body><p>日本 text</p></body></html>"
    const bytes = [0xff, 0xfe, ...new Uint8Array(Buffer.from(text, "utf16le"))]
    const result = await readBytes(bytes, { contentType: "text/html; charset=iso-8859-1" })
    expect([result.content, result.charset]).toEqual(["日本 text", "utf-16le"])
  })
})

describe("an undeclared charset", () => {
  const cases: readonly (readonly [label: string, bytes: readonly number[]])[] = [
    ["windows-1251", [0xdd, 0xf2, 0xee, 0x20, 0xf0, 0xf3, 0xf1, 0xf1, 0xea, 0xe8, 0xe9]],
    ["koi8-r", [0xfc, 0xd4, 0xcf, 0x20, 0xd2, 0xd5, 0xd3, 0xd3, 0xcb, 0xc9, 0xca]],
    ["windows-1252", [...ascii("f"), 0xfc, ...ascii("r die Stra"), 0xdf, ...ascii("e")]],
    ["shift_jis", [0x82, 0xb1, 0x82, 0xea, 0x82, 0xcd, 0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]],
  ]
  for (const [label, bytes] of cases) {
    it(`is guessed and said to be a guess: ${label}`, async () => {
      const result = await readBytes(page(bytes), { contentType: "text/html" })
      expect(result.charset).toBe(`${label} (guessed)`)
    })
  }
})
