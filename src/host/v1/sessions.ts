// Sessions and pending requests of the host, over its HTTP API.

import { HostError } from "../host-error.ts"
import type {
  CallOptions,
  ModelRef,
  PromptRequest,
  Requests,
  SessionCreate,
  Sessions,
} from "../port.ts"
import type { Call } from "./call.ts"
import {
  readList,
  readMessage,
  readPending,
  readPrompt,
  readSession,
  readStatuses,
  readTodo,
} from "./read.ts"

export function createSessions(call: Call): Sessions {
  const path = (id: string, rest = "") => `/session/${encodeURIComponent(id)}${rest}`
  const get = (url: string, options?: CallOptions) => call({ method: "GET", url }, options)
  const send = (url: string, body: unknown, options?: CallOptions) =>
    call({ method: "POST", url, body }, options)
  return {
    get: async (id, options) => readSession(await missingAsUndefined(get(path(id), options))),
    create: async (request, options) => {
      const session = readSession(await send("/session", createBody(request), options))
      if (!session) throw new HostError("refused", "yes", "the host created no session")
      return session
    },
    setMetadata: async (id, metadata, options) => {
      await call({ method: "PATCH", url: path(id), body: { metadata } }, options)
    },
    children: async (id, options) =>
      readList(await get(path(id, "/children"), options), readSession),
    list: async (options) => readList(await get("/session", options), readSession),
    messages: async (id, options) =>
      readList(await get(path(id, "/message"), options), readMessage),
    message: async (id, messageId, options) => {
      const url = path(id, `/message/${encodeURIComponent(messageId)}`)
      return readMessage(await missingAsUndefined(get(url, options)))
    },
    statuses: async (options) => readStatuses(await get("/session/status", options)),
    todos: async (id, options) => readList(await get(path(id, "/todo"), options), readTodo),
    prompt: async (request, options) =>
      readPrompt(await send(path(request.sessionId, "/message"), promptBody(request), options)),
    promptAsync: async (request, options) => {
      await send(path(request.sessionId, "/prompt_async"), promptBody(request), options)
    },
    abort: async (id, options) => {
      await send(path(id, "/abort"), undefined, options)
    },
    remove: async (id, options) => {
      await missingAsUndefined(call({ method: "DELETE", url: path(id) }, options))
    },
  }
}

export function createRequests(call: Call): Requests {
  const post = async (url: string, body: unknown, options: CallOptions | undefined) => {
    await call({ method: "POST", url, body }, options)
  }
  return {
    permissions: async (options) =>
      readList(await call({ method: "GET", url: "/permission" }, options), readPending),
    questions: async (options) =>
      readList(await call({ method: "GET", url: "/question" }, options), readPending),
    rejectPermission: (id, message, options) =>
      post(
        `/permission/${encodeURIComponent(id)}/reply`,
        { reply: "reject", ...(message === undefined ? {} : { message }) },
        options,
      ),
    answerQuestion: (id, answers, options) =>
      post(`/question/${encodeURIComponent(id)}/reply`, { answers }, options),
    dismissQuestion: (id, options) =>
      post(`/question/${encodeURIComponent(id)}/reject`, undefined, options),
  }
}

async function missingAsUndefined(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof HostError && error.kind === "not-found") return undefined
    throw error
  }
}

function createBody(request: SessionCreate): Record<string, unknown> {
  const { parentId, model, ...rest } = request
  return {
    ...rest,
    ...(parentId === undefined ? {} : { parentID: parentId }),
    // Session creation names the model's id `id`, prompts name it `modelID`.
    ...(model === undefined
      ? {}
      : { model: { providerID: model.providerId, id: model.modelId, ...variantOf(model) } }),
  }
}

function variantOf(model: ModelRef): Record<string, string> {
  return model.variant === undefined ? {} : { variant: model.variant }
}

function promptBody(request: PromptRequest): Record<string, unknown> {
  const { sessionId: _, messageId, model, parts, ...rest } = request
  return {
    ...rest,
    ...(messageId === undefined ? {} : { messageID: messageId }),
    ...(model === undefined
      ? {}
      : {
          model: { providerID: model.providerId, modelID: model.modelId },
          ...variantOf(model),
        }),
    parts: parts.map((part) => ({ ...part, type: "text" })),
  }
}
