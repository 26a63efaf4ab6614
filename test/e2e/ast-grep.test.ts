import { describe, expect, test } from "vitest"
import { languageSamples } from "../features/ast-grep/support/language-samples.ts"
import { call, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

const hosts = await useHosts({ oneProject: true })

describe("every language on the real host", () => {
  test.each(languageSamples)("$language is searched and rewritten", async (sample) => {
    const query = { pattern: sample.pattern, lang: sample.language }
    const rewriting = { ...query, rewrite: sample.rewrite }
    const run = await hosts.ours.play({
      files: { [sample.file]: sample.source },
      steps: [
        call("ast_grep_search", query),
        call("ast_grep_replace", rewriting),
        call("ast_grep_replace", { ...rewriting, dry_run: false }),
        say("done"),
      ],
    })
    const [search, dryRun, applied] = run.results.map((result) => result.output)
    expect(search).toContain("1 match in 1 file")
    expect(dryRun).toContain("Dry run: 1 replacement in 1 file")
    expect(applied).toContain("Applied: 1 replacement in 1 file")
    expect(run.read(sample.file)).toBe(sample.rewritten)
    expect(run.prefixBreaks).toEqual([])
  })
})

describe("what a newcomer meets", () => {
  const play = async (file: string, source: string, steps: ReturnType<typeof call>[]) => {
    const run = await hosts.ours.play({ files: { [file]: source }, steps: [...steps, say("done")] })
    return { run, outputs: run.results.map((result) => result.output) }
  }

  test("ten thousand matches in one file are rewritten in one call", async () => {
    const query = { pattern: "foo($A)", rewrite: "bar($A)", lang: "ts", dry_run: false }
    const source = Array.from({ length: 10_000 }, (_, index) => `foo(${index})\n`).join("")
    const { run, outputs } = await play("a.ts", source, [call("ast_grep_replace", query)])
    expect(outputs[0]).toContain("Applied: 10000 replacements in 1 file.")
    expect(run.read("a.ts")).toBe(source.replaceAll("foo", "bar"))
  })

  test("three hundred matches on one long line are rewritten in one call", async () => {
    const query = { pattern: "foo($A)", rewrite: "bar($A)", lang: "ts", dry_run: false }
    const source = `${"foo(1); ".repeat(300)}${"x".repeat(12_000)}\n`
    const { run, outputs } = await play("a.ts", source, [call("ast_grep_replace", query)])
    expect(outputs[0]).toContain("Applied: 300 replacements in 1 file.")
    expect(run.read("a.ts")).toBe(source.replaceAll("foo", "bar"))
  })

  test("a right part that stands nowhere is an ordinary empty answer", async () => {
    const pattern = "except $E: $$$B"
    const { outputs } = await play("a.py", "x()\n", [call("ast_grep_search", { pattern })])
    expect(outputs[0]).toMatch(/^No match in 1 file \(python, inferred\)/)
    expect(outputs[0]).toContain("it was read as except_clause")
  })

  test("a syntax error and a function of C++ have their answers", async () => {
    const search = (pattern: string, lang: string) => call("ast_grep_search", { pattern, lang })
    const { outputs } = await play("a.cpp", "void g() { go(); stop(); }\n", [
      search("void g(", "cpp"),
      search("$T $F($$$A) { $$$B }", "cpp"),
    ])
    expect(outputs[0]).toContain("The pattern has a syntax error in cpp: `(` is never closed.")
    expect(outputs[1]).toMatch(/^1 match in 1 file/)
  })
})
