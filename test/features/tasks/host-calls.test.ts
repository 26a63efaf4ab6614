import { describe, expect, test } from "vitest"
import { createHostCalls } from "../../../src/features/tasks/host-calls.ts"
import { HostError } from "../../../src/host/host-error.ts"
import type { CallOptions, Host, SessionInfo } from "../../../src/host/port.ts"
import { createGuardContext } from "../../support/guard-context.ts"

const session = (id: string): SessionInfo => ({
  id,
  parentId: undefined,
  title: "case",
  directory: "/project",
  createdAt: 0,
  updatedAt: 0,
  agent: "build",
  model: undefined,
  metadata: {},
  permission: [],
  cost: 0,
  tokens: { input: 0, output: 0, reasoning: 0 },
})

const general = {
  name: "general",
  description: "",
  mode: "subagent",
  isHidden: false,
  model: undefined,
  permission: [],
} as const

/** A host that creates sessions, and counts what it is asked. */
function createHost(agents: Host["agents"] = async () => [general]) {
  const { context } = createGuardContext({ directory: "/project" })
  const reads: string[] = []
  const createOptions: (CallOptions | undefined)[] = []
  const sessions: Host["sessions"] = {
    ...context.host.sessions,
    get: async (id) => {
      reads.push(id)
      return session(id)
    },
    create: async (_, options) => {
      createOptions.push(options)
      return session(`ses_child_${createOptions.length}`)
    },
  }
  const host: Host = { ...context.host, sessions, agents }
  return { host, reads, createOptions }
}

const create = (title: string) =>
  ({ kind: "create", parentId: "ses_1", agent: "general", title }) as const

describe("launching several tasks at once", () => {
  test("reads caller and agents once", async () => {
    const { host, reads, createOptions } = createHost()
    const perform = createHostCalls(host)
    const settled = await Promise.all(["a", "b", "c"].map((title) => perform(create(title))))
    expect(settled.map((one) => one.kind)).toEqual(["ok", "ok", "ok"])
    expect(reads).toEqual(["ses_1"])
    expect(createOptions).toHaveLength(3)
  })

  test("does not cut off the creation of a session: it would not be known whether there is one", async () => {
    const { host, createOptions } = createHost()
    await createHostCalls(host)(create("a"))
    expect(createOptions).toEqual([{ timeoutMs: Number.POSITIVE_INFINITY }])
  })

  test("is a definite no where caller and agents could not be read: nothing was sent", async () => {
    const { host, createOptions } = createHost(async () => {
      throw new HostError("timeout", "unknown", "the host did not answer in time")
    })
    const settled = await createHostCalls(host)(create("a"))
    expect(settled.kind).toBe("refused")
    expect(createOptions).toEqual([])
  })
})
