// An address that is put together is the one that the platform's URL makes of it.

import fc from "fast-check"
import { expect, it } from "vitest"
import { resolveUrl } from "../../src/features/webfetch/convert/resolve-links.ts"

const runs = { numRuns: process.env.WORKBENCH_LONG === "1" ? 100_000 : 5_000, seed: 20_261_130 }

const piece = fc.oneof(
  fc.constantFrom(
    ..."/ // . .. ./ /../ %2e %2E %41 % %zz ? # : @ ; ( ) ' \" < > [ ] | ^ ` { }".split(" "),
  ),
  fc.constantFrom(
    "\\",
    " ",
    "\t",
    "\n",
    "é",
    "日",
    "\u{1F600}",
    "\u0000",
    "a",
    "Wiki_page",
    "$",
    "&",
  ),
  fc.string({ maxLength: 3 }),
)
const reference = fc.array(piece, { maxLength: 6 }).map((parts) => `/${parts.join("")}`)
const base = fc.constantFrom(
  ..."https://site.test/ https://site.test http://Site.test/a/b https://site.test:443/ https://site.test:8080/x?y https://u:p@site.test/ https://1.2.3.4/ https://0x7f.1/ https://[::1]/ https://a.b.test/c#d https://site.test?q https://xn--mnchen-3ya.test/ https://xn--a.test/ ftp://site.test/ file:///a https://site.0x7f/ https://.test/ https://a..test/".split(
    " ",
  ),
)

it("references to a page's own site are resolved as by the platform", () => {
  fc.assert(
    fc.property(reference, base, (written, page) => {
      let expected: string | undefined
      try {
        const { protocol, href } = new URL(written.trim(), page)
        expected = /^https?:$/.test(protocol) ? href : undefined
      } catch {
        expected = undefined
      }
      expect(resolveUrl(written, page)).toBe(expected)
    }),
    runs,
  )
})
