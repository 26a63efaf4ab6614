import { describe, expect, test } from "vitest"
import * as z from "zod/mini"
import { defineTool } from "../../src/feature/define-tool.ts"
import type { ToolContext } from "../../src/feature/tool-spec.ts"
import { described } from "../../src/lib/schema.ts"

const tool = defineTool({
  name: "trial",
  description: "Shows its arguments.",
  loop: "exempt",
  args: {
    count: z._default(z.int().check(z.maximum(9)), 3),
    ratio: z.optional(z.number()),
    wait: z._default(z.boolean(), false),
    names: z.optional(z.array(z.string())),
    form: z._default(z.enum(["text", "html"]), "text"),
    title: described(z.optional(z.string()), "A title."),
    items: z.optional(z.array(z.strictObject({ text: z.string(), depth: z.optional(z.int()) }))),
    lists: z.optional(z.array(z.array(z.string()))),
  },
  execute: async (args) => ({ title: "", output: JSON.stringify(args) }),
})

const context: ToolContext = {
  sessionId: "ses_1",
  messageId: "msg_1",
  callId: "call_1",
  agent: "build",
  directory: "/",
  abort: new AbortController().signal,
  ask: async () => undefined,
}

async function run(args: unknown): Promise<unknown> {
  const { output } = await tool.run(args, context)
  return JSON.parse(output)
}
const defaults = { count: 3, wait: false, form: "text" }

describe("arguments that are typed loosely", () => {
  test.each([
    [
      { count: "5", ratio: " 1.5 " },
      { count: 5, ratio: 1.5 },
    ],
    [{ wait: "true" }, { wait: true }],
    [{ wait: "False" }, { wait: false }],
    [{ names: "src" }, { names: ["src"] }],
    [{ names: '["a", "b"]' }, { names: ["a", "b"] }],
    [{ names: "[a-z]" }, { names: ["[a-z]"] }],
    [{ form: "HTML " }, { form: "html" }],
    [{ title: null, names: null, count: null }, {}],
    [{ items: [{ text: "x", depth: "2" }] }, { items: [{ text: "x", depth: 2 }] }],
    [{ items: '[{ "text": "x" }]' }, { items: [{ text: "x" }] }],
  ])("%j are read as they are meant", async (given, meant) => {
    expect(await run(given)).toEqual({ ...defaults, ...meant })
  })

  test("a text that fits is left alone, whatever it looks like", async () => {
    expect(await run({ title: " 5 ", names: ["true", "[1]"] })).toEqual({
      ...defaults,
      title: " 5 ",
      names: ["true", "[1]"],
    })
  })

  test.each([
    [{ count: "five" }, "count"],
    [{ count: "1e3" }, "count"],
    [{ count: "" }, "count"],
    [{ count: "5.5" }, "count"],
    [{ wait: "yes" }, "wait"],
    [{ wait: 1 }, "wait"],
    [{ title: 5 }, "title"],
    [{ lists: ["a", "b"] }, "lists.0"],
    [{ items: [{ text: null }] }, "items.0.text"],
    [{ form: "pdf" }, "form"],
  ])("%j have no one reading and are refused", async (given, key) => {
    await expect(run(given)).rejects.toMatchObject({
      code: "TOOL_ARGUMENTS_INVALID",
      what: expect.stringContaining(`trial was not run: ${key}: `),
    })
  })

  test("the refusal speaks of what was read", async () => {
    await expect(run({ count: "99" })).rejects.toThrow("count: Too big")
  })

  test("the arguments that were sent stay as they were sent", async () => {
    const given = { count: "5", items: [{ text: "x", depth: "2" }] }
    await run(given)
    expect(given).toEqual({ count: "5", items: [{ text: "x", depth: "2" }] })
  })
})
