// The same work for each contender on the real host: what a person would notice, counted.

import { readFileSync } from "node:fs"
import path from "node:path"
import { parseCase } from "../../eval/patch/case.ts"
import { gradeCase } from "../../eval/patch/grade.ts"
import { runOnHost } from "../../eval/patch/host.ts"
import type { CaseHost } from "../../test/e2e/support/case-host.ts"
import { repositoryRoot } from "../../test/e2e/support/host-binary.ts"
import { call, type Reply, say } from "../../test/e2e/support/script.ts"
import { startSite } from "../../test/e2e/support/web-site.ts"
import type { Contender } from "./contenders.ts"

export interface Work {
  readonly name: string
  readonly unit: string
  /** Whether a smaller figure is better. */
  readonly isLessBetter: boolean
  run(contender: Contender, host: CaseHost): Promise<number>
}

const files = {
  "src/app.ts": "export const needle = 1\n",
  "src/lib/alpha.ts": "import { needle } from '../app.ts'\n",
  "docs/guide.md": "a needle in the guide\n",
}

/** Searches whose path is wrong: an answer about another place is worse than none. */
const searches: readonly Reply[] = [
  call("grep", { pattern: "needle", path: "src/libs" }),
  call("grep", { pattern: "needle", path: "source" }),
  call("grep", { pattern: "needle", path: "docs/guide.md/x" }),
  call("grep", { pattern: "needle", path: "src,documentation" }),
]

const patchCases = readFileSync(
  path.join(repositoryRoot, "eval/fixtures/patch-cases.jsonl"),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => parseCase(JSON.parse(line)))

async function gradePatches({ plugins }: Contender) {
  const results = await runOnHost(patchCases, true, plugins)
  return patchCases.flatMap((patchCase, index) => {
    const result = results[index]
    return result ? [gradeCase(patchCase, result)] : []
  })
}

/** One run on the host serves both figures about patches. */
const graded = new WeakMap<Contender, ReturnType<typeof gradePatches>>()

async function countGrades(contender: Contender, names: readonly string[]): Promise<number> {
  const grades = graded.get(contender) ?? gradePatches(contender)
  graded.set(contender, grades)
  return (await grades).filter((grade) => names.includes(grade)).length
}

export const works: readonly Work[] = [
  {
    name: `stale, malformed and ambiguous patches that end right, of ${patchCases.length}`,
    unit: "patches",
    isLessBetter: false,
    run: (contender) => countGrades(contender, ["right", "refusedRightly"]),
  },
  {
    name: `patches that damage a file or change nothing and say success, of ${patchCases.length}`,
    unit: "patches",
    isLessBetter: true,
    run: (contender) => countGrades(contender, ["wrong", "noop"]),
  },
  {
    name: `searches with a wrong path that are answered about another place, of ${searches.length}`,
    unit: "searches",
    isLessBetter: true,
    run: async (_, host) => {
      const run = await host.play({ files, steps: [...searches, say("end")] })
      return run.results.filter(({ output }) => /Found \d+ match/.test(output)).length
    },
  },
  {
    name: "identical reads of one file that are carried out, of 10",
    unit: "calls",
    isLessBetter: true,
    run: async (_, host) => {
      const reads = Array.from({ length: 10 }, () => call("read", { filePath: "docs/guide.md" }))
      const run = await host.play({ files, steps: [...reads, say("end")] })
      return run.results.filter(({ status }) => status === "completed").length
    },
  },
  {
    name: "identical failing calls that are carried out, of 6",
    unit: "calls",
    isLessBetter: true,
    run: async (_, host) => {
      const reads = Array.from({ length: 6 }, () => call("read", { filePath: "missing.txt" }))
      const run = await host.play({ files, steps: [...reads, say("end")] })
      return run.results.filter(({ output }) => !/^LOOP_|refus|blocked/i.test(output)).length
    },
  },
  {
    name: "requests to a private address that a page fetch sends, of 1",
    unit: "requests",
    isLessBetter: true,
    run: async (_, host) => {
      const site = await startSite()
      try {
        site.page("/inside", "<p>private</p>")
        await host.play({
          steps: [call("webfetch", { url: `${site.origin}/inside`, format: "text" }), say("end")],
        })
        return Math.min(1, site.requests("/inside").length)
      } finally {
        await site.close()
      }
    },
  },
  {
    name: "structural rewrites that are applied on disk, of 1",
    unit: "rewrites",
    isLessBetter: false,
    run: async (_, host) => {
      const run = await host.play({
        files: { "a.ts": "console.log(1)\n" },
        steps: [
          call("ast_grep_replace", {
            pattern: "console.log($A)",
            rewrite: "log($A)",
            lang: "typescript",
            dry_run: false,
          }),
          call("ast_grep_replace", {
            pattern: "console.log($A)",
            rewrite: "log($A)",
            lang: "typescript",
            dryRun: false,
          }),
          say("end"),
        ],
      })
      return run.read("a.ts") === "log(1)\n" ? 1 : 0
    },
  },
  {
    name: "tool definitions in each request",
    unit: "kB",
    isLessBetter: true,
    run: async (_, host) => {
      const run = await host.play({ files, steps: [say("end")] })
      return Buffer.byteLength(JSON.stringify(run.requests.at(-1)?.body.tools ?? [])) / 1_000
    },
  },
  {
    name: "system text in each request",
    unit: "kB",
    isLessBetter: true,
    run: async (_, host) => {
      const run = await host.play({ files, steps: [say("end")] })
      return Buffer.byteLength(run.requests.at(-1)?.system ?? "") / 1_000
    },
  },
]
