// Images from our tools are attachments where the model takes them, and text otherwise (C6), on the real host.

import { afterAll, expect, test } from "vitest"
import { isRecord, readRecord } from "../../src/lib/json.ts"
import { createCaseHost, ourPlugin } from "./support/case-host.ts"
import { createHostConfig } from "./support/host-config.ts"
import { call, say } from "./support/script.ts"
import { startScriptedModel } from "./support/scripted-model.ts"
import { startSite } from "./support/web-site.ts"

/** A red pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
)

const site = await startSite()
site.page("/pixel.png", (_, response) => {
  response.setHeader("content-type", "image/png")
  response.end(pixel)
})
const model = await startScriptedModel()
const host = createCaseHost({
  model,
  label: "images",
  oneProject: true,
  plugins: [ourPlugin({ webfetch: { allowPrivate: [site.host] } })],
  config: { provider: { fake: withTextModel() } },
})

afterAll(async () => {
  await host.stop()
  await model.close()
  await site.close()
})

/** The scripted provider with a model more, which takes text only. */
function withTextModel() {
  const config = createHostConfig({ modelUrl: model.baseUrl, plugins: [] })
  const fake = readRecord(config.provider, "fake") ?? {}
  const models = isRecord(fake.models) ? fake.models : {}
  const textOnly = { name: "text-only", tool_call: true, limit: { context: 99_000, output: 1_000 } }
  return JSON.parse(JSON.stringify({ ...fake, models: { ...models, "text-only": textOnly } }))
}

const steps = [call("webfetch", { url: `${site.origin}/pixel.png` }), say("end")]

test("an image of a page is attached for a model that takes images", async () => {
  const run = await host.play({ steps })
  expect(run.results[0]?.output).toContain("The image is attached.")
  const last = run.requests.at(-1)?.messages.at(-1)
  expect(last?.role).toBe("user")
  expect(JSON.stringify(last?.raw)).toContain(`data:image/png;base64,${pixel.toString("base64")}`)
})

test("a model that takes text alone gets text", async () => {
  const run = await host.play({ model: "text-only", steps })
  expect(run.results[0]?.output).toContain('Call webfetch again with "save_binary": true')
  expect(run.requests.at(-1)?.messages.at(-1)?.role).toBe("tool")
  expect(run.requests.at(-1)?.bodyText).not.toContain("ERROR")
})
