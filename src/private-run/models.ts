// Which models may serve a private run, in order: the configured ones, the host's small model,
// then the models of agents that are cheap by purpose. Pure.

import type { AgentInfo, ModelRef } from "../host/port.ts"
import { readString } from "../lib/json.ts"

/** A configured model: `provider/model`, or the same with a variant. */
export type ModelChoice = string | { readonly id: string; readonly variant?: string | undefined }

const helperAgents: readonly string[] = ["explore", "explorer", "librarian"]

export interface ModelSources {
  readonly configured: readonly ModelChoice[]
  readonly hostConfig: Readonly<Record<string, unknown>>
  readonly agents: readonly AgentInfo[]
}

/** Candidates without duplicates; empty when nothing is configured anywhere. */
export function candidateModels(sources: ModelSources): readonly ModelRef[] {
  const helpers = helperAgents.flatMap((name) =>
    sources.agents.filter((agent) => agent.name === name).map((agent) => agent.model),
  )
  const small = readString(sources.hostConfig, "small_model")
  const all = [
    ...sources.configured.map(parseModelChoice),
    small === undefined ? undefined : parseModelChoice(small),
    ...helpers,
  ].filter((model) => model !== undefined)
  return all.filter((model, at) => all.findIndex((it) => modelId(it) === modelId(model)) === at)
}

/** `provider/model`, or undefined where the text names no provider. The model's own id may contain slashes. */
export function parseModelChoice(choice: ModelChoice): ModelRef | undefined {
  const { id, variant } = typeof choice === "string" ? { id: choice } : choice
  const slash = id.indexOf("/")
  if (slash < 1 || slash === id.length - 1) return undefined
  const model = { providerId: id.slice(0, slash), modelId: id.slice(slash + 1) }
  return variant === undefined ? model : { ...model, variant }
}

/** One text per model, as shown to users. */
export function modelId(model: ModelRef): string {
  const variant = model.variant === undefined ? "" : `#${model.variant}`
  return `${model.providerId}/${model.modelId}${variant}`
}
