// The shape of the whole configuration, assembled from what each feature declares.

import { z } from "zod"
import type { AnyFeature } from "../feature/feature.ts"

export const enabledOption = z
  .boolean()
  .default(true)
  .describe("Switches the feature on or off. `false` in place of the object means the same.")

/** Keys beside the features. */
export const sharedOptions = {
  $schema: z.string().optional().describe("Address of the JSON schema, for editor completion."),
  logLevel: z
    .enum(["debug", "info", "warn", "error"])
    .default("info")
    .describe("Least severe level that is written to the host's log."),
  disabledTools: z
    .array(z.string())
    .default([])
    .describe("Tools of this package that are not offered, by name."),
} as const

export type SharedOptions = {
  readonly logLevel: "debug" | "info" | "warn" | "error"
  readonly disabledTools: readonly string[]
}

/** The options of a feature with its switch first. */
export function featureShape(feature: AnyFeature): z.ZodRawShape {
  return { enabled: enabledOption, ...feature.options }
}

/** The root object for editors: every feature may be an object or a plain switch. */
export function rootSchema(features: readonly AnyFeature[]): z.ZodObject {
  const sections = features.map((feature) => [
    feature.name,
    z
      .union([z.boolean(), z.strictObject(featureShape(feature))])
      .optional()
      .describe(feature.summary),
  ])
  return z.strictObject({ ...sharedOptions, ...Object.fromEntries(sections) })
}

/** Draft-7 JSON schema of the configuration file. */
export function configJsonSchema(features: readonly AnyFeature[]): unknown {
  return z.toJSONSchema(rootSchema(features), { io: "input", target: "draft-7" })
}
