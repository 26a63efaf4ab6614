// The ordered list of features: the table of contents, and the order in which hooks run.

import type { AnyFeature } from "./feature/feature.ts"

export const registry: readonly AnyFeature[] = []
