// Faults in what is kept for launches, and in what is told of children that wait for somebody.

import type { Mutant } from "./mutant.ts"

export const placeAndRequestMutants: readonly Mutant[] = [
  {
    name: "places-below-a-childless-task-ignored",
    file: "view.ts",
    find: "parentIds.add(job.parentId).add(job.taskId)",
    replace: "parentIds.add(job.parentId)",
    invariant: "I24",
  },
  {
    name: "request-told-under-each-generation",
    file: "notice-queue.ts",
    find: '[job.taskId, "blocked", requestId]',
    replace: "[job.taskId, job.generation, requestId]",
    invariant: "I20",
  },
  {
    name: "request-told-to-a-blocked-caller",
    file: "notices.ts",
    find: '  if (job && notice.kind === "blocked" && isWaitedFor(board, job)) return false\n',
    replace: "",
    invariant: "I20",
  },
]
