import { describe, expect, test } from "vitest"
import { astGrepLimits } from "../../../src/features/ast-grep/limits.ts"
import { describeFileProblem, tooManyFiles } from "../../../src/features/ast-grep/messages.ts"
import { parseRule } from "../../../src/features/ast-grep/parse-rule.ts"

describe("what the model reads when a call cannot go on", () => {
  test.each(["- a list", "{ unknown: 1 }", "a: [unclosed"])(
    "a rule %j is AST_RULE_INVALID",
    async (text) => {
      await expect(parseRule(text)).rejects.toThrow(/^AST_RULE_INVALID: The rule cannot be used: /)
    },
  )

  test("too many files", () => {
    expect(tooManyFiles(astGrepLimits).message).toBe(
      `AST_TOO_MANY_FILES: There are more than ${astGrepLimits.listedFilesMax} files below these paths.\nNarrow \`paths\`.`,
    )
  })

  test("a file that was left alone", () => {
    expect(describeFileProblem("a.ts", { kind: "failed", reason: "no space" })).toBe(
      "Left alone: a.ts: AST_FILE_FAILED no space.",
    )
  })
})
