import { describe, expect, test } from "vitest"
import { createHostCalls } from "../../../src/features/tasks/host-calls.ts"
import { HostError } from "../../../src/host/host-error.ts"
import type {
  CallOptions,
  Host,
  PromptRequest,
  SessionCreate,
  SessionInfo,
} from "../../../src/host/port.ts"
import { createGuardContext } from "../../support/guard-context.ts"

const parentRules = [
  { permission: "bash", pattern: "rm *", action: "deny" },
  { permission: "edit", pattern: "*", action: "allow" },
  { permission: "external_directory", pattern: "/data/*", action: "allow" },
] as const

const session = (id: string): SessionInfo => ({
  id,
  parentId: undefined,
  title: "case",
  directory: "/project",
  createdAt: 0,
  updatedAt: 0,
  agent: "build",
  model: { providerId: "p", modelId: "m" },
  metadata: {},
  permission: parentRules,
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
  const created: SessionCreate[] = []
  const prompts: PromptRequest[] = []
  const sessions: Host["sessions"] = {
    ...context.host.sessions,
    get: async (id) => {
      reads.push(id)
      return session(id)
    },
    create: async (request, options) => {
      created.push(request)
      createOptions.push(options)
      return session(`ses_child_${createOptions.length}`)
    },
    prompt: async (request) => {
      prompts.push(request)
      return { messageId: request.messageId, text: "", error: undefined }
    },
    promptAsync: async (request) => {
      prompts.push(request)
    },
  }
  const host: Host = { ...context.host, sessions, agents }
  return { host, reads, createOptions, created, prompts }
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

describe("the session of a task", () => {
  test("has its caller's denials and rules for directories outside, and neither todowrite nor task", async () => {
    const { host, created } = createHost()
    await createHostCalls(host)(create("a"))
    const [, , ...more] = created[0]?.permission ?? []
    expect(created[0]?.permission?.slice(0, 2)).toEqual([parentRules[0], parentRules[2]])
    expect(more.filter((rule) => rule.action !== "deny")).toEqual([])
    expect(more.map((rule) => rule.permission)).toEqual(
      expect.arrayContaining(["todowrite", "task"]),
    )
  })
})

describe("what is sent to a task", () => {
  const note = { kind: "note", taskId: "ses_1", messageId: "msg_1", text: "hint" } as const
  const prompt = { ...note, kind: "prompt", agent: "general" } as const

  test("as a note is stored without a run, under the task's own agent and model", async () => {
    const { host, prompts } = createHost()
    await createHostCalls(host)(note)
    expect(prompts).toMatchObject([
      { noReply: true, agent: "build", model: { modelId: "m" }, messageId: "msg_1" },
    ])
  })

  test("never carries a map of tools, which would replace the rules of its session", async () => {
    const { host, prompts } = createHost()
    const perform = createHostCalls(host)
    await perform(note)
    await perform(prompt)
    const keys = ["agent", "messageId", "model", "parts", "sessionId"]
    expect(prompts.map((one) => Object.keys(one).sort())).toEqual([
      [...keys.slice(0, 3), "noReply", ...keys.slice(3)],
      keys,
    ])
  })
})
