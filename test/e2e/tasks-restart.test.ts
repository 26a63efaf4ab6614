// Tasks across a crash of the host whose background flag is off: task_batch starts them.

import { afterAll } from "vitest"
import { probePlugin } from "./support/case-host.ts"
import { launchBatch } from "./support/task-control-cases.ts"
import { defineRestartCases } from "./support/task-restart-cases.ts"
import { openTransportGate } from "./support/transport-gate.ts"
import { useHosts } from "./support/use-hosts.ts"

const gate = await openTransportGate()
afterAll(() => gate.close())
const hosts = await useHosts({
  oneProject: true,
  before: [probePlugin("transport-probe.ts", { gate: gate.url })],
  config: { permission: { bash: { "*": "allow", "cat *": "ask" } } },
})

defineRestartCases({ hosts, gate, launches: [launchBatch] })
