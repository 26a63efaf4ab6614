import { describe, expect, test } from "vitest"
import { type ChooseInput, chooseProviders } from "../../../src/features/web-search/choose.ts"
import { brave } from "../../../src/features/web-search/providers/brave.ts"
import { duckduckgo } from "../../../src/features/web-search/providers/duckduckgo.ts"
import { createExa } from "../../../src/features/web-search/providers/exa.ts"
import { searxng } from "../../../src/features/web-search/providers/searxng.ts"
import { tavily } from "../../../src/features/web-search/providers/tavily.ts"

const providers = [brave, tavily, createExa(() => 0), searxng, duckduckgo]
const choose = (input: Partial<ChooseInput>) => {
  const choice = chooseProviders({
    providers,
    explicit: "",
    baseUrls: {},
    environment: {},
    fallback: [],
    ...input,
  })
  return choice.kind === "chosen" ? choice.chain.map((entry) => entry.provider.name) : choice.kind
}

describe("which provider is asked", () => {
  test("nobody without any key or address", () => {
    expect(choose({})).toBe("none")
    expect(choose({ environment: { BRAVE_API_KEY: "  " } })).toBe("none")
  })

  test.each([
    [{ BRAVE_API_KEY: "k" }, "brave"],
    [{ BRAVE_SEARCH_API_KEY: "k" }, "brave"],
    [{ TAVILY_API_KEY: "k" }, "tavily"],
    [{ BRAVE_API_KEY: "k", TAVILY_API_KEY: "k" }, "brave"],
    [{ TAVILY_API_KEY: "k", EXA_API_KEY: "k" }, "tavily"],
    [{ EXA_API_KEY: "k" }, "exa"],
  ])("with %j it is %s", (environment, name) => {
    expect(choose({ environment })).toEqual([name])
  })

  test("SearXNG comes last, once its address is set", () => {
    const baseUrls = { searxng: "http://127.0.0.1:8888/" }
    expect(choose({ baseUrls })).toEqual(["searxng"])
    expect(choose({ baseUrls, environment: { EXA_API_KEY: "k" } })).toEqual(["exa"])
  })

  test("DuckDuckGo is never chosen by itself", () => {
    expect(choose({ baseUrls: { duckduckgo: "http://127.0.0.1:1" } })).toBe("none")
    expect(choose({ explicit: "duckduckgo" })).toEqual(["duckduckgo"])
  })

  test("an explicit choice without its key is an error, not another provider", () => {
    expect(choose({ explicit: "tavily", environment: { BRAVE_API_KEY: "k" } })).toBe("incomplete")
    expect(choose({ explicit: "searxng" })).toBe("incomplete")
    expect(choose({ explicit: "google" })).toBe("unknown")
  })

  test("listed fallbacks follow in their order, incomplete ones and repetitions left out", () => {
    const environment = { BRAVE_API_KEY: "k", EXA_API_KEY: "k" }
    expect(choose({ environment, fallback: ["tavily", "exa", "brave", "duckduckgo"] })).toEqual([
      "brave",
      "exa",
      "duckduckgo",
    ])
  })
})
