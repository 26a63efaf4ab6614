import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { filesBelow } from "./files.ts"
import { missingProof } from "./proofs.ts"
import { reportedInputs } from "./reported-inputs.ts"

const expected = [
  "P01 P03 P04 P07 P09 P10 P11 P12 P13 P15 P18 P19 P20 P21 P24 P25 P27 P28",
  "L01 L03 L07 L08",
  "E01 E02 E03 E05 E08",
  "T02 T03 T05 T07",
  "K03 K05 K08 K10 K12 K13 K14",
  "M01 M02 M03 M05 M06 M07",
  "Q01 Q02 Q03 Q05",
].flatMap((line) => line.split(" "))

describe("reported inputs", () => {
  test("are all in the table, once", () => {
    expect(reportedInputs.map(({ id }) => id)).toEqual(expected)
  })

  test("have a proof each, or a reason", () => {
    const open = reportedInputs.filter(({ proofs = [], reason }) => proofs.length === 0 && !reason)
    expect(open).toEqual([])
  })

  test("name tests that exist", () => {
    const missing = reportedInputs.flatMap(({ id, proofs = [] }) =>
      proofs.flatMap((proof) => {
        const fault = missingProof(proof)
        return fault === undefined ? [] : [`${id}: ${fault}`]
      }),
    )
    expect(missing).toEqual([])
  })

  test("that the name of a test mentions are in the table", () => {
    const named = filesBelow("test", [".test.ts"]).flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/in-([PLETKMQ]\d{2})\b/g)].map(([, id = ""]) => id),
    )
    expect([...new Set(named)].filter((id) => !expected.includes(id))).toEqual([])
  })
})
