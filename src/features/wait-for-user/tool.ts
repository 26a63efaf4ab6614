// wait_for_user: the end of a turn that only the user can go on from. The wait holds back our notices; it is cleared
// by a new real message of the user and by nothing else.

import * as z from "zod/mini"
import type { Reply } from "../../board/effect.ts"
import { defineTool } from "../../feature/define-tool.ts"
import type { FeatureContext } from "../../feature/feature.ts"
import type { AnyTool, ToolContext } from "../../feature/tool-spec.ts"
import { Refusal } from "../../lib/refusal.ts"
import { described } from "../../lib/schema.ts"
import { waitLimits } from "./limits.ts"

const protocol = "opencode-workbench.wait_for_user.v1"

export function createWaitForUser(context: FeatureContext, isGuarded: boolean): AnyTool {
  return defineTool({
    name: "wait_for_user",
    description:
      "Says that only the user can go on now, and ends your turn. Use it when you need a decision, an answer or a review.",
    args: {
      reason: described(
        z.pipe(
          z.pipe(
            z.string(),
            z.transform((reason) => reason.replace(/\s+/g, " ").trim()),
          ),
          z.string().check(z.minLength(1), z.maxLength(waitLimits.reasonCharactersMax)),
        ),
        "What you wait for (1 to 500 characters).",
      ),
    },
    loop: "per-turn",
    execute: async ({ reason }, call) => {
      await checkTopLevel(context, call)
      await context.board.board?.checkController(call, "wait_for_user")
      const request = { tool: "wait", caller: call.sessionId, reason, isGuarded } as const
      const reply = await context.board.board?.request(request)
      const state = stateOf(reply)
      const output = [
        `state: ${state}`,
        `protocol: ${protocol}`,
        `reason: ${reason}`,
        state === "waiting_for_user_skipped"
          ? "next: Tasks of yours are running. End the turn now without another tool call; you are told when they end."
          : "next: End the turn now, with a short text that tells the user what you wait for. Call no other tool.",
      ].join("\n")
      return { title: state, output, metadata: { state, protocol } }
    },
  })
}

/** Without the tasks feature there is nothing to hold back: the words alone end the turn. */
function stateOf(reply: Reply | undefined): string {
  return reply?.outcome === "waiting_for_user_skipped" ? reply.outcome : "waiting_for_user"
}

async function checkTopLevel(context: FeatureContext, call: ToolContext): Promise<void> {
  const session = await context.host.sessions.get(call.sessionId)
  if (session?.parentId === undefined) return
  throw new Refusal(
    "WAIT_NOT_TOP_LEVEL",
    "wait_for_user was not run: this session is a task, and no user reads it.",
    "Finish with a report that says what you need.",
  )
}
