import { describe, expect, test } from "vitest"
import { renderPage, renewTopics } from "../../bench/peers/page.ts"

const row = (topic: string, name: string, value: number) =>
  ({ topic, name, value, unit: "ms" }) as const
const first = renderPage({
  command: "npm run bench -- a c --peers --write",
  machine: "2 cores",
  peers: [],
  rows: [row("a", "one", 1), row("a", "two", 2), row("c", "three", 3)],
})
const run = { command: "npm run bench -- a b --write", machine: "4 cores" }

describe("a later run of some topics", () => {
  const renewed = renewTopics(first, { ...run, rows: [row("a", "one", 7), row("b", "four", 4)] })

  test("takes the place of their older rows, and leaves the others", () => {
    expect(renewed.split("\n").filter((line) => /^\| [abc] \|/.test(line))).toEqual([
      "| a | one | 7 ms | – | – |  |",
      "| b | four | 4 ms | – | – |  |",
      "| c | three | 3 ms | – | – |  |",
    ])
  })

  test("is said below the table", () => {
    expect(renewed.split("\n").filter((line) => line.startsWith("Of a later run"))).toEqual([
      "Of a later run: a (`npm run bench -- a b --write`, 4 cores).",
      "Of a later run: b (`npm run bench -- a b --write`, 4 cores).",
    ])
  })

  test("changes nothing but these when it is done again", () => {
    const rows = [row("a", "one", 7), row("b", "four", 4)]
    expect(renewTopics(renewed, { ...run, rows })).toBe(renewed)
  })
})
