// Tasks across a crash of the host whose background flag is on, and between two such hosts on one project.

import { useRestartHosts } from "./support/restart-hosts.ts"
import { launchBatch, launchNative } from "./support/task-control-cases.ts"
import { defineRestartCases } from "./support/task-restart-cases.ts"
import { defineTwoHostsCases } from "./support/task-two-hosts-cases.ts"

const { hosts, second, gate } = await useRestartHosts({
  OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS: "true",
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
