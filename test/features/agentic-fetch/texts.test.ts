import { describe, expect, test } from "vitest"
import {
  researchAgent,
  researchPermission,
  researchSystem,
} from "../../../src/features/agentic-fetch/agent.ts"
import { describeBrief } from "../../../src/features/agentic-fetch/brief.ts"
import { description } from "../../../src/features/agentic-fetch/description.ts"
import {
  budgetSpent,
  busy,
  describeBill,
  noModel,
  nothingToSearchWith,
  researchFailed,
  webfetchDenied,
  webfetchOff,
} from "../../../src/features/agentic-fetch/messages.ts"

describe("what the models read", () => {
  test("the system text of a research session has at most 600 characters", () => {
    expect(researchSystem.length).toBeLessThanOrEqual(600)
    expect(researchSystem).toMatchSnapshot()
  })

  test("the description", () => {
    expect(description).toMatchSnapshot()
  })

  test("the briefs", () => {
    const briefs = [
      describeBrief("What is new?", { kind: "none" }, "m"),
      describeBrief(
        "What is new?",
        { kind: "inline", url: "https://a.example/", text: "Page." },
        "m",
      ),
      describeBrief(
        "What is new?",
        { kind: "file", url: "https://a.example/", file: "/f/page.md", lines: 9 },
        "m",
      ),
    ]
    expect(briefs).toMatchSnapshot()
  })

  test("the refusals", () => {
    const refusals = [
      nothingToSearchWith("No search provider is set up."),
      webfetchDenied(),
      webfetchOff(),
      noModel(),
      busy(),
      researchFailed("it took too long", []),
      researchFailed("it took too long", ["https://a.example/"]),
      budgetSpent("web_search"),
    ]
    expect(refusals.map((refusal) => refusal.message)).toMatchSnapshot()
  })

  test("the bill", () => {
    const bill = { searches: 2, fetches: 3, cost: 0.01234, tokens: 4567, model: "a/b" }
    expect(describeBill(bill)).toBe("(Research by a/b: 2 searches, 3 pages, 4567 tokens, $0.0123)")
    expect(describeBill({ ...bill, cost: 0 })).toBe(
      "(Research by a/b: 2 searches, 3 pages, 4567 tokens)",
    )
  })
})

describe("what a research session may do", () => {
  test("everything is denied, the offered tools allowed, then the user's own web rules with ask as deny", () => {
    const rules = [
      { permission: "bash", pattern: "*", action: "allow" },
      { permission: "webfetch", pattern: "https://a.example/*", action: "deny" },
      { permission: "web_search", pattern: "*", action: "ask" },
      { permission: "webfetch", pattern: "https://b.example/*", action: "allow" },
    ] as const
    expect(researchPermission(["webfetch"], rules)).toEqual([
      { permission: "*", pattern: "*", action: "deny" },
      { permission: "webfetch", pattern: "*", action: "allow" },
      { permission: "webfetch", pattern: "https://a.example/*", action: "deny" },
      { permission: "web_search", pattern: "*", action: "deny" },
      { permission: "webfetch", pattern: "https://b.example/*", action: "allow" },
    ])
  })

  test("the agent is a hidden primary one with a step limit", () => {
    expect(researchAgent.definition).toMatchObject({ mode: "primary", hidden: true, steps: 8 })
    expect(Object.keys(researchAgent.definition.permission)[0]).toBe("*")
  })
})
