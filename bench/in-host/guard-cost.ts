// Runs inside the host's runtime, where the plugin runs: prints the cost of the tool-loop guard for one call, before
// and after together, with outputs of 50 KB, and that of one SHA-256 of the same output, in milliseconds.

import { createHash } from "node:crypto"
import { createPlayer } from "../../test/features/tool-loop-guard/loop-player.ts"

const calls = 10_000

const player = createPlayer()
const body = "const value = compute(index) // one line of source\n".repeat(1_000).slice(0, 50_000)
// As texts of their own: joined ones would be put together inside the measured call.
const outputs = Array.from({ length: 100 }, (_, index) =>
  Buffer.from(`${index} ${body}`).toString(),
)
const ours: number[] = []
const peer: number[] = []
for (let index = 0; index < calls; index++) {
  const output = outputs[index % outputs.length] ?? ""
  const args = { filePath: `src/file-${index % 50}.ts`, offset: index }
  const start = performance.now()
  await player.play("read", args, output)
  const middle = performance.now()
  createHash("sha256").update(output).digest("hex")
  ours.push(middle - start)
  peer.push(performance.now() - middle)
}
process.stdout.write(JSON.stringify({ ours: middleOf(ours), peer: middleOf(peer) }))

function middleOf(values: readonly number[]): number {
  return (
    [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
  )
}
