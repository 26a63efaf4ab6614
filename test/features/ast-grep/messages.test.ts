import { describe, expect, test } from "vitest"
import { astGrepLimits } from "../../../src/features/ast-grep/limits.ts"
import { describeFileProblem, tooManyFiles } from "../../../src/features/ast-grep/messages.ts"
import { parseRule } from "../../../src/features/ast-grep/parse-rule.ts"
import { readQuery } from "../../../src/features/ast-grep/read-query.ts"

describe("what the model reads when a call cannot go on", () => {
  test.each(["- a list", "{ unknown: 1 }", "a: [unclosed"])(
    "a rule %j is AST_RULE_INVALID",
    async (text) => {
      await expect(parseRule(text)).rejects.toThrow(/^AST_RULE_INVALID: The rule cannot be used: /)
    },
  )

  test("a rule of several YAML documents", async () => {
    await expect(parseRule("kind: a\n---\nkind: b\n")).rejects.toThrow(
      "AST_RULE_INVALID: The rule cannot be used: it holds several YAML documents (`---`), and one rule is one document.",
    )
  })

  test.each([
    [".ts", "typescript"],
    ["*.h", "c"],
    ["TS", "typescript"],
  ])("a language named %j is %s", async (lang, name) => {
    const { language } = await readQuery({ pattern: "x()", lang }, astGrepLimits)
    expect(language?.name).toBe(name)
  })

  test.each([
    ["vue", /"vue" is not among the languages\. A \.vue file can be named in `paths` and searched/],
    [".svelte", /"\.svelte" is not among the languages\. A \.svelte file/],
    ["sql", /"sql" is not among the languages\.\nUse one of: bash c /],
    ["toml", /"toml" is not among the languages\./],
    ["jsn", /did you mean "json"/],
    ["pyhton", /did you mean "python"/],
  ])("a language %j that there is not", async (lang, text) => {
    await expect(readQuery({ pattern: "x()", lang }, astGrepLimits)).rejects.toThrow(text)
  })

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
