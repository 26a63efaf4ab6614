// Runs a tool of the feature with a fake host: real files, real engines, recorded questions.

import type { FeatureContext } from "../../../../src/feature/feature.ts"
import type { AnyTool, PermissionRequest, ToolReply } from "../../../../src/feature/tool-spec.ts"
import type { ToolParts } from "../../../../src/features/ast-grep/call-session.ts"
import { astGrepLimits } from "../../../../src/features/ast-grep/limits.ts"
import { createReplaceTool, createSearchTool } from "../../../../src/features/ast-grep/tools.ts"
import { systemClock } from "../../../../src/lib/clock.ts"
import { describeRefusal, Refusal } from "../../../../src/lib/refusal.ts"
import { createSeenFiles } from "../../../../src/seen/seen-files.ts"
import { createSpillStore } from "../../../../src/spill/spill-store.ts"
import { createProject, fastRuntime, temporaryFolder } from "./engines.ts"

export interface RunOptions extends Partial<Omit<ToolParts, "context">> {
  readonly directory: string
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly seen?: FeatureContext["seen"]
  readonly abort?: AbortSignal
  onAsk?(request: PermissionRequest): void | Promise<void>
}

export interface ToolRun {
  /** What the model reads: the reply, or the refusal. */
  readonly output: string
  readonly reply: ToolReply | undefined
  readonly asked: readonly PermissionRequest[]
  /** Folder of spilled texts. */
  readonly spillFolder: string
}

export async function runTool(
  name: "ast_grep_search" | "ast_grep_replace",
  args: Readonly<Record<string, unknown>>,
  run: RunOptions,
): Promise<ToolRun> {
  const asked: PermissionRequest[] = []
  const spill = createSpillStore(temporaryFolder())
  const parts: ToolParts = {
    options: run.options ?? { engine: "auto" },
    limits: run.limits ?? astGrepLimits,
    runtime: run.runtime ?? fastRuntime(),
    context: testContext(run, spill),
  }
  const tool: AnyTool =
    name === "ast_grep_search" ? createSearchTool(parts) : createReplaceTool(parts)
  try {
    const reply = await tool.run(args, {
      sessionId: "ses_test",
      messageId: "msg_test",
      callId: "call_test",
      agent: "build",
      directory: run.directory,
      abort: run.abort ?? new AbortController().signal,
      ask: async (request) => {
        asked.push(request)
        await run.onAsk?.(request)
      },
    })
    return { output: reply.output, reply, asked, spillFolder: spill.folder }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { output: describeRefusal(error), reply: undefined, asked, spillFolder: spill.folder }
  }
}

/** A project with these files, and one call in it. */
export async function searchIn(
  files: Readonly<Record<string, string | Uint8Array>>,
  args: Readonly<Record<string, unknown>>,
  run: Omit<RunOptions, "directory"> = {},
): Promise<ToolRun> {
  return runTool("ast_grep_search", args, { ...run, directory: createProject(files) })
}

/** Only what the feature uses of its context. */
function testContext(run: RunOptions, spill: FeatureContext["spill"]): FeatureContext {
  const silent = () => undefined
  const used: Partial<FeatureContext> = {
    host: { directory: run.directory, worktree: undefined } as FeatureContext["host"],
    clock: systemClock,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    seen: run.seen ?? createSeenFiles(),
    spill,
    environment: run.environment ?? { PATH: "/nonexistent", HOME: "/nonexistent" },
  }
  return used as FeatureContext
}
