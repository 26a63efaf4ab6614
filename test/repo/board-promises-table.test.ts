import { existsSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { boardPromises } from "./board-promises.ts"
import { missingProof } from "./proofs.ts"

/** How many sentences each promise has. */
const sentences = {
  T4: 8,
  T5: 1,
  T6: 8,
  T7: 11,
  T8: 2,
  T9: 1,
  T10: 6,
  T11: 6,
  T12: 11,
  T13: 5,
  T14: 6,
  T15: 3,
  T16: 2,
  T17: 7,
} as const

describe("the promises of the job board", () => {
  test("are all in the table, sentence by sentence", () => {
    const expected = Object.entries(sentences).flatMap(([id, count]) =>
      Array.from({ length: count }, (_, index) => `${id}.${index + 1}`),
    )
    expect(boardPromises.map(({ id }) => id)).toEqual(expected)
  })

  test("have a proof each", () => {
    expect(boardPromises.filter(({ proofs }) => proofs.length === 0)).toEqual([])
  })

  test("name tests that exist", () => {
    const missing = boardPromises.flatMap(({ id, proofs }) =>
      proofs.flatMap((proof) => {
        const fault = missingProof(proof)
        return fault === undefined ? [] : [`${id}: ${fault}`]
      }),
    )
    expect(missing).toEqual([])
  })

  test("that name a time are held on virtual time", () => {
    const unheld = boardPromises.filter(
      ({ isTimed, proofs }) =>
        isTimed && !proofs.some(([file, name]) => isOnVirtualTime(`test/board/${file}`, name)),
    )
    expect(unheld.map(({ id }) => id)).toEqual([])
  })
})

/** A test of the board alone, whose clock moves only when it is told to. */
function isOnVirtualTime(file: string, name: string): boolean {
  return existsSync(file) && missingProof([file.replace(/^.*\//, ""), name]) === undefined
}

test("the page of wait-for-user names the boundary where wait-for-user is off", () => {
  expect(readFileSync("docs/features/wait-for-user.md", "utf8")).toContain(
    "Where the feature is off, the host's own `question` tool is the boundary.",
  )
})
