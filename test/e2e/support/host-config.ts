// The host configuration of a test host: scripted models, plugins, and whatever a case adds.

import type { JsonObject } from "../../../src/lib/json.ts"

/** Path, `file://` URL or package spec, with or without options. */
export type PluginEntry = string | readonly [spec: string, options: JsonObject]

/** Models of the provider `fake`. `gpt-5-fake` is offered `apply_patch`, the others `edit` and `write`. */
export const modelIds = {
  patching: "gpt-5-fake",
  editing: "fake-1",
  /** 8,000 tokens of context: a reply with usage near it makes the host compact. */
  smallContext: "gpt-5-small",
  secondary: "fake-2",
} as const

export interface ConfigOptions {
  readonly modelUrl: string
  readonly plugins: readonly PluginEntry[]
  /** Merged over the generated configuration, key by key at the top level. */
  readonly patch?: JsonObject | undefined
}

export function createHostConfig(options: ConfigOptions): JsonObject {
  return {
    $schema: "https://opencode.ai/config.json",
    model: `fake/${modelIds.patching}`,
    small_model: `fake/${modelIds.secondary}`,
    autoupdate: false,
    share: "disabled",
    // One git snapshot a step costs more than the step itself; no feature looks at them.
    snapshot: false,
    provider: {
      fake: {
        npm: "@ai-sdk/openai-compatible",
        name: "Scripted",
        options: { baseURL: options.modelUrl, apiKey: "none" },
        models: {
          [modelIds.patching]: describeModel(modelIds.patching, 200_000),
          [modelIds.editing]: describeModel(modelIds.editing, 200_000),
          [modelIds.smallContext]: describeModel(modelIds.smallContext, 8_000),
          [modelIds.secondary]: describeModel(modelIds.secondary, 200_000),
        },
      },
    },
    plugin: options.plugins.map((entry) => (typeof entry === "string" ? entry : [...entry])),
    ...options.patch,
  }
}

function describeModel(name: string, context: number): JsonObject {
  return {
    name,
    tool_call: true,
    attachment: true,
    modalities: { input: ["text", "image"], output: ["text"] },
    limit: { context, output: 1_000 },
  }
}
