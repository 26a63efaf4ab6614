// What the guard costs each call, measured inside the host's runtime, against one SHA-256 of the same output.

import { spawnSync } from "node:child_process"
import path from "node:path"
import { readNumber } from "../../src/lib/json.ts"
import { hostBinary } from "../../test/e2e/support/host-binary.ts"
import type { Bench } from "../row.ts"

export const bench: Bench = {
  topic: "tool-loop-guard",
  run: async () => {
    const script = path.join(import.meta.dirname, "../in-host/guard-cost.ts")
    const env = { ...process.env, BUN_BE_BUN: "1" }
    const { stdout, stderr } = spawnSync(hostBinary(), [script], { env, encoding: "utf8" })
    if (stdout === "") throw new Error(`nothing was measured: ${stderr}`)
    const measured: unknown = JSON.parse(stdout)
    const ours = readNumber(measured, "ours") ?? Number.NaN
    return [
      {
        name: "guard before and after one call with an output of 50 KB",
        value: ours,
        unit: "ms",
        ratio: ours / (readNumber(measured, "peer") ?? Number.NaN),
        peer: "one SHA-256 of the output",
        limit: 0.05,
      },
    ]
  },
}
