// web_search and code_search on the real host: a SearXNG and a code search instance on loopback, by trusted address.

import { afterAll, describe, expect, test } from "vitest"
import { createCaseHost, ourPlugin } from "./support/case-host.ts"
import { call, say } from "./support/script.ts"
import { startScriptedModel } from "./support/scripted-model.ts"
import { startSite } from "./support/web-site.ts"

const site = await startSite()
site.page("/search", (_, response) => {
  response.setHeader("content-type", "application/json")
  const results = [
    {
      title: "The <b>loop</b>",
      url: "https://example.org/loop?utm_source=x",
      content: "About loops.",
    },
    { title: "Elsewhere", url: "https://blocked.example/x", content: "" },
  ]
  response.end(JSON.stringify({ results }))
})
site.page("/.api/search/stream", (_, response) => {
  const match = {
    repository: "github.com/a/b",
    path: "x.go",
    lineMatches: [{ line: "func Loop()", lineNumber: 6 }],
  }
  response.setHeader("content-type", "text/event-stream")
  response.end(`event: matches\ndata: ${JSON.stringify([match])}\n\nevent: done\ndata: {}\n\n`)
})
const model = await startScriptedModel()
const options = { "web-search": { baseUrls: { searxng: site.origin }, codeSearchUrl: site.origin } }
const searching = createCaseHost({
  model,
  label: "searching",
  oneProject: true,
  plugins: [ourPlugin(options)],
  config: { permission: { web_search: { "*": "allow", "secret*": "deny" } } },
})
const bare = createCaseHost({ model, label: "bare", oneProject: true, plugins: [ourPlugin()] })

afterAll(async () => {
  await Promise.all([searching.stop(), bare.stop()])
  await model.close()
  await site.close()
})

async function callOnce(
  host: typeof searching,
  tool: string,
  args: Record<string, unknown>,
  files = {},
) {
  const run = await host.play({ files, steps: [call(tool, args), say("end")] })
  return { ...run, result: run.results[0] }
}

describe("web_search", () => {
  test("returns titles, addresses and snippets, cleaned", async () => {
    const { result, answer } = await callOnce(searching, "web_search", { query: "event loop" })
    expect(result?.output).toContain("1. The loop\n   https://example.org/loop\n   About loops.")
    expect(answer).toBe("end")
  })

  test("the local domain filter holds", async () => {
    const args = { query: "event loop two", blocked_domains: ["blocked.example"] }
    const { result } = await callOnce(searching, "web_search", args)
    expect(result?.output).not.toContain("Elsewhere")
  })

  test("a query that the user's rules deny is not searched", async () => {
    const { result } = await callOnce(searching, "web_search", { query: "secret plans" })
    expect(result?.output).toContain("HOST_PERMISSION_DENIED")
    expect(site.requests("/search?q=secret+plans&format=json")).toHaveLength(0)
  })

  test("wrong arguments are told", async () => {
    const { result } = await callOnce(searching, "web_search", { q: "x" })
    expect(result?.output).toContain("TOOL_ARGUMENTS_INVALID")
  })

  test("without any provider one answer names what to set", async () => {
    const { result, answer } = await callOnce(bare, "web_search", { query: "event loop" })
    expect(result?.status).toBe("completed")
    for (const name of [
      "WEB_SEARCH_NOT_CONFIGURED",
      "BRAVE_API_KEY",
      "TAVILY_API_KEY",
      "EXA_API_KEY",
      "searxng",
    ]) {
      expect(result?.output).toContain(name)
    }
    expect(answer).toBe("end")
  })

  test("an address in the project's own file is not used", async () => {
    const files = { ".opencode/opencode-workbench.jsonc": JSON.stringify(options) }
    const { result } = await callOnce(bare, "web_search", { query: "event loop" }, files)
    expect(result?.output).toContain("WEB_SEARCH_NOT_CONFIGURED")
  })
})

describe("code_search", () => {
  test("returns files with matching lines", async () => {
    const { result } = await callOnce(searching, "code_search", { query: "func Loop" })
    expect(result?.output).toContain("github.com/a/b x.go")
    expect(result?.output).toContain("  7: func Loop()")
  })

  test("is not offered without its address", async () => {
    const { requests } = await callOnce(bare, "web_search", { query: "x" })
    expect(JSON.stringify(requests[0]?.tools)).not.toContain("code_search")
  })
})
