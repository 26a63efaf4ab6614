// How the task panel asks the server half to act: a request session, made for one request and removed after it. It is
// a child of the session that owns the task, never runs, and carries the request in its metadata under a key of its
// own. The panel writes it once, when it creates the session; from then on the server half alone writes, first that it
// took the request, then the answer. So no metadata object has two writers at one time (HOST-QUIRK-50), the board's
// leases hold as for a tool, and it works for a panel that is attached from another machine.
// Decision: docs/decisions/0001-panel-requests.md.

import { isRecord, type JsonObject, readRecord, readString } from "../lib/json.ts"
import type { OutcomeCode, RefusalReason } from "./effect.ts"

export const panelRequestKey = "workbenchRequest"

export type PanelRequest =
  | { readonly tool: "cancel"; readonly task: string }
  | { readonly tool: "revive"; readonly task: string; readonly prompt: string }

export type PanelAnswer =
  | { readonly state: "waiting" }
  /** The server half has it; from here on the panel cannot take it back. */
  | { readonly state: "accepted" }
  | {
      readonly state: "answered"
      readonly outcome: OutcomeCode
      readonly reason?: RefusalReason | undefined
    }

/** Title of a request session, for whoever sees one in the moment that it exists. */
export const requestTitle = "Request of the task panel"

/** How a record and a notice name the user's cancel as the cause of an ending. */
export const panelCancelReason = "by the user, in the task panel"

export function requestMetadata(request: PanelRequest): JsonObject {
  return { [panelRequestKey]: { ...request } }
}

export function answerMetadata(request: PanelRequest, answer: PanelAnswer): JsonObject {
  const { reason, ...rest } = { reason: undefined, ...answer }
  const told = reason === undefined ? rest : { ...rest, reason }
  return { [panelRequestKey]: { ...request, answer: told } }
}

/** Undefined where the metadata holds no request, a malformed one, or one that was answered. */
export function parseRequest(
  metadata: Readonly<Record<string, unknown>>,
): PanelRequest | undefined {
  const record = readRecord(metadata, panelRequestKey)
  const task = readString(record, "task")
  if (!record || record.answer !== undefined || !task) return undefined
  if (record.tool === "cancel") return { tool: "cancel", task }
  const prompt = readString(record, "prompt")?.trim()
  return record.tool === "revive" && prompt ? { tool: "revive", task, prompt } : undefined
}

export interface ParsedAnswer {
  readonly state: PanelAnswer["state"]
  /** An `OutcomeCode`, or whatever a newer server half says. */
  readonly outcome: string
  readonly reason: string | undefined
}

export function parseAnswer(metadata: Readonly<Record<string, unknown>>): ParsedAnswer {
  const answer = readRecord(readRecord(metadata, panelRequestKey), "answer")
  const state = readString(answer, "state")
  return {
    state: state === "accepted" || state === "answered" ? state : "waiting",
    outcome: readString(answer, "outcome") ?? "",
    reason: readString(answer, "reason"),
  }
}

export function isRequestSession(metadata: Readonly<Record<string, unknown>>): boolean {
  return isRecord(metadata[panelRequestKey])
}
