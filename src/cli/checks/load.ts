// Does the host load the plugin, and does another plugin offer tools of the same names? The host is started twice
// for a moment: once as it is, once with everything of ours switched off. The difference is what we bring.

import { nativeTools } from "../../host/native-tools.ts"
import { expectedTools } from "../expected-tools.ts"
import type { ListedPlugin } from "../host-config-view.ts"
import { askTools } from "../host-process.ts"
import { describeMissingEntry } from "../plugin-entry.ts"
import type { Check, DoctorContext, Finding } from "./check.ts"

export const loadCheck: Check = {
  name: "load",
  run: async (context) => {
    const ours = context.hostConfig.plugins.filter((plugin) => plugin.isOurs)
    if (ours.length === 0) return [notListed]
    const listed: Finding = {
      level: "ok",
      message: `Listed in ${ours.map((plugin) => plugin.place).join(" and ")}.`,
    }
    const missing = ours.flatMap(missingEntry)
    if (missing.length === ours.length) return [listed, ...missing]
    return [listed, ...missing, ...(await startedFindings(context))]
  },
}

function missingEntry({ spec, folder, place }: ListedPlugin): readonly Finding[] {
  const message = describeMissingEntry(spec, folder)
  if (message === undefined) return []
  const next = `Put it there, build it, or mend the entry in ${place}. The host skips it without a word.`
  return [{ level: "error", message, next }]
}

const notListed: Finding = {
  level: "error",
  message: "No configuration file of the host lists the plugin.",
  next: "Run this command with: init --project (for this folder) or init (for all projects)",
}

async function startedFindings(context: DoctorContext): Promise<readonly Finding[]> {
  const { hostBinary, isStartAllowed, places } = context
  if (hostBinary === undefined) return []
  if (!isStartAllowed) {
    return [{ level: "info", message: "The host was not started (--no-start)." }]
  }
  const loaded = await askTools(hostBinary, places, {})
  if (loaded.kind === "failed") return [cannotStart(loaded.reason)]
  const without = await askTools(hostBinary, places, { OPENCODE_WORKBENCH: "off" })
  if (without.kind === "failed") return [cannotStart(without.reason)]
  const expected = expectedTools(context.features, context.config, places)
  const seconds = (loaded.readyMs / 1_000).toFixed(1)
  return judgeTools({ expected, loaded: loaded.tools, without: without.tools, seconds })
}

function cannotStart(reason: string): Finding {
  return {
    level: "error",
    message: `The host was started to see the plugin load, but ${reason}.`,
    next: "Look at its log: opencode serve --print-logs",
  }
}

interface ToolLists {
  readonly expected: readonly string[]
  /** Names that the host offers, with us and without. */
  readonly loaded: readonly string[]
  readonly without: readonly string[]
  readonly seconds: string
}

export function judgeTools({ expected, loaded, without, seconds }: ToolLists): readonly Finding[] {
  // Ours replace the host's own of the same name, which a list of names cannot show.
  const own = expected.filter((tool) => !nativeTools.includes(tool))
  const clashing = own.filter((tool) => without.includes(tool))
  const missing = own.filter((tool) => !loaded.includes(tool))
  const clashes = clashing.map(
    (tool): Finding => ({
      level: "warning",
      message: `TOOL_CLASH: another plugin also offers ${tool}; the plugin that is listed later wins.`,
      next: `Remove that plugin, or switch ours off: "disabledTools": ["${tool}"].`,
    }),
  )
  if (own.length === 0) {
    const message = `The host starts in ${seconds} s. No tool of ours has a name of its own, so loading cannot be seen.`
    return [{ level: "info", message }]
  }
  if (missing.length > 0) {
    const message = `The host starts, but does not offer ${missing.join(", ")}.`
    const next = "Look for the plugin in its log: opencode serve --print-logs"
    return [{ level: "error", message, next }, ...clashes]
  }
  const message = `The host starts in ${seconds} s and offers ${own.join(", ")}.`
  return [{ level: "ok", message }, ...clashes]
}
