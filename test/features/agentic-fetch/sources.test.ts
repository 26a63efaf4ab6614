import { describe, expect, test } from "vitest"
import { completeSources } from "../../../src/features/agentic-fetch/sources.ts"

const page = (...urls: string[]) => ({ urls })

describe("the Sources section of an answer", () => {
  test("stays as it is when every listed page was opened", () => {
    const answer = "Fact.\n\n## Sources\n\n- https://a.example/x"
    expect(completeSources(answer, [page("https://a.example/x")])).toBe(answer)
  })

  test("marks an address that was never opened", () => {
    const answer = "Fact.\n\n## Sources\n- https://a.example/x\n- [B](https://b.example/y)."
    expect(completeSources(answer, [page("https://a.example/x")])).toBe(
      "Fact.\n\n## Sources\n\n- https://a.example/x\n- [B](https://b.example/y). (not opened)",
    )
  })

  test("adds what was read and not listed", () => {
    const answer = "Fact.\n\nSources:\n- https://a.example/x"
    const opened = [
      page("https://a.example/x"),
      page("http://b.example/old", "https://b.example/new"),
    ]
    expect(completeSources(answer, opened)).toContain("- https://b.example/new (also read)")
  })

  test("adds a section where there is none, with pages named in the text first", () => {
    const answer = "See https://a.example/x for it."
    expect(completeSources(answer, [page("https://b.example/"), page("https://a.example/x")])).toBe(
      "See https://a.example/x for it.\n\n## Sources\n\n- https://a.example/x\n- https://b.example/ (also read)",
    )
  })

  test("says so when no page was opened", () => {
    expect(completeSources("I found nothing.", [])).toBe(
      "I found nothing.\n\n## Sources\n\nNo page was opened.",
    )
  })

  test("scheme, www., fragment and a final slash do not make another page", () => {
    const answer = "x\n\n**Sources**\n- http://www.a.example/x/#part"
    expect(completeSources(answer, [page("https://a.example/x")])).not.toContain("(not opened)")
  })

  test.each([
    ["parentheses", "https://wiki.example/Mercury_(planet)"],
    ["an apostrophe", "https://wiki.example/Rubik's_Cube"],
  ])("an address with %s is one address, bare and as a link", (_, url) => {
    const answer = `x\n\n## Sources\n\n- [Page](${url}), read.\n- ${url}`
    expect(completeSources(answer, [page(url)])).toBe(answer)
  })

  test("an address is the same with and without percent-encoding, in any case of the host", () => {
    const answer = "x\n\n## Sources\n\n- https://Wiki.example/Café"
    expect(completeSources(answer, [page("https://wiki.example/Caf%C3%A9")])).toBe(answer)
  })

  test("two links side by side are two addresses", () => {
    const answer = "x\n\n## Sources\n\n- [A](https://a.example/)[B](https://b.example/)"
    const opened = [page("https://a.example/"), page("https://b.example/")]
    expect(completeSources(answer, opened)).toBe(answer)
  })

  test("a key of that name in a code block is no heading", () => {
    const answer = "Use:\n\n```yaml\nsources:\n  - https://a.example/x\n```"
    expect(completeSources(answer, [page("https://a.example/x")])).toBe(
      `${answer}\n\n## Sources\n\n- https://a.example/x`,
    )
  })

  test("a section behind it keeps its form and comes before it", () => {
    const answer = "Fact.\n\n## Sources\n- https://a.example/x\n\n## Open\n\nThe date."
    expect(completeSources(answer, [page("https://a.example/x")])).toBe(
      "Fact.\n\n## Open\n\nThe date.\n\n## Sources\n\n- https://a.example/x",
    )
  })

  test("only the last heading of that name counts", () => {
    const answer = "## Sources\nof energy\n\n## Sources\n- https://a.example/"
    expect(completeSources(answer, [page("https://a.example/")])).toContain("## Sources\nof energy")
  })
})
