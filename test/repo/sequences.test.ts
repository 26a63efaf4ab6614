import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { filesBelow } from "./files.ts"

/** Sequences of events that were reported as bugs of other systems; each has a test named after its number. */
const reported = [
  "01",
  "03",
  "05",
  "06",
  "11",
  "12",
  "14",
  "16",
  "17",
  "18",
  "20",
  "22",
  "23",
  "26",
  "27",
]

test("every reported sequence of task events has a test of its own", () => {
  const tests = filesBelow("test/board", [".test.ts"])
    .map((file) => readFileSync(file, "utf8"))
    .join("\n")
  const named = [...tests.matchAll(/"S(\d\d): /g)].map((match) => match[1])
  expect([...new Set(named)].sort()).toEqual(reported)
})
