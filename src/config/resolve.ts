// Sources in, settings and problems out. Pure: reading files is load.ts.
// A bad value never breaks the start: it keeps what was there before, is reported, and if it was meant to
// restrict, its feature refuses until it is mended (X4).

import * as z from "zod/mini"
import type { AnyFeature } from "../feature/feature.ts"
import { isRecord } from "../lib/json.ts"
import { inEnglish } from "../lib/schema.ts"
import { type ConfigProblem, describeProblem, unknownNameMessage } from "./problem.ts"
import { featureShape, type SharedOptions, sharedOptions } from "./schema.ts"
import { type EnvironmentSwitches, offWords, onWords, type Trust } from "./sources.ts"

/** One parsed source, lowest precedence first. */
export interface ConfigLayer {
  readonly trust: Trust
  readonly value: unknown
  /** Place of a key for reports, such as `…/opencode-workbench.jsonc:12`. */
  place(keyPath: readonly string[]): string
}

export interface FeatureSetting {
  readonly isEnabled: boolean
  readonly options: Readonly<Record<string, unknown>>
  /** Set while a restricting key is wrong: the feature answers every call with this. */
  readonly blockedBy: string | undefined
}

export interface ResolvedConfig {
  readonly shared: SharedOptions
  readonly features: ReadonlyMap<string, FeatureSetting>
  readonly problems: readonly ConfigProblem[]
}

export function resolveConfig(
  features: readonly AnyFeature[],
  layers: readonly ConfigLayer[],
  switches: EnvironmentSwitches,
): ResolvedConfig {
  const problems: ConfigProblem[] = []
  const names = features.map((feature) => feature.name)
  reportUnknownRootKeys(names, layers, problems)
  reportUnknownSwitches(names, switches, problems)
  const settings = features.map((feature): [string, FeatureSetting] => {
    const setting = resolveFeature(feature, layers, problems)
    const isOff = switches.isAllOff || switches.disabled.includes(feature.name)
    return [feature.name, isOff ? { ...setting, isEnabled: false } : setting]
  })
  const shared = resolveShared(layers, problems)
  reportUnknownTools(features, layers, problems)
  return { shared, features: new Map(settings), problems }
}

/** A value that was not understood is shown no longer than this. */
const shownCharactersMax = 40

function reportUnknownRootKeys(
  names: readonly string[],
  layers: readonly ConfigLayer[],
  problems: ConfigProblem[],
): void {
  const known = [...names, ...Object.keys(sharedOptions)]
  for (const layer of layers) {
    if (layer.value !== undefined && !isRecord(layer.value)) {
      problems.push(problemAt(layer, [], "must be an object."))
    }
    for (const key of Object.keys(isRecord(layer.value) ? layer.value : {})) {
      if (known.includes(key)) continue
      const message = unknownNameMessage(key, known)
      problems.push({ code: "CONFIG_KEY_UNKNOWN", place: layer.place([key]), key, message })
    }
  }
}

function reportUnknownSwitches(
  names: readonly string[],
  switches: EnvironmentSwitches,
  problems: ConfigProblem[],
): void {
  for (const key of switches.disabled.filter((name) => !names.includes(name))) {
    const message = unknownNameMessage(key, names)
    problems.push({ code: "CONFIG_KEY_UNKNOWN", place: "OPENCODE_WORKBENCH_DISABLE", key, message })
  }
  if (switches.unknown === undefined) return
  const message =
    `"${switches.unknown.slice(0, shownCharactersMax)}" is not understood, so nothing was switched off. ` +
    `All off: ${offWords.join(", ")}. All on: ${onWords.join(", ")}, or no such variable.`
  problems.push({ code: "CONFIG_VALUE_INVALID", place: "OPENCODE_WORKBENCH", key: "", message })
}

/** Names that switch off nothing: a tool that was meant to be gone is still offered. */
function reportUnknownTools(
  features: readonly AnyFeature[],
  layers: readonly ConfigLayer[],
  problems: ConfigProblem[],
): void {
  const known = features.flatMap(({ offers = [] }) => offers)
  for (const layer of layers) {
    const raw = isRecord(layer.value) ? layer.value.disabledTools : undefined
    const names = sharedOptions.disabledTools.safeParse(raw)
    for (const [index, name] of (names.data ?? []).entries()) {
      if (known.includes(name)) continue
      const isFeature = features.some((feature) => feature.name === name)
      const message = isFeature
        ? `names a feature, not a tool; write "${name}": false to switch it off.`
        : `names "${name.slice(0, shownCharactersMax)}", which ${unknownNameMessage(name, known)}`
      const place = layer.place(["disabledTools", String(index)])
      problems.push({ code: "CONFIG_KEY_UNKNOWN", place, key: "disabledTools", message })
    }
  }
}

function resolveShared(layers: readonly ConfigLayer[], problems: ConfigProblem[]): SharedOptions {
  let logLevel: SharedOptions["logLevel"] = "info"
  let disabledTools: readonly string[] = []
  for (const layer of layers) {
    if (!isRecord(layer.value)) continue
    const level = readKey(sharedOptions.logLevel, { layer, keyPath: ["logLevel"], problems })
    if (level) logLevel = level.value
    const tools = readKey(sharedOptions.disabledTools, {
      layer,
      keyPath: ["disabledTools"],
      problems,
    })
    // Switching off adds up, so that no later source offers again what an earlier one removed.
    if (tools) disabledTools = [...disabledTools, ...tools.value]
  }
  return { logLevel, disabledTools }
}

interface Draft {
  readonly feature: AnyFeature
  readonly shape: z.core.$ZodShape
  readonly values: Map<string, unknown>
  /** Restricting keys that a trusted source has set: the project's file cannot change them. */
  readonly fixed: Set<string>
  blockedBy: ConfigProblem | undefined
}

function resolveFeature(
  feature: AnyFeature,
  layers: readonly ConfigLayer[],
  problems: ConfigProblem[],
): FeatureSetting {
  const shape = featureShape(feature)
  const draft: Draft = { feature, shape, values: new Map(), fixed: new Set(), blockedBy: undefined }
  for (const layer of layers) applyLayer(draft, layer, problems)
  const { enabled, ...options } = z.object(shape).parse(Object.fromEntries(draft.values))
  return {
    isEnabled: enabled === true,
    options,
    blockedBy: draft.blockedBy && describeProblem(draft.blockedBy),
  }
}

function applyLayer(draft: Draft, layer: ConfigLayer, problems: ConfigProblem[]): void {
  const { name } = draft.feature
  const section = isRecord(layer.value) ? layer.value[name] : undefined
  if (section === undefined) return
  const keys = typeof section === "boolean" ? { enabled: section } : section
  if (!isRecord(keys)) {
    const problem = problemAt(layer, [name], "must be an object, true or false.")
    problems.push(problem)
    draft.blockedBy = problem
    return
  }
  for (const key of Object.keys(keys)) {
    applyKey(draft, { layer, keyPath: [name, key], problems }, keys[key])
  }
}

interface KeyContext {
  readonly layer: ConfigLayer
  readonly keyPath: readonly string[]
  readonly problems: ConfigProblem[]
}

function applyKey(draft: Draft, context: KeyContext, value: unknown): void {
  const { layer, keyPath, problems } = context
  const key = keyPath.at(-1) ?? ""
  const dotted = keyPath.join(".")
  const place = layer.place(keyPath)
  const field = draft.shape[key]
  if (field === undefined || !Object.hasOwn(draft.shape, key)) {
    const message = unknownNameMessage(key, Object.keys(draft.shape))
    problems.push({ code: "CONFIG_KEY_UNKNOWN", place, key: dotted, message })
    return
  }
  const isRestricting = key === "enabled" || draft.feature.restricts.includes(key)
  if (layer.trust === "project" && isForbiddenToProject(draft, key, value)) {
    const message =
      "is not taken from the project's own file; set it in the global file or in opencode.json."
    problems.push({ code: "CONFIG_KEY_UNTRUSTED", place, key: dotted, message })
    return
  }
  const parsed = z.safeParse(field, value, inEnglish)
  if (parsed.success) {
    draft.values.set(key, parsed.data)
    if (isRestricting && layer.trust === "trusted") draft.fixed.add(key)
    return
  }
  // A restriction that is silently gone would be worse than a feature that does nothing (X4).
  const consequence = isRestricting
    ? `${draft.feature.name} does nothing until that is mended.`
    : defaultIsUsed
  const problem = problemAt(layer, keyPath, describeIssue(parsed.error, consequence))
  problems.push(problem)
  if (isRestricting) draft.blockedBy = { ...problem, code: "CONFIG_RESTRICTION_INVALID" }
}

/** Opening keys never; restricting keys only where no trusted source has spoken, and switching off always. */
function isForbiddenToProject(draft: Draft, key: string, value: unknown): boolean {
  if (draft.feature.opens.includes(key)) return true
  if (key === "enabled" && value === false) return false
  return draft.fixed.has(key)
}

function readKey<Schema extends z.ZodMiniType>(
  schema: Schema,
  context: KeyContext,
): { readonly value: z.output<Schema> } | undefined {
  const { layer, keyPath, problems } = context
  const raw = isRecord(layer.value) ? layer.value[keyPath.join(".")] : undefined
  if (raw === undefined) return undefined
  const parsed = schema.safeParse(raw, inEnglish)
  if (parsed.success) return { value: parsed.data }
  problems.push(problemAt(layer, keyPath, describeIssue(parsed.error, defaultIsUsed)))
  return undefined
}

function problemAt(layer: ConfigLayer, keyPath: readonly string[], message: string): ConfigProblem {
  const place = layer.place(keyPath)
  return { code: "CONFIG_VALUE_INVALID", place, key: keyPath.join("."), message }
}

const defaultIsUsed = "Its default is used."

function describeIssue(error: z.core.$ZodError, consequence: string): string {
  const issue = error.issues[0]
  const inner = issue && issue.path.length > 0 ? ` at ${issue.path.map(String).join(".")}` : ""
  return `is wrong${inner}: ${issue?.message ?? "invalid value"}. ${consequence}`
}
