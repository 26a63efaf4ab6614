// Controlling tasks where the host's background flag is on: the host's own task tool starts them.

import { afterAll } from "vitest"
import { probePlugin } from "./support/case-host.ts"
import { defineControlCases, launchNative } from "./support/task-control-cases.ts"
import { defineTransportCases } from "./support/task-transport-cases.ts"
import { openTransportGate } from "./support/transport-gate.ts"
import { useHosts } from "./support/use-hosts.ts"

const gate = await openTransportGate()
afterAll(() => gate.close())
const hosts = await useHosts({
  oneProject: true,
  environment: { OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS: "true" },
  before: [probePlugin("transport-probe.ts", { gate: gate.url })],
  options: { tasks: { runningPerParentMax: 12 } },
  config: {
    permission: { bash: { "*": "allow", "cat *": "ask" } },
    agent: { general: { permission: { question: "allow" } } },
  },
})

defineControlCases({ hosts, launch: launchNative, endAfterInterruption: "cancelled" })
defineTransportCases({ hosts, launch: launchNative, gate })
