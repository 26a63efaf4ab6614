// The demo: the real host with the plugin, next to the host alone, on scenes of every feature.
// Exits 1 if one scene did not go as expected.

import { readdirSync } from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import type { JsonObject } from "../../src/lib/json.ts"
import type { Case, CaseRun } from "../../test/e2e/support/case.ts"
import { type CaseHost, createCaseHost, ourPlugin } from "../../test/e2e/support/case-host.ts"
import { startScriptedModel } from "../../test/e2e/support/scripted-model.ts"
import { describeAsked, describeOutcome } from "./narrate.ts"
import type { Scene, SceneFile } from "./scene.ts"
import { openStage } from "./stage.ts"

interface Chapter extends SceneFile {
  readonly feature: string
}

const only = process.argv.slice(2)
const chapters = await loadChapters(path.join(import.meta.dirname, "scenes"))
const model = await startScriptedModel()
const stage = openStage()
const ours = createCaseHost({
  model,
  label: "ours",
  oneProject: true,
  plugins: [ourPlugin(mergeOptions(chapters))],
})
const alone = createCaseHost({ model, label: "alone", oneProject: true })
let played = 0
let failed = 0
try {
  for (const chapter of chapters) await playChapter(chapter)
} finally {
  await Promise.all([ours.stop(), alone.stop()])
  await model.close()
  stage.close()
}
console.log(`\n${played - failed} of ${played} scenes went as expected.`)
process.exitCode = failed === 0 && played > 0 ? 0 : 1

async function playChapter(chapter: Chapter): Promise<void> {
  const scenes = typeof chapter.scenes === "function" ? await chapter.scenes(stage) : chapter.scenes
  console.log(`\n=== ${chapter.feature} ===`)
  for (const scene of scenes) {
    played += 1
    const problem = await playScene(scene)
    if (problem !== undefined) failed += 1
  }
}

async function playScene(scene: Scene): Promise<string | undefined> {
  console.log(`\n${played}. ${scene.title}`)
  const [withPlugin, without] = await Promise.all([perform(ours, scene), perform(alone, scene)])
  print("asked", describeAsked(withPlugin))
  print("host alone", describeOutcome(scene, without))
  print("with plugin", describeOutcome(scene, withPlugin))
  const problem = scene.check(withPlugin, without)
  const verdict = problem === undefined ? scene.expectation : `${scene.expectation} BUT ${problem}`
  print(problem === undefined ? "as expected" : "FAILED", [verdict])
  return problem
}

async function perform(host: CaseHost, scene: Scene): Promise<CaseRun> {
  const described: Case = scene
  if (scene.act === undefined) return host.play(described)
  return scene.act(await host.open(described))
}

function print(label: string, lines: readonly string[]): void {
  console.log(`   ${label}:`)
  for (const line of lines) console.log(`      ${line}`)
}

async function loadChapters(folder: string): Promise<readonly Chapter[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"))
  const names = files.map((file) => path.basename(file, ".ts"))
  const unknown = only.filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    console.error(`There is no scene for ${unknown.join(", ")}. Choose from: ${names.join(", ")}`)
    process.exit(2)
  }
  const chapters: Chapter[] = []
  for (const file of files.sort()) {
    const feature = path.basename(file, ".ts")
    if (only.length > 0 && !only.includes(feature)) continue
    const loaded: SceneFile = await import(pathToFileURL(path.join(folder, file)).href)
    chapters.push({ ...loaded, feature })
  }
  return chapters
}

function mergeOptions(all: readonly Chapter[]): JsonObject {
  return Object.assign({}, ...all.map((chapter) => chapter.options ?? {}))
}
