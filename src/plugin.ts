// Boot, top to bottom: host -> configuration -> context -> features -> pipeline -> host hooks.
// Whatever fails here, the host gets an object and starts (HOST-QUIRK-11).

import os from "node:os"
import type { Hooks, Plugin, PluginInput } from "@opencode-ai/plugin"
import { createBoardLink } from "./board/link.ts"
import { entryFile } from "./config/entry-file.ts"
import { loadConfig } from "./config/load.ts"
import { type ConfigProblem, describeProblem, entryPlace } from "./config/problem.ts"
import type { FeatureSetting, ResolvedConfig } from "./config/resolve.ts"
import { blockedParts } from "./feature/blocked.ts"
import type { AnyFeature, FeatureContext } from "./feature/feature.ts"
import { scopeLogger } from "./feature/logger.ts"
import { createPipeline, type NamedParts } from "./feature/pipeline.ts"
import { createPrivateSessions } from "./feature/private-sessions.ts"
import { createClashWatch } from "./feature/tool-clash.ts"
import type { AnyTool } from "./feature/tool-spec.ts"
import type { Host } from "./host/port.ts"
import { createHooks, createReportingHooks } from "./host/v1/hooks.ts"
import { connectHost } from "./host/v1/host.ts"
import { claimInstance } from "./host/v1/instance.ts"
import { systemClock } from "./lib/clock.ts"
import { observeTools } from "./seen/observe-tools.ts"
import { createSeenFiles } from "./seen/seen-files.ts"
import { createSpillStore } from "./spill/spill-store.ts"

/** The host's entry point for a list of features; the package's own list is the registry. */
export function createServer(features: readonly AnyFeature[]): Plugin {
  return (input, options) => boot(features, input, options)
}

async function boot(
  features: readonly AnyFeature[],
  input: PluginInput,
  options: unknown,
): Promise<Hooks> {
  const { host, logSink } = connectHost(input, process.argv)
  try {
    if (!claimInstance(input.client)) {
      host.log("warn", "listed-twice", { directory: host.directory })
      return createReportingHooks(logSink)
    }
    const places = { ...host, home: os.homedir(), environment: { ...process.env } }
    const config = await loadConfig(features, places, options)
    return start({ host, logSink, features, config, options })
  } catch (error) {
    host.log("error", "start-failed", { error: error instanceof Error ? error.message : "unknown" })
    return createReportingHooks(logSink)
  }
}

interface StartParts {
  readonly features: readonly AnyFeature[]
  readonly host: Host
  readonly logSink: ReturnType<typeof connectHost>["logSink"]
  readonly config: ResolvedConfig
  /** Options of our entry in the host's configuration, as the host gave them. */
  readonly options: unknown
}

function start({ host, logSink, features, config, options }: StartParts): Hooks {
  const log = scopeLogger(host.log, "plugin", config.shared.logLevel)
  const context = createContext(host, config)
  const report = createProblemReport(host, config.problems, options)
  const steps: NamedParts[] = [
    { feature: "config", parts: { onHostConfig: ({ view }) => report.locate(view) } },
    { feature: "seen-files", parts: observeTools(context.shared.seen, host) },
    ...createFeatures(features, config, context),
  ]
  const pipeline = createPipeline(steps, { clock: systemClock, log })
  const tools = pipeline.tools.filter((tool) => !config.shared.disabledTools.includes(tool.name))
  for (const tool of tools) context.tools.set(tool.name, tool)
  return createHooks({
    pipeline: { ...pipeline, tools },
    log,
    logSink,
    spill: context.shared.spill,
    onFirstHook: report.send,
    onToolDefinition: createClashWatch({
      descriptions: new Map(tools.map((tool) => [tool.name, tool.description])),
      report: (toolId) => reportClash(host, toolId),
    }),
  })
}

function reportClash(host: Host, toolId: string): void {
  const text = `TOOL_CLASH: another plugin also registers ${toolId}; the one that is listed last is used.`
  host.log("warn", "tool-clash", { problem: text })
  void host.toast("warning", text).catch(() => undefined)
}

/** What all features share; the log is scoped for each. Also for `doctor`, which has no host. */
export function createContext(host: Host, config: ResolvedConfig) {
  const tools = new Map<string, AnyTool>()
  const shared = {
    host,
    clock: systemClock,
    seen: createSeenFiles(),
    spill: createSpillStore(),
    privateSessions: createPrivateSessions(),
    board: createBoardLink(),
    ownTool: (name: string) => tools.get(name),
    loopTrait: (name: string) => tools.get(name)?.loop,
    environment: { ...process.env },
  }
  const forFeature = (name: string): FeatureContext => ({
    ...shared,
    log: scopeLogger(host.log, name, config.shared.logLevel),
  })
  return { shared, tools, forFeature }
}

function createFeatures(
  features: readonly AnyFeature[],
  config: ResolvedConfig,
  context: ReturnType<typeof createContext>,
): readonly NamedParts[] {
  return features.flatMap((feature) => {
    const setting = config.features.get(feature.name)
    if (!setting?.isEnabled) return []
    return [{ feature: feature.name, parts: createParts(feature, setting, context) }]
  })
}

function createParts(
  feature: AnyFeature,
  setting: FeatureSetting,
  context: ReturnType<typeof createContext>,
) {
  const parts = feature.create(context.forFeature(feature.name), setting.options)
  return setting.blockedBy === undefined ? parts : blockedParts(feature, parts, setting.blockedBy)
}

/** Once: every problem into the log, and one toast. */
function createProblemReport(host: Host, problems: readonly ConfigProblem[], options: unknown) {
  let entry: string | undefined
  const send = () => {
    const lines = problems.map((problem) => {
      const isInEntry = problem.place === entryPlace(undefined, os.homedir())
      return describeProblem(
        isInEntry ? { ...problem, place: entryPlace(entry, os.homedir()) } : problem,
      )
    })
    for (const line of lines) host.log("warn", "config-problem", { problem: line })
    const [first] = lines
    if (first === undefined) return
    const rest = lines.length > 1 ? ` (and ${lines.length - 1} more, see the log)` : ""
    void host.toast("warning", `${first}${rest}`).catch(() => undefined)
  }
  return {
    send,
    /** Notes which file of the host the options stand in. */
    locate: (view: Readonly<Record<string, unknown>>) => {
      entry = entryFile(view, options)
    },
  }
}
