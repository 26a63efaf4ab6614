// Pages built to exhaust a reader, and malformed ones, on the real host: each gets a clear answer, and the host's own
// event loop is never held. How long they take is measured by the bench "hostile-pages".

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hostilePages } from "../support/hostile-pages.ts"
import { probePlugin } from "./support/case-host.ts"
import { useHosts } from "./support/use-hosts.ts"
import { bestOf, fetchWatched, lateMsMax } from "./support/watched-fetch.ts"
import { startSite } from "./support/web-site.ts"

const site = await startSite()
const hosts = await useHosts({
  oneProject: true,
  options: { webfetch: { allowPrivate: [site.host] } },
  after: [probePlugin("timer-probe.ts")],
})

// The thread that reads pages starts with the first one.
beforeAll(async () => {
  site.page("/first", "<html><body><p>Words.</p></body></html>")
  await fetchWatched(hosts.ours, { url: `${site.origin}/first`, timeout: 60 })
}, 60_000)
afterAll(() => site.close())

describe("a page built to exhaust", () => {
  for (const [index, [, , page]] of hostilePages.entries()) site.page(`/case-${index}`, page())

  test.each(
    hostilePages.map(([name, answer], index) => ({ name, answer, path: `/case-${index}` })),
  )("$name gets a clear answer", async ({ answer, path }) => {
    const { output, lateMs } = await bestOf((number) =>
      fetchWatched(hosts.ours, { url: `${site.origin}${path}?attempt=${number}`, timeout: 60 }),
    )
    expect(output).toContain("quality_signals: [")
    expect(output).toContain(answer)
    expect(lateMs).toBeLessThanOrEqual(lateMsMax)
  })
})

describe("a malformed page is read:", () => {
  const cases: readonly (readonly [name: string, page: string, text: RegExp])[] = [
    ["without html and body tags", "<p>one</p><p>two</p>", /one\n\ntwo/],
    ["with an empty title", "<html><head><title></title></head><body>one</body></html>", /one/],
    ["in upper case", "<HTML><BODY><P>one</P></BODY></HTML>", /one/],
    ["of text alone", "one and two", /one and two/],
    [
      "with two bodies",
      "<html><body><p>one</p></body><body><p>two</p></body></html>",
      /one\n\ntwo/,
    ],
    ["with crossed tags", "<html><body><p><b>one<i>two</b>three</i></p></body></html>", /three/],
    [
      "with links in links",
      "<html><body><a href=/a>one <a href=/b>two</a></a></body></html>",
      /two/,
    ],
    ["with text in a table", "<table>one<tr><td>two</td></tr></table>", /one[\s\S]*two/],
    ["without tbody", "<table><tr><th>one</th></tr><tr><td>two</td></tr></table>", /\| two \|/],
    ["with a text area", "<html><body><textarea><p>x</textarea>one</body></html>", /one/],
    ["with a NUL", "<html><body><p>o\u0000ne</p></body></html>", /one/],
    ["with double attributes", '<html><body><p class="a" class="b">one</p></body></html>', /one/],
    ["with CDATA", "<html><body><p>one<![CDATA[x]]></p></body></html>", /one/],
    ["with open items", "<html><body><ul><li>one<li>two</ul></body></html>", /- one\n- two/],
    ["with a template", "<html><body><template>x</template>one</body></html>", /one/],
    ["with stray end tags", "<html><body></div></p>one</span></body></html>", /one/],
    ["that breaks off in a tag", "<html><body><p>one</p><a href='x", /one/],
  ]
  for (const [index, [, page]] of cases.entries()) site.page(`/malformed-${index}`, page)

  test.each(cases.map(([name, , text], index) => ({ name, text, path: `/malformed-${index}` })))(
    "$name",
    async ({ text, path }) => {
      const { output } = await fetchWatched(hosts.ours, {
        url: site.origin + path,
        timeout: 60,
        extract_main: false,
      })
      expect(output).toMatch(text)
    },
  )
})
