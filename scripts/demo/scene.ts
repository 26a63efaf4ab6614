// One scene of the demo: what the model asks on which files, and what must come of it. Each feature keeps its
// scenes in scripts/demo/scenes/<feature>.ts as `export const scenes: readonly Scene[]`, or as a function of the
// stage where a scene needs a web server; `export const options` are the plugin's options for them.

import type { JsonObject } from "../../src/lib/json.ts"
import type { Case, CaseRun, LiveCase } from "../../test/e2e/support/case.ts"

export interface Scene extends Case {
  /** One sentence: the situation. */
  readonly title: string
  /** One sentence: what must come of it with the plugin. */
  readonly expectation: string
  /** The problem in a few words, or undefined when the scene went as expected. */
  check(run: CaseRun, alone: CaseRun): string | undefined
  /** In place of one prompt and its turn: drive the session by hand. Runs on both hosts. */
  act?(live: LiveCase): Promise<CaseRun>
}

export interface SceneStage {
  /** Serves pages on loopback until the demo ends; answers their base URL. */
  servePages(pages: Readonly<Record<string, ServedPage>>): Promise<string>
}

export interface ServedPage {
  readonly body: string | Uint8Array
  /** Default `text/html; charset=utf-8`. */
  readonly contentType?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

export interface SceneFile {
  readonly scenes: readonly Scene[] | ((stage: SceneStage) => Promise<readonly Scene[]>)
  readonly options?: JsonObject
}
