import { expect, test } from "vitest"
import { defaultCaps } from "../../../src/board/limits.ts"
import { withRecord } from "../../../src/board/record.ts"
import { createDriver } from "../../../src/features/tasks/driver.ts"
import type { OwnerEpochs } from "../../../src/features/tasks/owner.ts"
import type { Host } from "../../../src/host/port.ts"
import { createTaskContext, session } from "../../support/task-context.ts"

/** Two running tasks of another host process, which lives until it is told otherwise. */
function surroundings() {
  const children = ["ses_one", "ses_two"].map((taskId, index) =>
    session(taskId, {
      parentId: "ses_parent",
      metadata: withRecord(
        {},
        {
          task: {
            taskId,
            parentId: "ses_parent",
            rootId: "ses_parent",
            alias: `gen-${index + 1}`,
            agent: "general",
            description: "work",
            owner: "other",
            generation: index + 1,
            origin: "plugin",
            isBackground: true,
            state: "running",
            launchedAt: 5,
            sinceMs: 5,
            acknowledgement: "none",
          },
        },
      ),
    }),
  )
  const { context } = createTaskContext({ sessions: [session("ses_parent"), ...children] })
  let isOtherAlive = true
  let reads = 0
  const host: Host = {
    ...context.host,
    sessions: {
      ...context.host.sessions,
      children: async () => {
        reads += 1
        return children
      },
      messages: async () => [],
      setMetadata: async () => undefined,
      statuses: async () => ({}),
    },
  }
  const owners: OwnerEpochs = {
    owner: "me",
    open: async () => undefined,
    isAlive: async () => isOtherAlive,
    claim: async () => true,
    close: async () => undefined,
  }
  const { clock, log } = context
  const driver = createDriver({ host, clock, log, owners, caps: defaultCaps })
  const status = (task: string) => driver.request({ tool: "status", caller: "ses_parent", task })
  return {
    status,
    reads: () => reads,
    endOther: () => {
      isOtherAlive = false
    },
    dispose: driver.dispose,
  }
}

test("what changes behind our back is read anew for each call, once for those that come together", async () => {
  const { status, reads, endOther, dispose } = surroundings()
  const before = await status("gen-1")
  expect(before.task).toMatchObject({ state: "running", isForeign: true })
  const readsBefore = reads()
  endOther()
  const after = await Promise.all([status("gen-1"), status("gen-2")])
  expect(after.map((reply) => reply.task?.state)).toEqual(["stopped", "stopped"])
  expect(reads()).toBe(readsBefore + 1)
  await dispose()
})
