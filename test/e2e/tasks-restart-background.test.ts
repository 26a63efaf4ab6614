// Tasks across a crash of the host whose background flag is on, and between two such hosts on one project.

import { afterAll } from "vitest"
import { createCaseHost, ourPlugin, probePlugin } from "./support/case-host.ts"
import { launchBatch, launchNative } from "./support/task-control-cases.ts"
import { defineRestartCases } from "./support/task-restart-cases.ts"
import { defineTwoHostsCases } from "./support/task-two-hosts-cases.ts"
import { openTransportGate } from "./support/transport-gate.ts"
import { useHosts } from "./support/use-hosts.ts"

const gate = await openTransportGate()
const settings = {
  environment: { OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS: "true" },
  config: { permission: { bash: { "*": "allow", "cat *": "ask" } } },
}
const hosts = await useHosts({
  ...settings,
  oneProject: true,
  before: [probePlugin("transport-probe.ts", { gate: gate.url })],
})
const second = createCaseHost({
  ...settings,
  model: hosts.model,
  folders: hosts.ours.folders,
  label: "second",
  plugins: [ourPlugin()],
})
afterAll(async () => {
  await second.stop()
  gate.close()
})

defineRestartCases({ hosts, gate, launches: [launchNative, launchBatch] })

defineTwoHostsCases({
  hosts,
  second,
  launches: [
    launchNative("first work"),
    launchNative("second work"),
    launchBatch("third work", "fourth work"),
  ],
})
