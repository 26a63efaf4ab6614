// Documentation sites on the real host, reached through a proxy of the environment that stands in for the Internet.

import { afterAll, describe, expect, test } from "vitest"
import { call, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"
import { startSite } from "./support/web-site.ts"

const proxy = await startSite()
const docs = "http://docs.example:8080"
const hosts = await useHosts({
  oneProject: true,
  environment: { HTTP_PROXY: proxy.origin, NO_PROXY: "127.0.0.1,localhost" },
})

afterAll(() => proxy.close())

const words = "Some words about this part of the product, as its makers wrote them down. ".repeat(5)
const shell = '<html><body><div id="root"></div><script src="/app.js"></script></body></html>'

proxy.page(`${docs}/`, `<html><body><main><h1>Home</h1><p>${words}</p></main></body></html>`)
proxy.page(`${docs}/plain`, `<html><body><main><h1>Plain</h1><p>${words}</p></main></body></html>`)
proxy.page(`${docs}/both`, `<html><body><main><h1>Both</h1><p>${words}</p></main></body></html>`)
proxy.page(`${docs}/shell`, shell)
text("/both.md", "# Both\n\nThe Markdown version.")
text(
  "/llms-full.txt",
  `# Product\n\nAll of it.\n\n# Shell\nSource: ${docs}/shell\n\nWhat the scripts would show.\n\n# Next\n\nMore.`,
)

function text(path: string, body: string): void {
  proxy.page(docs + path, (_request, response) => {
    response.setHeader("content-type", "text/plain; charset=utf-8")
    response.end(body)
  })
}

async function fetchOnce(path: string, more: Readonly<Record<string, unknown>> = {}) {
  const steps = [call("webfetch", { url: docs + path, ...more }), say("end")]
  const run = await hosts.ours.play({ steps })
  return run.results[0]?.output ?? ""
}

describe("a documentation site", () => {
  test("answers for its root with its llms text, and says that no address was pinned", async () => {
    const output = await fetchOnce("/")
    expect(output).toContain("used_llms_txt: true")
    expect(output).toContain("address_pinned: false")
    expect(output).toContain("All of it.")
  })

  test("answers for a deeper page with its Markdown version", async () => {
    expect(await fetchOnce("/both")).toContain("The Markdown version.")
  })

  test("answers for a deeper page with the page itself", async () => {
    const output = await fetchOnce("/plain")
    expect(output).toContain("used_llms_txt: false")
    expect(output).toContain("Some words about this part")
  })

  test("rescues an empty shell with the page's own section of the llms text", async () => {
    const output = await fetchOnce("/shell")
    expect(output).toContain("used_llms_txt: true")
    expect(output).toContain("What the scripts would show.")
    expect(output).not.toContain("All of it.")
  })

  test("gives its page for the root on request", async () => {
    const output = await fetchOnce("/", { prefer_llms_txt: "never" })
    expect(output).toContain("used_llms_txt: false")
    expect(output).toContain("Some words about this part")
  })
})

describe("a proxy", () => {
  test("is never asked for a private name or address", async () => {
    const steps = [
      call("webfetch", { url: "http://router.lan:8080/" }),
      call("webfetch", { url: "http://10.0.0.1:8080/" }),
      say("end"),
    ]
    const run = await hosts.ours.play({ steps })
    for (const result of run.results) expect(result.output).toContain("NET_ADDRESS_DENIED")
    expect(proxy.requests("http://router.lan:8080/")).toHaveLength(0)
    expect(proxy.requests("http://10.0.0.1:8080/")).toHaveLength(0)
  })
})
