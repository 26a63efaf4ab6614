// Tasks across a crash of the host whose background flag is off, and between two such hosts: task_batch starts them.

import { useRestartHosts } from "./support/restart-hosts.ts"
import { launchBatch } from "./support/task-control-cases.ts"
import { defineRestartCases } from "./support/task-restart-cases.ts"
import { defineTwoHostsCases } from "./support/task-two-hosts-cases.ts"

const { hosts, second, gate } = await useRestartHosts()

defineRestartCases({ hosts, gate, launches: [launchBatch] })

defineTwoHostsCases({
  hosts,
  second,
  launches: [launchBatch("first work", "second work"), launchBatch("third work", "fourth work")],
})
