import { expect, test } from "vitest"
import { answerMetadata, type PanelAnswer } from "../../src/board/panel-request.ts"
import type { SessionInfo } from "../../src/host/port.ts"
import { answerToast } from "../../src/tui/answer-text.ts"
import { sendRequest } from "../../src/tui/send-request.ts"
import { parentId, taskSession } from "../support/task-session.ts"

const request = { tool: "cancel", task: "gen-1" } as const
const held = (answer: PanelAnswer): SessionInfo => ({
  ...taskSession("ses_request"),
  metadata: answerMetadata(request, answer),
})

/** A server half that says these things at once; waiting is over as soon as nothing comes any more. */
function createBench(said: readonly PanelAnswer[], stored: PanelAnswer = { state: "waiting" }) {
  const removed: string[] = []
  let tell: (session: SessionInfo) => void = () => undefined
  const parts = {
    createSession: async () => {
      for (const answer of said) tell(held(answer))
      return taskSession("ses_request")
    },
    readSession: async () => held(stored),
    removeSession: async (id: string) => {
      removed.push(id)
    },
    onSession: (listener: (session: SessionInfo) => void) => {
      tell = listener
      return () => undefined
    },
    sleep: () => new Promise<void>((resolve) => setTimeout(resolve, 5)),
  }
  return { removed, outcome: sendRequest(parts, parentId, request) }
}

test("the answer of the server half comes back, and the request session is removed", async () => {
  const { outcome, removed } = createBench([
    { state: "accepted" },
    { state: "answered", outcome: "refused", reason: "other_host" },
  ])
  const answer = { state: "answered", outcome: "refused", reason: "other_host" }
  expect(await outcome).toEqual({ kind: "answered", answer })
  expect(removed).toEqual(["ses_request"])
})

test("a request that nobody takes is taken back", async () => {
  const { outcome, removed } = createBench([])
  expect(await outcome).toEqual({ kind: "not-taken" })
  expect(removed).toEqual(["ses_request"])
})

test("an event that was lost is made up for by a look", async () => {
  const { outcome } = createBench([], { state: "answered", outcome: "cancelled" })
  expect(await outcome).toMatchObject({ kind: "answered", answer: { outcome: "cancelled" } })
})

test("an answer that stays out is told as such, and not as a failure", async () => {
  const { outcome } = createBench([{ state: "accepted" }])
  expect(answerToast("gen-1", "cancel", await outcome)).toEqual({
    variant: "warning",
    message: "No answer yet about the cancel of gen-1.",
  })
})

test.each([
  ["cancelled", undefined, "gen-1 is cancelled; check the files it may have changed."],
  ["refused", "other_host", "gen-1 belongs to another running opencode."],
  ["refused", "something_new", "gen-1 was not changed (refused)."],
  ["something_new", undefined, "gen-1 was not changed (something_new)."],
])("%s with reason %s is told in words", (outcome, reason, message) => {
  const answer = { state: "answered", outcome, reason } as const
  expect(answerToast("gen-1", "cancel", { kind: "answered", answer }).message).toBe(message)
})
