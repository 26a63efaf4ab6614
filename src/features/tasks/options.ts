// Options of the tasks feature.

import * as z from "zod/mini"
import { defaultCaps } from "../../board/limits.ts"
import { described } from "../../lib/schema.ts"

export const tasksOptions = {
  controllers: described(
    z.optional(z.array(z.string())),
    "Agents that may cancel, revive, start and answer tasks, and wait for the user. Default: every primary agent. A sub-agent is refused.",
  ),
  runningPerParentMax: described(
    z._default(z.int().check(z.minimum(1), z.maximum(100)), defaultCaps.runningPerParentMax),
    "Tasks of one session that run at the same time.",
  ),
  runningPerRootMax: described(
    z._default(z.int().check(z.minimum(1), z.maximum(200)), defaultCaps.runningPerRootMax),
    "Tasks below one root session that run at the same time.",
  ),
  launchesPerHourMax: described(
    z._default(z.int().check(z.minimum(1), z.maximum(10_000)), defaultCaps.launchesPerHourMax),
    "Tasks started below one root session within an hour.",
  ),
  deadlineMs: described(
    z._default(
      z.union([z.literal(0), z.int().check(z.minimum(60_000), z.maximum(2_147_483_647))]),
      defaultCaps.deadlineMs,
    ),
    "Wall-clock limit of each run in milliseconds; 0 means none.",
  ),
  wakeAfterRestart: described(
    z._default(z.boolean(), defaultCaps.wakeAfterRestart),
    "After a restart of the host, notices that are still owed may start a model call.",
  ),
  orchestrator: described(
    z._default(z.boolean(), false),
    "Adds an agent `orchestrator` whose prompt schedules work over the task tools.",
  ),
} as const
