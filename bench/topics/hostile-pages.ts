// How long the page reader takes for pages that are built to exhaust it, inside the host's runtime.

import { spawnSync } from "node:child_process"
import path from "node:path"
import { readNumber, readString } from "../../src/lib/json.ts"
import { hostBinary } from "../../test/e2e/support/host-binary.ts"
import type { Bench } from "../row.ts"

const cpuLimitMs = 5_000

export const bench: Bench = {
  topic: "hostile-pages",
  run: async () => {
    const script = path.join(import.meta.dirname, "../in-host/hostile-cost.ts")
    const env = { ...process.env, BUN_BE_BUN: "1" }
    const { stdout, stderr } = spawnSync(hostBinary(), [script], { env, encoding: "utf8" })
    if (stdout === "") throw new Error(`nothing was measured: ${stderr}`)
    const measured: unknown = JSON.parse(stdout)
    const figure = (name: string) => readNumber(measured, name) ?? Number.NaN
    const name = readString(measured, "name") ?? ""
    return [
      {
        name: `CPU time of the slowest of ${figure("pages")} pages (${name})`,
        value: figure("cpuMs"),
        unit: "ms",
        limit: cpuLimitMs,
      },
      {
        name: "answers without what they must hold",
        value: figure("wrong"),
        unit: "count",
        limit: 0,
      },
    ]
  },
}
