import { expect, test } from "vitest"
import type { TaskRecord } from "../../../src/board/record.ts"
import { withRecord } from "../../../src/board/record.ts"
import type { OwnerEpochs } from "../../../src/features/tasks/owner.ts"
import { findParent, openParent } from "../../../src/features/tasks/rebuild.ts"
import type { Host, MessageWithParts, SessionInfo } from "../../../src/host/port.ts"
import { createTaskContext, session } from "../../support/task-context.ts"

const record: TaskRecord = {
  taskId: "ses_child",
  parentId: "ses_parent",
  rootId: "ses_parent",
  alias: "gen-1",
  agent: "general",
  description: "work",
  owner: "other",
  generation: 1,
  origin: "plugin",
  isBackground: true,
  state: "running",
  launchedAt: 5,
  sinceMs: 5,
  acknowledgement: "none",
}

const child = (more: Partial<TaskRecord> = {}, id = "ses_child") =>
  session(id, {
    parentId: "ses_parent",
    metadata: withRecord({}, { task: { ...record, ...more } }),
  })

function surroundings(
  children: readonly SessionInfo[],
  more: {
    readonly isAlive?: boolean
    readonly isClaimed?: boolean
    readonly messages?: readonly MessageWithParts[]
  } = {},
) {
  const sessions = [session("ses_parent"), ...children]
  const plain = createTaskContext({ sessions }).host
  const claims: string[] = []
  const host: Host = {
    ...plain,
    sessions: {
      ...plain.sessions,
      children: async () => children,
      messages: async () => more.messages ?? [],
      statuses: async () => ({ ses_child: "busy" }),
    },
  }
  const owners: OwnerEpochs = {
    owner: "me",
    open: async () => undefined,
    isAlive: async () => more.isAlive ?? false,
    claim: async (taskId, deadOwner, generation) => {
      claims.push(`${taskId} ${deadOwner} ${generation}`)
      return !more.isClaimed
    },
    close: async () => undefined,
  }
  const find = async () => {
    const events = await findParent({ host, owners }, "ses_parent")
    return events.flatMap((event) => (event.kind === "task-restored" ? [event.found] : []))
  }
  return { find, claims, host, owners }
}

test("a task of a dead owner is claimed by task, owner and generation", async () => {
  const { find, claims } = surroundings([child()])
  expect(await find()).toMatchObject([{ ownership: "ours", observation: { live: "busy" } }])
  expect(claims).toEqual(["ses_child other 1"])
})

test("who loses the race for a claim does nothing", async () => {
  const { find } = surroundings([child()], { isClaimed: true })
  expect(await find()).toMatchObject([{ ownership: "foreign" }])
})

test("a task of a living owner is foreign, and our own status map says nothing about it", async () => {
  const { find, claims } = surroundings([child()], { isAlive: true })
  expect(await find()).toMatchObject([{ ownership: "foreign", observation: { live: "absent" } }])
  expect(claims).toEqual([])
})

test("a record that a fork has copied is ignored", async () => {
  expect(await surroundings([child({}, "ses_fork")]).find()).toEqual([])
})

test("a child of the host's task tool without a record is taken in, and nothing is owed for it", async () => {
  const stranger = session("ses_child", {
    parentId: "ses_parent",
    title: "look around (@explore subagent)",
  })
  expect(await surroundings([stranger]).find()).toMatchObject([
    {
      record: { agent: "explore", description: "look around", origin: "native" },
      isEndingShown: true,
    },
  ])
})

test("a session of somebody else is no task", async () => {
  expect(await surroundings([session("ses_child", { parentId: "ses_parent" })]).find()).toEqual([])
})

test("an intent is looked up in the child's transcript", async () => {
  const intent = { generation: 2, promptId: "msg_next", at: 9 }
  const messages = [{ info: { id: "msg_next", role: "user", time: { created: 9 } }, parts: [] }]
  const stored = surroundings([child({ intent })], { messages })
  const lost = surroundings([child({ intent })])
  expect(await stored.find()).toMatchObject([{ isIntentFound: true }])
  expect(await lost.find()).toMatchObject([{ isIntentFound: false }])
})

test("an ending that the parent's transcript shows by the host's own words is shown", async () => {
  const text = '<task id="ses_child" state="completed">'
  const messages = [{ info: { id: "msg_1", role: "user" }, parts: [{ type: "text", text }] }]
  const ended = { origin: "native", state: "completed", endedAt: 8 } as const
  expect(await surroundings([child(ended)], { messages }).find()).toMatchObject([
    { isEndingShown: true },
  ])
  expect(await surroundings([child(ended)]).find()).toMatchObject([{ isEndingShown: false }])
})

test("a parent without a session has nothing to learn", async () => {
  const { host, owners } = surroundings([])
  expect(await findParent({ host, owners }, "ses_gone")).toEqual([])
})

test("only tasks that were live or whose end was not told make a parent worth opening", () => {
  expect(openParent(child())).toBe("ses_parent")
  expect(openParent(child({ state: "completed", acknowledgement: "told" }))).toBeUndefined()
  expect(openParent(child({ state: "completed", acknowledgement: "none" }))).toBe("ses_parent")
  expect(openParent(session("ses_plain"))).toBeUndefined()
})
