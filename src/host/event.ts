// Host events that features act on, in our own words. The adapter translates; all others are dropped.

export interface ToolFailed {
  readonly type: "tool-failed"
  readonly sessionId: string
  readonly messageId: string
  readonly callId: string
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  /** Error text exactly as the model sees it. */
  readonly error: string
}

export type HostEvent =
  | ToolFailed
  | {
      readonly type: "tool-started" | "tool-completed"
      readonly sessionId: string
      readonly messageId: string
      readonly callId: string
      readonly tool: string
    }
  | {
      readonly type: "session-created" | "session-updated"
      readonly sessionId: string
      readonly parentId: string | undefined
      readonly title: string
      readonly metadata: Readonly<Record<string, unknown>>
    }
  | {
      readonly type: "session-deleted" | "session-compacted" | "session-idle"
      readonly sessionId: string
    }
  | {
      readonly type: "session-status"
      readonly sessionId: string
      readonly status: "idle" | "busy" | "retry"
    }
  | {
      readonly type: "session-failed"
      readonly sessionId: string | undefined
      /** Host error name, such as `MessageAbortedError`. */
      readonly name: string
      readonly message: string
    }
  | {
      readonly type: "message-updated"
      readonly sessionId: string
      readonly messageId: string
      readonly role: "user" | "assistant"
      readonly info: Readonly<Record<string, unknown>>
    }
  | {
      readonly type: "part-updated"
      readonly sessionId: string
      readonly messageId: string
      readonly partId: string
      readonly part: Readonly<Record<string, unknown>>
    }
  | {
      readonly type: "text-delta"
      readonly sessionId: string
      readonly messageId: string
      readonly partId: string
      readonly delta: string
    }
  | {
      readonly type: "permission-asked"
      readonly sessionId: string
      readonly requestId: string
      readonly permission: string
      readonly patterns: readonly string[]
      /** Tool call that waits, where the host names it. */
      readonly callId: string | undefined
    }
  | {
      readonly type: "permission-replied"
      readonly sessionId: string
      readonly requestId: string
      readonly reply: string
    }
  | {
      readonly type: "question-asked"
      readonly sessionId: string
      readonly requestId: string
      readonly questions: readonly Readonly<Record<string, unknown>>[]
    }
  | { readonly type: "question-replied"; readonly sessionId: string; readonly requestId: string }
  | { readonly type: "todo-updated"; readonly sessionId: string }
  | { readonly type: "file-edited"; readonly file: string }
