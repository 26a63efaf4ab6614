// The page reader inside the host's runtime, against plain linkedom + Readability + turndown and against jsdom +
// Readability + turndown on the same pages in one process. Set WORKBENCH_PAGES to a folder in the format of
// `npm run eval:web`; without it ../shared/web-cases is read where it exists, else a page of our own.

import { spawnSync } from "node:child_process"
import path from "node:path"
import { readNumber } from "../../src/lib/json.ts"
import { hostBinary } from "../../test/e2e/support/host-binary.ts"
import type { Bench, BenchRow } from "../row.ts"

const plainRatioLimit = 1.2
const heavyRatioLimit = 1 / 8
const memoryLimitMb = 450
const cpuLimitMs = 500

export const bench: Bench = { topic: "pages", run: async () => measurePages() }

function measurePages(): readonly BenchRow[] {
  const script = path.join(import.meta.dirname, "../in-host/page-cost.ts")
  const folder = process.env.WORKBENCH_PAGES ?? "../shared/web-cases"
  const env = { ...process.env, BUN_BE_BUN: "1" }
  const { stdout, stderr } = spawnSync(hostBinary(), [script, folder], { env, encoding: "utf8" })
  if (stdout === "") throw new Error(`nothing was measured: ${stderr}`)
  const measured: unknown = JSON.parse(stdout)
  const figure = (name: string) => readNumber(measured, name) ?? Number.NaN
  const name = "a page to Markdown"
  return [
    { name, value: figure("ours"), unit: "ms" },
    {
      name: `${name}, against linkedom + Readability + turndown`,
      value: figure("toPlain"),
      unit: "count",
      limit: plainRatioLimit,
    },
    {
      name: `${name}, against jsdom + Readability + turndown`,
      value: figure("toHeavy"),
      unit: "count",
      limit: heavyRatioLimit,
    },
    {
      name: `${name}, CPU time of the slowest`,
      value: figure("oursMaxCpuMs"),
      unit: "ms",
      limit: cpuLimitMs,
    },
    {
      name: `peak memory over ${figure("pages")} pages`,
      value: figure("peakMb"),
      unit: "MB",
      limit: memoryLimitMb,
    },
  ]
}
