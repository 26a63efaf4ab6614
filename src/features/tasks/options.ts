// Options of the tasks feature.

import { z } from "zod"
import { defaultCaps } from "../../board/limits.ts"

export const tasksOptions = {
  controllers: z
    .array(z.string())
    .optional()
    .describe(
      "Agents that may cancel, revive, start and answer tasks. Default: every primary agent. A sub-agent is refused.",
    ),
  runningPerParentMax: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(defaultCaps.runningPerParentMax)
    .describe("Tasks of one session that run at the same time."),
  runningPerRootMax: z
    .number()
    .int()
    .min(1)
    .max(200)
    .default(defaultCaps.runningPerRootMax)
    .describe("Tasks below one root session that run at the same time."),
  launchesPerHourMax: z
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(defaultCaps.launchesPerHourMax)
    .describe("Tasks started below one root session within an hour."),
  deadlineMs: z
    .union([z.literal(0), z.number().int().min(60_000).max(2_147_483_647)])
    .default(defaultCaps.deadlineMs)
    .describe("Wall-clock limit of each run in milliseconds; 0 means none."),
  wakeAfterRestart: z
    .boolean()
    .default(defaultCaps.wakeAfterRestart)
    .describe("After a restart of the host, notices that are still owed may start a model call."),
  orchestrator: z
    .boolean()
    .default(false)
    .describe("Adds an agent `orchestrator` whose prompt schedules work over the task tools."),
} as const
