// Sends one request to the server half and waits for its answer (src/board/panel-request.ts). What was not taken in
// time is taken back. The request session is removed in every case.

import {
  type PanelRequest,
  type ParsedAnswer,
  parseAnswer,
  requestMetadata,
  requestTitle,
} from "../board/panel-request.ts"
import { panelLimits } from "./limits.ts"
import type { PanelHost } from "./panel-host.ts"

type RequestCalls = "createSession" | "readSession" | "removeSession" | "onSession"

export interface RequestParts extends Pick<PanelHost, RequestCalls> {
  sleep(ms: number): Promise<void>
}

export type RequestOutcome =
  | { readonly kind: "answered"; readonly answer: ParsedAnswer }
  /** Nobody took it: the server half is off, or older than the panel. Nothing was done. */
  | { readonly kind: "not-taken" }
  /** It was taken, and the answer is still out. */
  | { readonly kind: "no-answer" }

export async function sendRequest(
  parts: RequestParts,
  parentId: string,
  request: PanelRequest,
): Promise<RequestOutcome> {
  const answers = new Map<string, ParsedAnswer>()
  const waiting = new Set<() => void>()
  const stop = parts.onSession((session) => {
    const answer = parseAnswer(session.metadata)
    if (answer.state !== "waiting") answers.set(session.id, answer)
    for (const look of waiting) look()
  })
  const metadata = requestMetadata(request)
  let sessionId: string | undefined
  try {
    const session = await parts.createSession({ parentId, title: requestTitle, metadata })
    const { id } = session
    sessionId = id
    const until = (ms: number, is: (answer: ParsedAnswer | undefined) => boolean) =>
      waitFor(() => is(answers.get(id)), waiting, parts.sleep(ms))
    const readAgain = async () => {
      const now = await parts.readSession(id).catch(() => undefined)
      const answer = now && parseAnswer(now.metadata)
      if (answer && answer.state !== "waiting") answers.set(id, answer)
    }
    await until(panelLimits.acceptMs, (answer) => answer !== undefined)
    if (!answers.has(id)) await readAgain()
    if (!answers.has(id)) return { kind: "not-taken" }
    await until(panelLimits.answerMs, (answer) => answer?.state === "answered")
    if (answers.get(id)?.state !== "answered") await readAgain()
    const answer = answers.get(id)
    return answer?.state === "answered" ? { kind: "answered", answer } : { kind: "no-answer" }
  } finally {
    stop()
    if (sessionId !== undefined) await parts.removeSession(sessionId).catch(() => undefined)
  }
}

/** Resolves when `is` holds, looked at on every change, or when `timeout` does. */
function waitFor(
  is: () => boolean,
  waiting: Set<() => void>,
  timeout: Promise<void>,
): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      waiting.delete(look)
      resolve()
    }
    const look = () => {
      if (is()) finish()
    }
    waiting.add(look)
    void timeout.then(finish, finish)
    look()
  })
}
