// Scenes of webfetch on a small site on loopback, which the options open.

import { call, say } from "../../../test/e2e/support/script.ts"
import type { Scene, SceneStage } from "../scene.ts"

export const options = { webfetch: { allowPrivate: ["127.0.0.0/8"] } }

const article = `<html><head><title>Shop hours</title></head><body>
<nav><a href="/">Home</a> <a href="/all">All shops</a> <a href="/login">Log in</a></nav>
<main><h1>Shop hours</h1><p>Shop A closes after 35 days, shop B after 60 days, and shop C after 61 days,
as the owners told us in a long talk about opening hours and holidays last week.</p>
<table><tr><th>Shop</th><th>Days</th></tr><tr><td>A</td><td>35</td></tr></table></main></body></html>`

const guide = `<html><body><main>${Array.from(
  { length: 40 },
  (_, number) => `<h2>Chapter ${number}</h2><p>${`Words of chapter ${number}. `.repeat(150)}</p>`,
).join("")}</main></body></html>`

export const scenes = async (stage: SceneStage): Promise<readonly Scene[]> => {
  const elsewhere = await stage.servePages({ "/secret": { body: "SECRET" } })
  const site = await stage.servePages({
    "/hours": { body: article },
    "/guide": { body: guide },
    "/leave": { body: "", status: 302, headers: { location: `${elsewhere}/secret` } },
    "/steal": { body: "", status: 302, headers: { location: "http://169.254.169.254/latest/" } },
  })
  const fetchPage = (args: Readonly<Record<string, unknown>>) => [
    call("webfetch", args),
    say("read"),
  ]
  return [
    {
      title: "A page between navigation links.",
      expectation: "Facts in a header, then the main text and its table as Markdown.",
      steps: fetchPage({ url: `${site}/hours` }),
      check: (run) =>
        expectOutput(run.results[0]?.output, ["status_code: 200", "| A", "shop B after 60"]),
    },
    {
      title: "A page that is longer than a tool result may be.",
      expectation: "The first part with an outline, and how to read on.",
      steps: fetchPage({ url: `${site}/guide` }),
      check: (run) =>
        expectOutput(run.results[0]?.output, ["Read on with", "Outline", "Chapter 39"]),
    },
    {
      title: "One section of that page.",
      expectation: "Only that section.",
      steps: fetchPage({ url: `${site}/guide`, section: "Chapter 7" }),
      check: (run) => expectOutput(run.results[0]?.output, ["Words of chapter 7."]),
    },
    {
      title: "A redirect to another site.",
      expectation: "The target is named and not contacted; the host alone follows it.",
      steps: fetchPage({ url: `${site}/leave` }),
      check: (run) =>
        expectOutput(run.results[0]?.output, ["WEBFETCH_REDIRECT_ELSEWHERE", "/secret"]),
    },
    {
      title: "A redirect to a metadata service of a cloud.",
      expectation: "Refused, whatever the configuration opens.",
      steps: fetchPage({ url: `${site}/steal` }),
      check: (run) => expectOutput(run.results[0]?.output, ["NET_ADDRESS_DENIED"]),
    },
    {
      title: "A question about a page.",
      expectation: "A small model answers from the page, in a session without any tool.",
      steps: fetchPage({ url: `${site}/hours`, prompt: "When does shop B close?" }),
      children: [{ match: "When does shop B close?", steps: [say("After 60 days.")] }],
      check: (run) => expectOutput(run.results[0]?.output, ["secondary_model:", "After 60 days."]),
    },
  ]
}

function expectOutput(output: string | undefined, parts: readonly string[]): string | undefined {
  const missing = parts.filter((part) => !output?.includes(part))
  return missing.length === 0 ? undefined : `missing: ${missing.join(", ")}`
}
