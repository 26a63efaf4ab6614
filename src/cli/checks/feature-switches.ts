// Each feature on or off, and what decided it.

import { loadConfig } from "../../config/load.ts"
import type { ResolvedConfig } from "../../config/resolve.ts"
import type { Check, DoctorContext, Finding } from "./check.ts"

export const featureCheck: Check = {
  name: "features",
  run: async (context) => {
    const layers = await withoutLayers(context)
    return context.features.map(({ name, summary }): Finding => {
      const setting = context.config.features.get(name)
      if (setting?.blockedBy !== undefined) {
        const message = `${name} refuses every call: ${setting.blockedBy}`
        return { level: "error", message, next: "Mend that setting; it was meant to restrict." }
      }
      if (setting?.isEnabled) return { level: "ok", message: `${name} is on: ${summary}` }
      return { level: "info", message: `${name} is off, by ${describeCause(name, layers)}.` }
    })
  },
}

interface LayerProbe {
  readonly cause: string
  /** The configuration without the environment, without the tuple as well, without the project as well. */
  readonly without: ResolvedConfig
}

/** The switch that turns a feature off is in the layer whose absence turns it on. */
function describeCause(name: string, layers: readonly LayerProbe[]): string {
  const layer = layers.find(({ without }) => without.features.get(name)?.isEnabled)
  return layer?.cause ?? "the global opencode-workbench.jsonc"
}

async function withoutLayers({ features, places, hostConfig }: DoctorContext) {
  const { OPENCODE_WORKBENCH: _, OPENCODE_WORKBENCH_DISABLE: __, ...rest } = places.environment
  const quiet = { ...places, environment: rest }
  const nowhere = { ...quiet, directory: "", worktree: undefined }
  const options = hostConfig.plugins.find((plugin) => plugin.isOurs)?.options
  const probes: readonly LayerProbe[] = [
    {
      cause: "the environment (OPENCODE_WORKBENCH or OPENCODE_WORKBENCH_DISABLE)",
      without: await loadConfig(features, quiet, options),
    },
    {
      cause: "the options in opencode.json",
      without: await loadConfig(features, quiet, undefined),
    },
    {
      cause: "the project's .opencode/opencode-workbench.jsonc",
      without: await loadConfig(features, nowhere, undefined),
    },
  ]
  return probes
}
