// Patches against the host's own rules on the same work, inside the host's runtime.

import { spawnSync } from "node:child_process"
import path from "node:path"
import { hostBinary } from "../../test/e2e/support/host-binary.ts"
import type { Bench } from "../row.ts"

export const bench: Bench = {
  topic: "apply-patch",
  run: async () => {
    const script = path.join(import.meta.dirname, "../in-host/patch-cost.ts")
    const env = { ...process.env, BUN_BE_BUN: "1" }
    const { stdout, stderr } = spawnSync(hostBinary(), [script], { env, encoding: "utf8" })
    if (stdout === "") throw new Error(`nothing was measured: ${stderr}`)
    return JSON.parse(stdout)
  },
}
