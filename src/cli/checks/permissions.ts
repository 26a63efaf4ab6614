// Permission rules of the host that take away what a feature that is on would offer.

import { isRecord } from "../../lib/json.ts"
import type { Check, Finding } from "./check.ts"

/** Permission keys that the tools of a feature ask for, or that the host uses to hide them. */
const keysOf: Readonly<Record<string, readonly string[]>> = {
  "apply-patch": ["edit"],
  "search-path-guard": ["grep", "glob"],
  webfetch: ["webfetch"],
  "web-search": ["web_search"],
  "agentic-fetch": ["webfetch", "web_search"],
  "ast-grep": ["grep", "edit"],
  tasks: ["task"],
}

export const permissionsCheck: Check = {
  name: "permissions",
  run: async ({ config, features, hostConfig }) => {
    const isOn = (name: string) => config.features.get(name)?.isEnabled === true
    const clashes = features
      .filter((feature) => isOn(feature.name))
      .flatMap(({ name }) =>
        (keysOf[name] ?? [])
          .filter((key) => isDenied(hostConfig.permission, key))
          .map((key) => describeClash(name, key)),
      )
    if (clashes.length > 0) return clashes
    return [
      { level: "ok", message: "No top-level rule takes away a tool of a feature that is on." },
    ]
  },
}

/** The key's own rule decides; a rule for everything only where there is none. */
function isDenied(permission: Readonly<Record<string, unknown>>, key: string): boolean {
  const rule = Object.hasOwn(permission, key) ? permission[key] : permission["*"]
  if (rule === "deny") return true
  return isRecord(rule) && Object.keys(rule).length === 1 && rule["*"] === "deny"
}

function describeClash(feature: string, key: string): Finding {
  return {
    level: "warning",
    message: `${feature} is on, but the permission "${key}" is denied, so the host does not offer what needs it.`,
    next: `Allow "${key}" or set it to "ask"; or switch the feature off: "${feature}": false.`,
  }
}
