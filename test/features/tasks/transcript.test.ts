import { describe, expect, test } from "vitest"
import { noteMark, observeTranscript, reportText } from "../../../src/features/tasks/transcript.ts"
import type { MessageWithParts } from "../../../src/host/port.ts"

type Part = MessageWithParts["parts"][number]

const text = (value: string, more: Part = {}): Part => ({ type: "text", text: value, ...more })

const prompt = (id: string, created: number, parts: readonly Part[] = [text("go")]) =>
  ({ info: { id, role: "user", time: { created } }, parts }) as const

const answer = (parts: readonly Part[], more: Readonly<Record<string, unknown>> = {}) =>
  ({
    info: {
      id: "msg_answer",
      role: "assistant",
      time: { created: 20, completed: 30 },
      finish: "stop",
      ...more,
    },
    parts,
  }) as const

const open = { time: { created: 20 } } as const
const summary = answer([text("Summary of it all.")], { summary: true })
const since = { promptId: "msg_prompt", sinceMs: 0 } as const
const run = (...answers: readonly MessageWithParts[]) => [prompt("msg_prompt", 10), ...answers]
const evidence = (messages: readonly MessageWithParts[]) =>
  observeTranscript(messages, since, "absent").evidence

describe("how a run ended", () => {
  test("an answer with text is completed", () => {
    expect(evidence(run(answer([text("report")])))).toEqual({ kind: "completed" })
  })

  test("an ended answer without text is empty", () => {
    expect(evidence(run(answer([])))).toEqual({ kind: "empty" })
  })

  test("a report in an earlier answer of the run counts", () => {
    expect(evidence(run(answer([text("report")]), answer([])))).toEqual({ kind: "completed" })
  })

  test("an error of the model is told by its name", () => {
    const error = { name: "APIError", data: { message: "overloaded" } }
    expect(evidence(run(answer([], { error })))).toEqual({
      kind: "errored",
      name: "APIError",
      message: "overloaded",
    })
  })

  test("an abort is an abort, with or without an end in time", () => {
    const error = { name: "MessageAbortedError" }
    expect(evidence(run(answer([text("half")], { error, ...open })))).toEqual({ kind: "aborted" })
  })

  test.each([
    ["waiting for the first token", answer([], open)],
    ["in the middle of a tool", answer([{ type: "tool", state: { status: "running" } }], open)],
    ["between two steps", answer([], { finish: "tool-calls" })],
    ["with an unknown finish", answer([text("x")], { finish: "unknown" })],
  ])("an answer that is %s is open", (_, one) => {
    expect(evidence(run(one))).toEqual({ kind: "open" })
  })

  test("a rejected permission ended the run", () => {
    const rejected = {
      type: "tool",
      state: { status: "error", error: "The user rejected permission to use this tool." },
    }
    expect(evidence(run(answer([rejected], { finish: "tool-calls" })))).toEqual({
      kind: "permission-rejected",
    })
  })

  test("a prompt without any answer is unanswered", () => {
    expect(evidence(run())).toEqual({ kind: "unanswered" })
  })

  test("a newer prompt without an answer is unanswered, whatever was answered before", () => {
    expect(evidence([...run(answer([text("report")])), prompt("msg_next", 40)])).toEqual({
      kind: "unanswered",
    })
  })

  test("nothing of this generation is none", () => {
    expect(evidence([prompt("msg_other", 10), answer([text("report")])])).toEqual({ kind: "none" })
  })

  test("a summary is no answer", () => {
    expect(evidence(run(answer([text("report")]), summary))).toEqual({ kind: "completed" })
    expect(evidence(run(summary))).toEqual({ kind: "unanswered" })
  })
})

describe("the report", () => {
  test("holds every text since the prompt, so that an answer to a note does not replace it", () => {
    const note = prompt("msg_note", 40, [text("hurry", { metadata: { [noteMark]: true } })])
    const messages = [...run(answer([text("the report")])), note, answer([text("noted")])]
    expect(reportText(messages, since)).toBe("the report\n\nnoted")
  })

  test("leaves out summaries, synthetic and ignored texts, and what was before", () => {
    const before = [prompt("msg_old", 1), answer([text("old")])]
    const noisy = answer([
      text("hint", { synthetic: true }),
      text("user interface", { ignored: true }),
      text("report"),
    ])
    expect(reportText([...before, ...run(noisy, summary)], since)).toBe("report")
  })

  test("of a run without a prompt of ours begins at its moment", () => {
    const messages = [
      prompt("msg_old", 1),
      answer([text("old")], { time: { created: 2, completed: 3 } }),
      prompt("msg_new", 15),
      answer([text("new")]),
    ]
    expect(reportText(messages, { promptId: undefined, sinceMs: 10 })).toBe("new")
  })
})

test("a note of ours is not the newest prompt", () => {
  const note = prompt("msg_note", 40, [text("hurry", { metadata: { [noteMark]: true } })])
  expect(observeTranscript([...run(), note], since, "busy")).toMatchObject({
    live: "busy",
    promptId: "msg_prompt",
    promptAt: 10,
  })
})

test("an answer without an end is open for the next prompt", () => {
  expect(observeTranscript(run(answer([], open)), since, "absent").isOpen).toBe(true)
  expect(observeTranscript(run(answer([text("x")])), since, "absent").isOpen).toBe(false)
})
