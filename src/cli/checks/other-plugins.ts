// What else is listed: our own package twice, and plugins that are known to do the same work.

import type { ListedPlugin } from "../host-config-view.ts"
import type { Check, Finding } from "./check.ts"

/** Packages that bring tools or hooks for the same jobs; both at once work on the same calls. */
const overlapping: readonly { readonly name: string; readonly with: readonly string[] }[] = [
  {
    name: "oh-my-opencode-slim",
    with: ["apply-patch", "webfetch", "ast-grep", "tasks", "tool-loop-guard"],
  },
  { name: "oh-my-opencode", with: ["ast-grep", "tasks", "compaction"] },
  { name: "oh-my-openagent", with: ["ast-grep", "tasks", "compaction"] },
]

export const otherPluginsCheck: Check = {
  name: "other plugins",
  run: async ({ hostConfig }) => {
    const findings = [...listedTwice(hostConfig.plugins), ...hostConfig.plugins.flatMap(overlapOf)]
    if (findings.length > 0) return findings
    const others = hostConfig.plugins.filter((plugin) => !plugin.isOurs).length
    return [{ level: "ok", message: `${others} listed, none known to do the same work.` }]
  },
}

function listedTwice(plugins: readonly ListedPlugin[]): readonly Finding[] {
  const ours = plugins.filter((plugin) => plugin.isOurs)
  if (ours.length < 2) return []
  const places = ours.map((plugin) => plugin.place).join(" and ")
  const message = `This package is listed ${ours.length} times (${places}); only one of them acts.`
  return [{ level: "warning", message, next: "Keep the entry whose options you want." }]
}

function overlapOf(plugin: ListedPlugin): readonly Finding[] {
  const known = overlapping.find(({ name }) => nameOf(plugin.spec) === name)
  if (!known) return []
  return [
    {
      level: "warning",
      message: `${known.name} (${plugin.place}) also does the work of ${known.with.join(", ")}.`,
      next: "Switch those features off in one of the two.",
    },
  ]
}

/** `name@version` and `@scope/name@version` without the version. */
function nameOf(spec: string): string {
  return spec.replace(/(?<=.)@.*$/, "")
}
