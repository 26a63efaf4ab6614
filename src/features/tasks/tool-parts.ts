// What the task tools share: their dependencies, and the frame of an answer.

import type { Reply } from "../../board/effect.ts"
import type { CheckController } from "../../board/link.ts"
import type { FeatureContext } from "../../feature/feature.ts"
import type { ToolReply } from "../../feature/tool-spec.ts"
import type { JsonObject } from "../../lib/json.ts"
import type { Driver } from "./driver.ts"
import { describeHeader, nextStep } from "./reply-text.ts"

export interface ToolParts {
  readonly context: FeatureContext
  readonly driver: Driver
  readonly checkController: CheckController
}

/** Header, then the given body. The state in the metadata is what the loop guard counts (L5). */
export function toToolReply(
  reply: Reply,
  answer: { readonly title: string; readonly now: number; readonly body?: readonly string[] },
): ToolReply {
  const { title, now, body = [] } = answer
  const header = describeHeader(reply.outcome, reply.task, { now, next: nextStep(reply) })
  return {
    title,
    output: [header, ...body].join("\n"),
    metadata: replyMetadata(reply),
  }
}

export function replyMetadata(reply: Reply): JsonObject {
  const { task } = reply
  return {
    outcome: reply.outcome,
    state: task ? `${task.state}${task.generation}` : reply.outcome,
    ...(task && { taskId: task.taskId, alias: task.alias }),
  }
}

/** A reason or note on one line, within its limit. */
export function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}
