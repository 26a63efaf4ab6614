// What a scripted model answers. A script is a list of steps; each request of a session plays the next one.
// A step is a reply, or a function of the request that returns one. A finished script answers "done".

import type { ModelRequest } from "./model-request.ts"

/** One tool call of a reply. Without `id` the model makes one that is unique in its session. */
export interface ToolCallSpec {
  readonly tool: string
  /** Arguments; a string is sent as it is, so that broken JSON can be tried. */
  readonly args: Readonly<Record<string, unknown>> | string
  readonly id?: string
}

export interface TokenUsage {
  readonly input: number
  readonly output: number
}

export interface Reply {
  readonly text?: string
  /** Thinking text, sent as `reasoning_content` before the answer. */
  readonly reasoning?: string
  /** Several calls in one reply run in parallel in the host. */
  readonly calls?: readonly ToolCallSpec[]
  /** Waits before the first byte. */
  readonly delayMs?: number
  /** Waits between the first half of the text and the second. */
  readonly pauseMs?: number
  /** An HTTP status of 400 or more answers with an error; the host retries 5xx and 429 by itself. */
  readonly status?: number
  readonly errorMessage?: string
  /** Default: 100 input and 10 output tokens. A sum at the model's limit makes the host compact. */
  readonly usage?: TokenUsage
  /** Default: `tool_calls` with calls, else `stop`. */
  readonly finish?: string
}

export type Step = Reply | ((request: ModelRequest) => Reply | Promise<Reply>)

/** Script for a session that is started by a tool: the host's `task`, or a tool of a plugin. */
export interface ChildScript {
  /** Text that the child's first request must contain. Without it, the next unclaimed script is taken. */
  readonly match?: string
  readonly steps: readonly Step[]
  readonly children?: readonly ChildScript[]
}

/** Ends the turn with a text. */
export function say(text: string, more: Omit<Reply, "text"> = {}): Reply {
  return { text, ...more }
}

/** One reply with one tool call. */
export function call(
  tool: string,
  args: ToolCallSpec["args"],
  more: Omit<Reply, "calls"> = {},
): Reply {
  return { calls: [{ tool, args }], ...more }
}

/** Several replies of one call each, as one reply: the calls run in parallel. */
export function parallel(...replies: readonly Reply[]): Reply {
  return { calls: replies.flatMap((reply) => reply.calls ?? []) }
}

/** An HTTP error in place of an answer. */
export function fail(status: number, errorMessage = `scripted failure ${status}`): Reply {
  return { status, errorMessage }
}

/** A step that answers when the test says so: nothing depends on how long anything takes. */
export function gated(reply: Reply): { readonly step: Step; open(): void } {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    step: async () => {
      await opened
      return reply
    },
    open: () => open(),
  }
}
