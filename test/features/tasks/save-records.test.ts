import { expect, test } from "vitest"
import { createRecordWriter } from "../../../src/features/tasks/save-records.ts"
import type { Host } from "../../../src/host/port.ts"
import type { Clock } from "../../../src/lib/clock.ts"
import type { JsonObject } from "../../../src/lib/json.ts"
import { createTaskContext, session } from "../../support/task-context.ts"

function writer(options: { readonly failures?: number; readonly isGone?: boolean } = {}) {
  let failures = options.failures ?? 0
  let stored: JsonObject = { other: { kept: true } }
  const slept: number[] = []
  const written: JsonObject[] = []
  const plain = createTaskContext().host
  const host: Host = {
    ...plain,
    sessions: {
      ...plain.sessions,
      get: async (id) => (options.isGone ? undefined : session(id, { metadata: stored })),
      setMetadata: async (_, metadata) => {
        if (failures-- > 0) throw new Error("busy")
        stored = metadata
        written.push(metadata)
      },
    },
  }
  const clock: Clock = {
    now: () => 0,
    sleep: async (ms) => {
      slept.push(ms)
    },
  }
  return { records: createRecordWriter(host, clock), slept, written, stored: () => stored }
}

const parent =
  (aliases: Readonly<Record<string, number>>, done: () => void = () => undefined) =>
  () => ({
    part: { parent: { sessionId: "ses_1", aliases } },
    done,
  })

test("foreign keys of the metadata stay", async () => {
  const { records, stored } = writer()
  records.write("ses_1", "parent", parent({ gen: 1 }))
  await records.settled()
  expect(stored()).toEqual({
    other: { kept: true },
    workbench: { v: 1, parent: { sessionId: "ses_1", aliases: { gen: 1 } } },
  })
})

test("writes of one moment go out as one, with the newest state", async () => {
  const { records, written } = writer()
  records.write("ses_1", "parent", parent({ gen: 1 }))
  records.write("ses_1", "parent", parent({ gen: 2 }))
  await records.settled()
  expect(written).toHaveLength(1)
  expect(written[0]).toMatchObject({ workbench: { parent: { aliases: { gen: 2 } } } })
})

test("a failed write is tried again after 0.5 s, 1 s, 2 s and reported only when it is done", async () => {
  let isDone = false
  const { records, slept } = writer({ failures: 3 })
  records.write(
    "ses_1",
    "parent",
    parent({ gen: 1 }, () => {
      isDone = true
    }),
  )
  await records.settled()
  expect(slept).toEqual([500, 1_000, 2_000])
  expect(isDone).toBe(true)
})

test("after six failures it is given up and never reported as written", async () => {
  let isDone = false
  const { records, slept } = writer({ failures: 100 })
  records.write(
    "ses_1",
    "parent",
    parent({ gen: 1 }, () => {
      isDone = true
    }),
  )
  await records.settled()
  expect(slept).toHaveLength(5)
  expect(isDone).toBe(false)
})

test("nothing is written into a session that is gone", async () => {
  const { records, written } = writer({ isGone: true })
  records.write("ses_1", "parent", parent({ gen: 1 }))
  await records.settled()
  expect(written).toEqual([])
})
