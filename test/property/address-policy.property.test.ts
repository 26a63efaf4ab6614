// The address policy does not depend on how an address is spelled, and nothing opens a metadata service.

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { checkTarget, createAccess } from "../../src/net/access.ts"
import { judgeAddress } from "../../src/net/address-policy.ts"
import { parseWebUrl } from "../../src/net/url.ts"

const settings = { seed: 20_260_101, numRuns: process.env.WORKBENCH_LONG === "1" ? 100_000 : 400 }

const octets = fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 0, max: 255 })))

/** Addresses near the borders of special blocks are drawn as often as any others. */
const interesting = fc.constantFrom(
  [10, 0, 0, 0],
  [9, 255, 255, 255],
  [100, 64, 0, 0],
  [127, 0, 0, 1],
  [169, 254, 169, 254],
  [172, 31, 255, 255],
  [172, 32, 0, 0],
  [192, 168, 0, 1],
  [192, 0, 0, 192],
  [168, 63, 129, 16],
  [198, 19, 255, 255],
  [224, 0, 0, 1],
  [255, 255, 255, 255],
)
const address = fc.oneof(octets, interesting)

const hex = (value: number, digits = 2) => value.toString(16).padStart(digits, "0")

function spellings(bytes: readonly number[]): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const high = hex(a) + hex(b)
  const low = hex(c) + hex(d)
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  return [
    `${a}.${b}.${c}.${d}`,
    `${number}`,
    `0x${number.toString(16)}`,
    `0${a.toString(8)}.0${b.toString(8)}.0${c.toString(8)}.0${d.toString(8)}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}。${b}．${c}｡${d}.`,
    `[::ffff:${high}:${low}]`,
    `[::ffff:0:${high}:${low}]`,
    `[64:ff9b::${high}:${low}]`,
    `[2002:${high}:${low}::1]`,
  ]
}

describe("the address policy", () => {
  it("gives one verdict for every spelling and embedding of an IPv4 address", () => {
    fc.assert(
      fc.property(address, (bytes) => {
        const expected = judgeAddress(bytes.join(".")).kind === "public"
        for (const spelling of spellings(bytes)) {
          const denied = checkTarget(parseWebUrl(`http://${spelling}/`), createAccess())
          expect([spelling, denied === undefined]).toEqual([spelling, expected])
        }
      }),
      settings,
    )
  })

  it("opens no metadata service, whatever networks are opened", () => {
    const networks = fc.array(
      fc
        .tuple(address, fc.integer({ min: 0, max: 32 }))
        .map(([bytes, bits]) => `${bytes.join(".")}/${bits}`),
      { maxLength: 4 },
    )
    const metadata = fc.constantFrom(
      [169, 254, 169, 254],
      [169, 254, 170, 2],
      [100, 100, 100, 200],
      [168, 63, 129, 16],
    )
    fc.assert(
      fc.property(networks, metadata, (allowPrivate, bytes) => {
        const access = createAccess({ allowPrivate: [...allowPrivate, "0.0.0.0/0", "::/0"] })
        for (const spelling of spellings(bytes)) {
          const denied = checkTarget(parseWebUrl(`http://${spelling}/`), access)
          expect([spelling, denied?.reason]).toEqual([spelling, "address-denied"])
        }
      }),
      { ...settings, numRuns: settings.numRuns / 10 },
    )
  })

  it("opens IPv6 addresses of the global unicast space alone, embedded forms apart", () => {
    const words = fc.tuple(...Array.from({ length: 8 }, () => fc.integer({ min: 0, max: 0xffff })))
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.map((part) => part.toString(16)).join(":")
        const [first = 0] = parts
        const isGlobal = first >= 0x2000 && first <= 0x3fff
        if (judgeAddress(text).kind === "public") expect([text, isGlobal]).toEqual([text, true])
      }),
      settings,
    )
  })
})
