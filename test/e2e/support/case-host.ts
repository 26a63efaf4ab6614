// A host that plays cases: started at the first case, restarted on the same data when asked.

import path from "node:path"
import { pathToFileURL } from "node:url"
import type { JsonObject } from "../../../src/lib/json.ts"
import { type Case, type CaseRun, type LiveCase, type OpenedCase, openCase } from "./case.ts"
import { repositoryRoot } from "./host-binary.ts"
import type { PluginEntry } from "./host-config.ts"
import { createHostFolders, type HostFolders } from "./host-folders.ts"
import { type HostProcess, type RunOutcome, runHost, startHost } from "./host-process.ts"
import { createProject } from "./project.ts"
import type { Step } from "./script.ts"
import type { ScriptedModel, ScriptOptions } from "./scripted-model.ts"

export interface CaseHostSettings {
  readonly model: ScriptedModel
  readonly plugins?: readonly PluginEntry[]
  /** Merged over the host's configuration. */
  readonly config?: JsonObject | undefined
  readonly environment?: Readonly<Record<string, string>> | undefined
  /** Share the folders of another host: two hosts on one data folder. */
  readonly folders?: HostFolders | undefined
  readonly label?: string
  /**
   * All cases play in one project folder, emptied before each: about two seconds faster a case, because the host
   * keeps one instance. One case at a time. Cases with `.opencode` files get their own. Default false.
   */
  readonly oneProject?: boolean | undefined
  readonly lifeMs?: number | undefined
}

export interface CaseHost {
  readonly folders: HostFolders
  /** The running host; starts it at the first use. */
  process(): Promise<HostProcess>
  open(described: OpenedCase): Promise<LiveCase>
  play(described: Case): Promise<CaseRun>
  /** Ends the host (`kill` as a crash) and starts it again on the same data. */
  restart(how?: "stop" | "kill"): Promise<HostProcess>
  /** `opencode run` on the same configuration with a script for its session. */
  run(described: Case, args?: readonly string[]): Promise<RunOutcome & { directory: string }>
  stop(): Promise<void>
}

/** The plugin of this repository, from source, with options. */
export function ourPlugin(options: JsonObject = {}): PluginEntry {
  return [pathToFileURL(path.join(repositoryRoot, "src/index.ts")).href, options]
}

/** A probe plugin of test/e2e/fixtures, with options. */
export function probePlugin(file: string, options: JsonObject = {}): PluginEntry {
  return [pathToFileURL(path.join(repositoryRoot, "test/e2e/fixtures", file)).href, options]
}

export function createCaseHost(settings: CaseHostSettings): CaseHost {
  const { model } = settings
  const folders = settings.folders ?? createHostFolders(settings.label)
  const hostSettings = { ...settings, folders, modelUrl: model.baseUrl }
  const isOwner = settings.folders === undefined
  let starting: Promise<HostProcess> | undefined
  let cases = 0

  const process = () => {
    starting ??= startHost(hostSettings)
    return starting
  }
  const nextRoot = (described: OpenedCase) => {
    cases += 1
    const hasConfig = Object.keys(described.files ?? {}).some((file) =>
      file.startsWith(".opencode/"),
    )
    const kind = described.git === false ? "plain" : "git"
    const place = settings.oneProject && !hasConfig ? kind : `case-${cases}`
    return path.join(folders.projects, `${settings.label ?? "host"}-${place}`)
  }
  const open = async (described: OpenedCase) => {
    const { client } = await process()
    return openCase({ client, model, root: nextRoot(described) }, described)
  }
  return {
    folders,
    process,
    open,
    play: async (described) => {
      const live = await open(described)
      const { prompt = "Go on.", steps, children, summary } = described
      return live.send(prompt, steps, {
        ...(children === undefined ? {} : { children }),
        ...(summary === undefined ? {} : { summary }),
      })
    },
    restart: async (how = "stop") => {
      const running = await process()
      await running[how]()
      starting = undefined
      return process()
    },
    run: async (described, args = []) => {
      const project = createProject(nextRoot(described), described)
      const directory = path.resolve(project.root, described.subdirectory ?? ".")
      scriptRun(model, described.steps, described)
      const prompt = described.prompt ?? "Go on."
      const outcome = await runHost(hostSettings, { directory, prompt, args: [...args] })
      return { ...outcome, directory }
    },
    stop: async () => {
      if (starting !== undefined) {
        const running = await starting.catch(() => undefined)
        await running?.stop()
      }
      if (isOwner) folders.remove()
    },
  }
}

function scriptRun(model: ScriptedModel, steps: readonly Step[], options: ScriptOptions): void {
  model.scriptNextSession(steps, { children: options.children, summary: options.summary })
}
