// webfetch on the real host: pages from a loopback site that the configuration opens.

import { afterAll, describe, expect, test } from "vitest"
import { createCaseHost, ourPlugin } from "./support/case-host.ts"
import { call, say } from "./support/script.ts"
import { startScriptedModel } from "./support/scripted-model.ts"
import { startSite } from "./support/web-site.ts"

const site = await startSite()
site.page(
  "/article",
  "<html><head><title>An article</title></head><body><h1>Head</h1><p>Some words here.</p></body></html>",
)
const model = await startScriptedModel()
const host = createCaseHost({
  model,
  label: "webfetch",
  plugins: [ourPlugin({ webfetch: { allowPrivate: [site.host] } })],
})

afterAll(async () => {
  await host.stop()
  await model.close()
  await site.close()
})

async function fetchOnce(args: Record<string, unknown>) {
  const run = await host.play({ steps: [call("webfetch", args), say("end")] })
  return run.results[0]
}

describe("webfetch", () => {
  test("returns front matter and content by default", async () => {
    const result = await fetchOnce({ url: `${site.origin}/article` })
    expect(result?.output).toContain("# Head\n\nSome words here.")
  })
})
