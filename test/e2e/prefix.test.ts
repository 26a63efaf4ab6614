// X8 over ten turns: every request begins with the bytes of the one before, with all features on and without the
// plugin. Providers cache by prefix, so one changed byte is paid for in full.

import { expect, test } from "vitest"
import type { CaseHost } from "./support/case-host.ts"
import { call, parallel, type Reply, type Step, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

// All options that add something to what the model reads are on.
const hosts = await useHosts({ options: { compaction: { gitStatus: true } } })

/** Ten turns on a machine that does other things as well. */
const slowMs = 400_000

const bash = (command: string): Reply => call("bash", { command, description: "look" })
const read = (filePath: string): Reply => call("read", { filePath })
const patchText = "*** Begin Patch\n*** Update File: a.txt\n-one\n+two\n*** End Patch"

/** Ten turns that make the features act: rescues, refusals, repeated and failing calls, tasks, repeated ids. */
const turns: readonly (readonly Step[])[] = [
  [say("Hello.")],
  [read("a.txt"), say("read")],
  [call("apply_patch", { patchText }), bash("cat a.txt"), say("patched")],
  [parallel(read("a.txt"), read("b.txt"), call("glob", { pattern: "*" })), say("all")],
  [read("missing.txt"), read("missing.txt"), read("missing.txt"), say("gone")],
  [read("b.txt"), read("b.txt"), read("b.txt"), read("b.txt"), say("the same")],
  [call("grep", { pattern: "two", path: "no/such/place" }), bash("echo x > c.txt"), say("found")],
  [
    call("task", { description: "count", prompt: "Count.", subagent_type: "general" }),
    say("counted"),
  ],
  [
    { calls: [{ tool: "read", args: { filePath: "a.txt" }, id: "call_same" }] },
    { calls: [{ tool: "read", args: { filePath: "b.txt" }, id: "call_same" }] },
    say("twice"),
  ],
  [call("todowrite", { todos: [] }), call("webfetch", { url: "http://127.0.0.1:9/" }), say("end")],
]

async function playTurns(host: CaseHost) {
  const live = await host.open({ files: { "a.txt": "one\n", "b.txt": "two\n" }, steps: [] })
  for (const [index, steps] of turns.entries()) await live.send(`Turn ${index + 1}.`, steps)
  return live.look()
}

test(
  "no byte changes in ten turns with all features on",
  async () => {
    const run = await playTurns(hosts.ours)
    expect(run.requests.length).toBeGreaterThanOrEqual(25)
    expect(run.prefixBreaks).toEqual([])
  },
  slowMs,
)

test(
  "no byte changes in ten turns without the plugin",
  async () => {
    const run = await playTurns(hosts.alone)
    expect(run.requests.length).toBeGreaterThanOrEqual(25)
    expect(run.prefixBreaks).toEqual([])
  },
  slowMs,
)
