// What the guard costs each call: before and after together, with outputs of 50 KB that differ, against one SHA-256
// of the same output.

import { createHash } from "node:crypto"
import { createPlayer } from "../../test/features/tool-loop-guard/loop-player.ts"

const calls = 2_000

export const bench = {
  topic: "tool-loop-guard",
  run: async () => {
    const player = createPlayer()
    const body = "const value = compute(index) // one line of source\n"
      .repeat(1_000)
      .slice(0, 50_000)
    const ours: number[] = []
    const peer: number[] = []
    for (let index = 0; index < calls; index++) {
      const output = `${index} ${body}`
      const args = { filePath: `src/file-${index % 50}.ts`, offset: index }
      const start = performance.now()
      await player.play("read", args, output)
      const middle = performance.now()
      createHash("sha256").update(output).digest("hex")
      ours.push(middle - start)
      peer.push(performance.now() - middle)
    }
    return [
      {
        name: "guard before and after one call with an output of 50 KB",
        value: median(ours),
        unit: "ms" as const,
        ratio: median(ours) / median(peer),
        peer: "one SHA-256 of the output",
        limit: 0.05,
      },
    ]
  },
}

function median(values: readonly number[]): number {
  return (
    [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
  )
}
