// The shape of the whole configuration, assembled from what each feature declares.

import * as z from "zod/mini"
import type { AnyFeature } from "../feature/feature.ts"
import { described } from "../lib/schema.ts"

export const enabledOption = described(
  z._default(z.boolean(), true),
  "Switches the feature on or off. `false` in place of the object means the same.",
)

/** Keys beside the features. */
export const sharedOptions = {
  $schema: described(z.optional(z.string()), "Address of the JSON schema, for editor completion."),
  logLevel: described(
    z._default(z.enum(["debug", "info", "warn", "error"]), "info"),
    "Least severe level that is written to the host's log.",
  ),
  disabledTools: described(
    z._default(z.array(z.string()), []),
    "Tools of this package that are not offered, by name.",
  ),
} as const

export type SharedOptions = {
  readonly logLevel: "debug" | "info" | "warn" | "error"
  readonly disabledTools: readonly string[]
}

/** The options of a feature with its switch first. */
export function featureShape(feature: AnyFeature): z.core.$ZodShape {
  return { enabled: enabledOption, ...feature.options }
}

/** The root object for editors: every feature may be an object or a plain switch. */
export function rootSchema(features: readonly AnyFeature[]): z.ZodMiniObject {
  const sections = features.map((feature) => [
    feature.name,
    described(
      z.optional(z.union([z.boolean(), z.strictObject(featureShape(feature))])),
      feature.summary,
    ),
  ])
  return z.strictObject({ ...sharedOptions, ...Object.fromEntries(sections) })
}

/** Draft-7 JSON schema of the configuration file. */
export function configJsonSchema(features: readonly AnyFeature[]): unknown {
  return z.toJSONSchema(rootSchema(features), { io: "input", target: "draft-7" })
}
