// The two hosts of a test file: `ours` with the plugin of this repository, `alone` without it. Both share one
// scripted model, start at their first case and end with the file.

import { afterAll } from "vitest"
import type { JsonObject } from "../../../src/lib/json.ts"
import type { Case, CaseRun } from "./case.ts"
import { type CaseHost, createCaseHost, ourPlugin } from "./case-host.ts"
import type { PluginEntry } from "./host-config.ts"
import { type ScriptedModel, startScriptedModel } from "./scripted-model.ts"

export interface UseHostsOptions {
  /** Options of our plugin. */
  readonly options?: JsonObject
  /** Plugins listed before ours, such as a probe; the host alone gets them too. */
  readonly before?: readonly PluginEntry[]
  /** Plugins listed after ours; the host alone gets them too. */
  readonly after?: readonly PluginEntry[]
  /** Merged over the host's configuration (permission, agent, compaction …). */
  readonly config?: JsonObject
  readonly environment?: Readonly<Record<string, string>>
  /** See CaseHostSettings: one project folder for all cases of the file, faster. */
  readonly oneProject?: boolean
}

export interface Hosts {
  readonly ours: CaseHost
  readonly alone: CaseHost
  readonly model: ScriptedModel
  /** Plays the same case on both, each on its own copy of the files. */
  both(described: Case): Promise<{ ours: CaseRun; alone: CaseRun }>
}

/** Call it with `await` at the top of a test file. */
export async function useHosts(options: UseHostsOptions = {}): Promise<Hosts> {
  const model = await startScriptedModel()
  const { before = [], after = [], config, environment, oneProject } = options
  const ours = createCaseHost({
    model,
    label: "ours",
    plugins: [...before, ourPlugin(options.options), ...after],
    config,
    environment,
    oneProject,
  })
  const alone = createCaseHost({
    model,
    label: "alone",
    plugins: [...before, ...after],
    config,
    environment,
    oneProject,
  })
  afterAll(async () => {
    await Promise.all([ours.stop(), alone.stop()])
    await model.close()
  })
  return {
    ours,
    alone,
    model,
    both: async (described) => {
      const [withOurs, without] = await Promise.all([ours.play(described), alone.play(described)])
      return { ours: withOurs, alone: without }
    },
  }
}
