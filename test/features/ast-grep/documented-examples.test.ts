// What the tool description and the documentation promise is executed.

import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { languageNames } from "../../../src/features/ast-grep/languages.ts"
import { replaceDescription, searchDescription } from "../../../src/features/ast-grep/tools.ts"
import { languageOf } from "./support/engines.ts"
import { searchIn } from "./support/tool-run.ts"

const page = readFileSync("docs/features/ast-grep.md", "utf8")

function documentedExamples(): readonly (readonly [string, string, string])[] {
  const table = /<!-- examples:begin -->([\s\S]*)<!-- examples:end -->/.exec(page)?.[1] ?? ""
  return [...table.matchAll(/^\| (\w+) +\| `(.+?)` +\| `(.+?)` +\|$/gm)].map((row) => [
    row[1] ?? "",
    row[2] ?? "",
    row[3] ?? "",
  ])
}

describe("an example of the documentation", () => {
  test.each(documentedExamples())("%s: %s", async (lang, pattern, code) => {
    const file = `a.${languageOf(lang).extensions[0]}`
    const { output } = await searchIn({ [file]: `${code}\n` }, { pattern, lang })
    expect(output).toMatch(/^1 match in 1 file/)
  })

  test("is there for the languages that are written most", () => {
    expect(documentedExamples().length).toBeGreaterThanOrEqual(12)
  })
})

describe("an example of the tool description", () => {
  const samples: Readonly<Record<string, readonly [lang: string, code: string]>> = {
    "console.log($$$ARGS)": ["ts", "console.log(1, 2)\n"],
    "if ($C) { $$$BODY }": ["ts", "if (a) { b(); c() }\n"],
    "def $F($$$ARGS)": ["python", "def f(a, b) -> int:\n    return 1\n"],
  }
  const quoted = searchDescription.split("`").filter((_, index) => index % 2 === 1)
  const patterns = quoted.filter((text) => text.includes("$"))

  test.each(patterns)("%s", async (pattern) => {
    const [lang, code] = samples[pattern] ?? ["", ""]
    const file = `a.${languageOf(lang).extensions[0]}`
    expect((await searchIn({ [file]: code }, { pattern, lang })).output).toMatch(/^1 match/)
  })

  test("is one of three", () => {
    expect(patterns).toEqual(Object.keys(samples))
  })
})

test("the descriptions stay the same", () => {
  expect(searchDescription).toContain(languageNames.join(" "))
  expect([searchDescription, replaceDescription]).toMatchSnapshot()
})
