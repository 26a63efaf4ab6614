// Who may fetch what, on the real host: permission rules, the plugin's own lists, and trusted places for private addresses.

import { afterAll, describe, expect, test } from "vitest"
import { readRecord } from "../../src/lib/json.ts"
import { createCaseHost, ourPlugin } from "./support/case-host.ts"
import { call, say } from "./support/script.ts"
import { startScriptedModel } from "./support/scripted-model.ts"
import { startSite } from "./support/web-site.ts"

const site = await startSite()
const model = await startScriptedModel()
const host = createCaseHost({
  model,
  label: "permission",
  oneProject: true,
  plugins: [ourPlugin({ webfetch: { allowPrivate: [site.host], deny: ["*/closed/*"] } })],
})

afterAll(async () => {
  await host.stop()
  await model.close()
  await site.close()
})

const words = "<html><body><main><p>Some words to read on this page.</p></main></body></html>"
for (const path of [
  "/open",
  "/denied/a",
  "/asked/a",
  "/asked/b",
  "/asked/c",
  "/closed/a",
  "/closed/b",
]) {
  site.page(path, words)
}

/** Rules with URL patterns reach the host through the session: its configuration takes one word for webfetch (HOST-QUIRK-61). */
const session = {
  permission: [
    { permission: "webfetch", pattern: "*", action: "allow" },
    { permission: "webfetch", pattern: "*/denied/*", action: "deny" },
    { permission: "webfetch", pattern: "*/asked/*", action: "ask" },
  ],
}

async function fetchOnce(path: string, before = ""): Promise<string> {
  const steps = [call("webfetch", { url: before + site.origin + path }), say("end")]
  const run = await host.play({ session, steps })
  return run.results[0]?.output ?? ""
}

describe("the host's rules", () => {
  test("that allow let the page through", async () => {
    expect(await fetchOnce("/open")).toContain("Some words to read")
  })

  test("that deny a pattern are told to the model, and nothing is sent", async () => {
    expect(await fetchOnce("/denied/a")).toContain("HOST_PERMISSION_DENIED")
    expect(await fetchOnce("/denied/a>", "<")).toContain("HOST_PERMISSION_DENIED")
    expect(site.requests("/denied/a")).toHaveLength(0)
  })

  test("that deny the target of a redirect hold too", async () => {
    site.page("/to-denied", (_request, response) => {
      response.writeHead(302, { location: "/denied/b" }).end()
    })
    expect(await fetchOnce("/to-denied")).toContain("HOST_PERMISSION_DENIED")
    expect(site.requests("/denied/b")).toHaveLength(0)
  })

  test("that ask show the URL inside what the model put around it, and offer its origin for always", async () => {
    const live = await host.open({ session, steps: [] })
    const url = ` <${site.origin}/asked/a> `
    await live.start("Fetch.", [call("webfetch", { url, timeout: "30" }), say("end")])
    const permission = await live.permission()
    expect(permission.detail).toMatchObject({
      permission: "webfetch",
      patterns: [`${site.origin}/asked/a`],
      always: [`${site.origin}/*`],
    })
    expect(site.requests("/asked/a")).toHaveLength(0)
    await live.replyPermission(permission.id, "once")
    const run = await live.idle()
    expect(run.results[0]?.output).toContain("Some words to read")
  })

  test("that ask and are answered with no end without a request", async () => {
    const live = await host.open({ session, steps: [] })
    await live.start("Fetch.", [call("webfetch", { url: `${site.origin}/asked/b` }), say("end")])
    const permission = await live.permission()
    await live.replyPermission(permission.id, "reject", "Use the local copy.")
    const run = await live.idle()
    expect(run.results[0]?.output).toContain("Use the local copy.")
    expect(site.requests("/asked/b")).toHaveLength(0)
  })
})

describe("the plugin's own lists", () => {
  test("deny what the host allows", async () => {
    expect(await fetchOnce("/closed/a")).toContain("WEBFETCH_URL_DENIED")
    expect(site.requests("/closed/a")).toHaveLength(0)
  })

  test("of a wrong form make the tool refuse until they are mended", async () => {
    const run = await host.play({
      files: { ".opencode/opencode-workbench.jsonc": '{"webfetch": {"only": 5}}' },
      steps: [call("webfetch", { url: `${site.origin}/open` }), say("end")],
    })
    expect(run.results[0]?.output).toContain("CONFIG_RESTRICTION_INVALID")
  })
})

describe("private places", () => {
  test("are not opened by the project's own file", async () => {
    const run = await host.play({
      files: {
        ".opencode/opencode-workbench.jsonc": '{"webfetch": {"allowPrivate": ["0.0.0.0/0"]}}',
      },
      steps: [call("webfetch", { url: "http://127.0.0.1:9999/" }), say("end")],
    })
    expect(run.results[0]?.output).toContain("NET_ADDRESS_DENIED")
  })
})

describe("switched off", () => {
  test("the host's own tool is untouched", async () => {
    const run = await host.play({
      files: { ".opencode/opencode-workbench.jsonc": '{"webfetch": false}' },
      steps: [call("webfetch", { url: `${site.origin}/closed/b` }), say("end")],
    })
    expect(run.results[0]?.output).toContain("Some words to read")
    expect(run.results[0]?.output).not.toContain("requested_url")
    const tool = run.requests[0]?.tools.find((it) => it.name === "webfetch")
    expect(Object.keys(readRecord(tool?.parameters, "properties") ?? {})).toEqual([
      "url",
      "format",
      "timeout",
    ])
  })
})
