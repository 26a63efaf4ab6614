import { describe, expect, it } from "vitest"
import { isDeclaredBinary, judgeBody } from "../../../src/features/webfetch/sniff.ts"

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
const bytes = (text: string) => new TextEncoder().encode(text)

function judge(contentType: string | undefined, body: Uint8Array): string {
  const verdict = judgeBody(contentType, body)
  return verdict.kind === "text" ? "text" : `${verdict.binaryKind} ${verdict.mime}`
}

describe("judgeBody", () => {
  it.each([
    ["text/html", bytes("<p>Hello</p>"), "text"],
    ["text/plain", bytes("%PDF-1.7\n%âãÏÓ"), "pdf application/pdf"],
    ["application/pdf", bytes("%PDF-1.7\n"), "pdf application/pdf"],
    ["application/octet-stream", bytes("a,b\n1,2\n"), "text"],
    ["application/octet-stream", Uint8Array.from([1, 0, 2, 0]), "binary application/octet-stream"],
    [undefined, bytes("plain words"), "text"],
    [undefined, png, "image image/png"],
    ["image/png", bytes("<html>not a picture</html>"), "text"],
    ["image/svg+xml", bytes("<svg/>"), "text"],
    ["image/png", new Uint8Array(), "image image/png"],
    ["text/html", new Uint8Array(), "text"],
    [
      "text/html; charset=windows-1251",
      Uint8Array.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
      "text",
    ],
    ["text/html", bytes("<p>o\u0000ne</p>"), "text"],
    ["text/html", Uint8Array.from([1, 0, 2, 0, 3, 0, 4, 0]), "binary text/html"],
    ["text/html; charset=utf-16", Uint8Array.from([0xff, 0xfe, 0x3c, 0]), "text"],
    ["text/plain", Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0]), "binary application/zip"],
    ["text/plain", bytes("BMW builds cars."), "text"],
    ["video/mp4", Uint8Array.from([0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x6d]), "video video/mp4"],
  ])("of %s is as its bytes are", (contentType, body, expected) => {
    expect(judge(contentType, body)).toBe(expected)
  })
})

describe("isDeclaredBinary", () => {
  it.each([
    "image/png",
    "application/zip",
    "application/pdf",
    "font/woff2",
    "Application/Octet-Stream",
  ])("is true for %s", (contentType) => {
    expect(isDeclaredBinary(contentType)).toBe(true)
  })

  it.each([
    undefined,
    "text/csv",
    "application/json; charset=utf-8",
    "application/ld+json",
    "application/rss+xml",
    "application/xhtml+xml",
    "image/svg+xml",
    "application/javascript",
  ])("is false for %s", (contentType) => {
    expect(isDeclaredBinary(contentType)).toBe(false)
  })
})
