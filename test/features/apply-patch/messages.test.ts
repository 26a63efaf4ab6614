import { describe, expect, test } from "vitest"
import type { PatchProblem } from "../../../src/features/apply-patch/engine/plan-patch.ts"
import {
  refuseBusy,
  refuseEscape,
  refuseMalformed,
  refuseNotFile,
  refuseNotUtf8,
  refuseOutside,
  refuseProblem,
  refuseTooLarge,
} from "../../../src/features/apply-patch/messages.ts"

const hunk = { number: 2, headers: [] } as unknown as Extract<
  PatchProblem,
  { kind: "not-found" }
>["hunk"]
const path = "src/a.ts"
const lines = ["function first() {", "  return 1", "}", "function second() {", "  return 1", "}"]

const problems = [
  [
    "PATCH_NOT_FOUND",
    { kind: "not-found", path, hunk, nearest: { line: 1, expected: "  return 2" } },
  ],
  ["PATCH_AMBIGUOUS", { kind: "ambiguous", path, hunk, lines: [1, 4] }],
  ["PATCH_FILE_CHANGED", { kind: "changed-since-read", path, hunk }],
  ["PATCH_ALREADY_APPLIED", { kind: "already-applied", path, hunk, firstLine: 1, lastLine: 1 }],
  ["PATCH_INSERTION_UNCLEAR", { kind: "insertion-unclear", path, hunk, lines: [] }],
  ["PATCH_INDENTATION_UNCLEAR", { kind: "indentation-unclear", path, hunk, line: 1 }],
  ["PATCH_OVERLAP", { kind: "overlap", path, hunk, other: 1 }],
  ["PATCH_CUT_OFF", { kind: "cut-off", path, hunk }],
  ["PATCH_NO_CHANGE", { kind: "no-change", path }],
  ["PATCH_FILE_MISSING", { kind: "file-missing", path }],
  ["PATCH_TARGET_EXISTS", { kind: "target-exists", path, isSame: false }],
  ["PATCH_NOT_EXPRESSIBLE", { kind: "not-expressible", path }],
] as const

describe("what the model reads when a patch is refused", () => {
  test.each(problems)(
    "%s, for a file that the session has seen and for one it has not",
    (code, problem) => {
      const texts = [lines, undefined].map(
        (quotable) => refuseProblem(problem as unknown as PatchProblem, quotable).message,
      )
      expect(texts[0]?.startsWith(`${code}: `)).toBe(true)
      expect(texts[1]).not.toContain("return 1")
      expect(texts).toMatchSnapshot()
    },
  )

  test("an empty patch is PATCH_EMPTY, every other fault of form PATCH_MALFORMED", () => {
    expect(refuseMalformed("empty", undefined).code).toBe("PATCH_EMPTY")
    expect(refuseMalformed("no-hunks", 3).code).toBe("PATCH_MALFORMED")
    expect(refuseMalformed("no-hunks", 3).message).toMatchSnapshot()
  })

  test("paths and files", () => {
    const refusals = [
      refuseOutside("/etc/x"),
      refuseEscape("link/x"),
      refuseNotFile("src"),
      refuseNotUtf8("a.txt", 7),
      refuseTooLarge(),
      refuseBusy("a.txt"),
    ]
    expect(refusals.map((refusal) => refusal.code)).toEqual([
      "PATCH_OUTSIDE",
      "PATCH_ESCAPES",
      "PATCH_NOT_A_FILE",
      "PATCH_NOT_UTF8",
      "PATCH_TOO_LARGE",
      "PATCH_FILE_BUSY",
    ])
    expect(refusals.map((refusal) => refusal.message)).toMatchSnapshot()
  })
})
