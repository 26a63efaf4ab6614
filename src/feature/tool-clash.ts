// Notices that another plugin offers a tool under a name of ours (X6). The host asks each registration of a tool for
// its description, its own tools included, and then takes the one that is listed last (HOST-QUIRK-45).

import { nativeTools } from "../host/native-tools.ts"

export interface ClashWatchParts {
  /** Descriptions of our tools by name. */
  readonly descriptions: ReadonlyMap<string, string>
  /** Called once for each tool. */
  report(toolId: string): void
}

/** Returns what the adapter calls for every definition that the host is about to send. */
export function createClashWatch(parts: ClashWatchParts) {
  const hostsOwn = new Map<string, string>()
  const told = new Set<string>()
  return (toolId: string, description: string): void => {
    const ours = parts.descriptions.get(toolId)
    // The host may append to a description.
    if (ours === undefined || told.has(toolId) || description.startsWith(ours)) return
    // The host's own tool comes before those of all plugins.
    if (nativeTools.includes(toolId) && !hostsOwn.has(toolId)) hostsOwn.set(toolId, description)
    if (hostsOwn.get(toolId) === description) return
    told.add(toolId)
    parts.report(toolId)
  }
}
