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
