// The names of the tools that the features offer under this configuration, without any host.

import { createBoardLink } from "../board/link.ts"
import type { ResolvedConfig } from "../config/resolve.ts"
import type { AnyFeature, FeatureContext } from "../feature/feature.ts"
import { scopeLogger } from "../feature/logger.ts"
import { createPrivateSessions } from "../feature/private-sessions.ts"
import { HostError } from "../host/host-error.ts"
import type { Host } from "../host/port.ts"
import { systemClock } from "../lib/clock.ts"
import { createSeenFiles } from "../seen/seen-files.ts"
import { createSpillStore } from "../spill/spill-store.ts"
import type { CliPlaces } from "./places.ts"

export function expectedTools(
  features: readonly AnyFeature[],
  config: ResolvedConfig,
  places: CliPlaces,
): readonly string[] {
  const context = createIdleContext(places)
  return features
    .flatMap((feature) => {
      const setting = config.features.get(feature.name)
      if (!setting?.isEnabled) return []
      return (feature.create(context, setting.options).tools ?? []).map((tool) => tool.name)
    })
    .filter((tool) => !config.shared.disabledTools.includes(tool))
}

/** Creating a feature does no I/O by contract, so a host that answers nothing is enough to list its tools. */
function createIdleContext(places: CliPlaces): FeatureContext {
  return {
    host: createAbsentHost(places),
    clock: systemClock,
    log: scopeLogger(() => undefined, "cli", "error"),
    seen: createSeenFiles(),
    spill: createSpillStore(),
    privateSessions: createPrivateSessions(),
    board: createBoardLink(),
    ownTool: () => undefined,
    loopTrait: () => undefined,
    environment: places.environment,
  }
}

function createAbsentHost({ directory, worktree }: CliPlaces): Host {
  const absent = async (): Promise<never> => {
    throw new HostError("unsupported", "no", "there is no host here")
  }
  return {
    directory,
    worktree,
    mode: "interactive",
    sessions: {
      get: absent,
      create: absent,
      setMetadata: absent,
      children: absent,
      list: absent,
      messages: absent,
      message: absent,
      statuses: absent,
      todos: absent,
      prompt: absent,
      promptAsync: absent,
      abort: absent,
      remove: absent,
    },
    requests: {
      permissions: absent,
      questions: absent,
      rejectPermission: absent,
      answerQuestion: absent,
      dismissQuestion: absent,
    },
    agents: absent,
    config: absent,
    version: absent,
    toast: absent,
    log: () => undefined,
  }
}
