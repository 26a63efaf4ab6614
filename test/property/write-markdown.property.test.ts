// A page is written as turndown would write it with the same rules: blank elements, white space at the edges of inline
// elements, joining of blocks.

import fc from "fast-check"
import TurndownService from "turndown"
import { expect, it } from "vitest"
import type { PageElement } from "../../src/features/webfetch/convert/dom.ts"
import { escapeMarkdown } from "../../src/features/webfetch/convert/markdown/escape.ts"
import { tidyMarkdown } from "../../src/features/webfetch/convert/markdown/tidy-markdown.ts"
import {
  createRules,
  writeMarkdown,
} from "../../src/features/webfetch/convert/markdown/write-markdown.ts"
import { buildTree } from "../../src/features/webfetch/convert/tree/build-tree.ts"

const runs = { numRuns: process.env.WORKBENCH_LONG === "1" ? 20_000 : 1_000, seed: 20_261_130 }

const names =
  "p div span a ul ol li table tr td th h1 h2 pre code br hr img section b i em del sup blockquote dl dt dd figure figcaption q svg script noscript iframe video summary details".split(
    " ",
  )
const attributes = ['href="/x"', 'src="/i.png" alt="I"', 'start="3"', 'data-language="ts"']
const texts = ["word", " ", "\n", "  two ", " a", "b ", "&nbsp;", "&nbsp; c", "* x", "<!-- c -->"]
const piece = fc.oneof(
  fc.constantFrom(...texts),
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom("", ...attributes))
    .map(([name, attribute]) => `<${name} ${attribute}>`),
  fc.constantFrom(...names).map((name) => `</${name}>`),
)

async function bodyOf(html: string): Promise<PageElement> {
  const { body } = await buildTree(`<html><head></head><body>${html}</body></html>`)
  if (!body) throw new Error("no body")
  return body
}

function writtenByTurndown(root: PageElement): string {
  const service = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced" })
  const rules = createRules()
  service.escape = escapeMarkdown
  service.rules.array = []
  service.addRule("ours", {
    filter: (node) => rules.has(node.nodeName.toLowerCase()),
    replacement: (content, node) => {
      const element: unknown = node
      return rules.get(node.nodeName.toLowerCase())?.(content, element as PageElement) ?? content
    },
  })
  service.remove(["script", "style", "noscript", "template", "head", "svg", "iframe"] as never)
  Object.defineProperty(root, "cloneNode", { value: () => root })
  return tidyMarkdown(service.turndown(root as never))
}

it("is written as turndown writes it with the same rules", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 25 }), async (pieces) => {
      const html = pieces.join("")
      expect(writeMarkdown(await bodyOf(html))).toBe(writtenByTurndown(await bodyOf(html)))
    }),
    runs,
  )
})
