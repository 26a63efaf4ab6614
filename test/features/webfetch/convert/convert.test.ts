import { expect, it } from "vitest"
import { markdownOf, readPage } from "./read.ts"

it("reads a page without html and body tags", async () => {
  expect(await markdownOf("<p>one</p><p>two</p>")).toBe("one\n\ntwo")
  const page = await readPage("<p>one<p>two", { extractMain: false })
  expect(page.content).toBe("one\n\ntwo")
})
