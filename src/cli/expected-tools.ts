// The names of the tools that the features offer under this configuration, without any host.

import type { ResolvedConfig } from "../config/resolve.ts"
import type { AnyFeature } from "../feature/feature.ts"
import { HostError } from "../host/host-error.ts"
import type { Host } from "../host/port.ts"
import { createContext } from "../plugin.ts"
import type { CliPlaces } from "./places.ts"

/** Creating a feature does no I/O by contract, so a host that answers nothing is enough to list its tools. */
export function expectedTools(
  features: readonly AnyFeature[],
  config: ResolvedConfig,
  places: CliPlaces,
): readonly string[] {
  const context = createContext(createAbsentHost(places), config)
  return features
    .flatMap((feature) => {
      const setting = config.features.get(feature.name)
      if (!setting?.isEnabled) return []
      const parts = feature.create(context.forFeature(feature.name), setting.options)
      return (parts.tools ?? []).map((tool) => tool.name)
    })
    .filter((tool) => !config.shared.disabledTools.includes(tool))
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
