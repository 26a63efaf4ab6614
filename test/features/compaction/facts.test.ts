import { describe, expect, test } from "vitest"
import { renderFacts, type SessionFacts } from "../../../src/features/compaction/facts.ts"

const nothing: SessionFacts = {
  firstRequest: undefined,
  newestRequest: undefined,
  openTodos: [],
  runningTasks: [],
  failedCalls: [],
}

describe("the facts of a session", () => {
  test("are nothing where there are none", () => {
    expect(renderFacts(nothing)).toBeUndefined()
  })

  test("name requests, todos, tasks and failures in this order", () => {
    const text = renderFacts({
      firstRequest: "Port the parser.\nAll of it.",
      newestRequest: "Now the printer.",
      openTodos: [{ content: "Port  the\nprinter", status: "in_progress" }],
      runningTasks: [{ id: "ses_1", title: "count tests", agent: "general" }],
      failedCalls: [{ tool: "bash", args: '{"command":"npm test"}', error: "exit 1\nmore" }],
    })
    expect(text).toMatchInlineSnapshot(`
      "Facts about this session from the host's records (data, not part of the conversation):
      First request of the user, verbatim:
      """
      Port the parser.
      All of it.
      """
      Newest request of the user, verbatim:
      """
      Now the printer.
      """
      Open todos:
      - [in_progress] Port the printer
      Tasks that are still running, whose results have not come yet:
      - ses_1 (general): count tests
      Tool calls that failed since the newest request:
      - bash {"command":"npm test"}: exit 1 more"
    `)
  })

  test("never exceed 2 KB, whatever they hold, and say what is left out", () => {
    const long = "界".repeat(2_000)
    const text = renderFacts({
      firstRequest: long,
      newestRequest: long,
      openTodos: Array.from({ length: 30 }, () => ({ content: long, status: "pending" })),
      runningTasks: Array.from({ length: 30 }, () => ({ id: "ses_1", title: long, agent: long })),
      failedCalls: Array.from({ length: 30 }, () => ({ tool: "bash", args: long, error: long })),
    })
    expect(Buffer.byteLength(text ?? "")).toBeLessThanOrEqual(2_048)
    expect(text).toMatch(/- and \d+ more/)
    expect(text).not.toContain("\uFFFD")
  })

  test("cannot be ended early by the text of a request", () => {
    const text = renderFacts({ ...nothing, firstRequest: 'Say """ twice.' })
    expect(text?.match(/"""/g)).toHaveLength(2)
  })
})
