// A feature's surroundings for tests of its wiring: a host that records aborts and toasts, and nothing behind it.

import { createBoardLink } from "../../src/board/link.ts"
import type { FeatureContext } from "../../src/feature/feature.ts"
import { createPrivateSessions } from "../../src/feature/private-sessions.ts"
import type { Host } from "../../src/host/port.ts"
import { systemClock } from "../../src/lib/clock.ts"
import { createSeenFiles } from "../../src/seen/seen-files.ts"
import { createSpillStore } from "../../src/spill/spill-store.ts"

export interface GuardContextOptions {
  readonly directory: string
  readonly environment?: Readonly<Record<string, string>>
}

export function createGuardContext({ directory, environment = {} }: GuardContextOptions) {
  const aborted: string[] = []
  const toasts: string[] = []
  const unexpected = async (): Promise<never> => {
    throw new Error("not part of this test")
  }
  const ignore = () => undefined
  const host: Host = {
    directory,
    worktree: undefined,
    mode: "interactive",
    version: async () => undefined,
    sessions: {
      get: unexpected,
      create: unexpected,
      setMetadata: unexpected,
      children: unexpected,
      list: unexpected,
      messages: unexpected,
      message: unexpected,
      statuses: unexpected,
      todos: unexpected,
      prompt: unexpected,
      promptAsync: unexpected,
      remove: unexpected,
      abort: async (id) => {
        aborted.push(id)
      },
    },
    requests: {
      permissions: unexpected,
      questions: unexpected,
      rejectPermission: unexpected,
      answerQuestion: unexpected,
      dismissQuestion: unexpected,
    },
    agents: unexpected,
    config: unexpected,
    toast: async (_, message) => {
      toasts.push(message)
    },
    log: ignore,
  }
  const context: FeatureContext = {
    host,
    clock: systemClock,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    seen: createSeenFiles(),
    spill: createSpillStore(directory),
    privateSessions: createPrivateSessions(),
    board: createBoardLink(),
    ownTool: () => undefined,
    loopTrait: () => undefined,
    environment,
  }
  return { context, aborted, toasts }
}
