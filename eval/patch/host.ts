// Plays cases on the real host: one process, a few project folders side by side, one session per case.
// With snapshots the model first reads the file as its author saw it; then the file changes behind its back.

import path from "node:path"
import { openCase } from "../../test/e2e/support/case.ts"
import { createCaseHost, ourPlugin } from "../../test/e2e/support/case-host.ts"
import type { PluginEntry } from "../../test/e2e/support/host-config.ts"
import type { Project } from "../../test/e2e/support/project.ts"
import { call, type Step, say } from "../../test/e2e/support/script.ts"
import { startScriptedModel } from "../../test/e2e/support/scripted-model.ts"
import type { PatchCase, RunResult } from "./case.ts"

/** Project folders that are played in side by side. */
const lanes = 3

export async function runOnHost(
  cases: readonly PatchCase[],
  useSnapshots: boolean,
  plugins: readonly PluginEntry[] = [ourPlugin()],
): Promise<readonly RunResult[]> {
  const model = await startScriptedModel()
  const host = createCaseHost({
    model,
    label: "eval",
    plugins,
    lifeMs: 3_600_000,
  })
  const results = new Array<RunResult | undefined>(cases.length).fill(undefined)
  try {
    const { client } = await host.process()
    const queue = [...cases.entries()]
    const work = async (lane: number): Promise<void> => {
      const root = path.join(host.folders.projects, `lane-${lane}`)
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [index, patchCase] = next
        results[index] = await playCase({ client, model, root }, patchCase, useSnapshots)
      }
    }
    await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)))
  } finally {
    await host.stop()
    await model.close()
  }
  return results.flatMap((result) => (result ? [result] : []))
}

async function playCase(
  stage: Parameters<typeof openCase>[0],
  patchCase: PatchCase,
  useSnapshots: boolean,
): Promise<RunResult> {
  const seen = useSnapshots ? patchCase.seen : undefined
  const files = { [patchCase.path]: seen ?? patchCase.content }
  const live = await openCase(stage, { files, steps: [] })
  const patchCall = call("apply_patch", { patchText: patchCase.patch })
  const steps = seen === undefined ? [patchCall] : changedAfterRead(live.project, patchCase)
  const start = performance.now()
  const run = await live.send("Go on.", [...steps, say("end")])
  const ms = performance.now() - start
  const result = run.results.findLast(({ tool }) => tool === "apply_patch")
  return {
    text: run.read(patchCase.path) ?? "",
    isError: result?.status !== "completed",
    message: result?.output ?? "the call was not made",
    ms,
  }
}

function changedAfterRead(project: Project, patchCase: PatchCase): readonly Step[] {
  return [
    call("read", { filePath: patchCase.path }),
    () => {
      project.write(patchCase.path, patchCase.content)
      return call("apply_patch", { patchText: patchCase.patch })
    },
  ]
}
