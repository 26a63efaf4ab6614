// Which engine searches code by structure here, and for which languages.

import { findBinary } from "../../features/ast-grep/engine/find-binary.ts"
import { languages } from "../../features/ast-grep/languages.ts"
import type { Check } from "./check.ts"

export const astEnginesCheck: Check = {
  name: "ast-grep",
  run: async ({ config }) => {
    const configured = config.features.get("ast-grep")?.options.binary
    const verdict = findBinary(typeof configured === "string" ? configured : undefined)
    if (verdict.kind === "found") {
      const message = `The ast-grep binary serves all ${languages.length} languages.`
      return [{ level: "ok", message }]
    }
    const inChild = languages.filter((language) => language.napiName !== undefined)
    const names = inChild.map((language) => language.name).join(", ")
    return [
      {
        level: "warning",
        message: `No ast-grep binary: ${verdict.reason}. Only ${names} can be searched by structure.`,
        next: "Install the package again without --omit=optional.",
      },
    ]
  },
}
