// The flow before a read: a path that is missing where it points, but exists elsewhere in the project.
// The host itself answers a wrong name in an existing folder well; this is for the rest.

import path from "node:path"
import { type BeforeDecision, pass, refuse, type ToolCall } from "../../feature/decision.ts"
import { isWithin, workspaceRoots } from "../../lib/inside.ts"
import { describeReadElsewhere } from "./messages.ts"
import type { Probe } from "./probe.ts"

export interface ReadGuardParts {
  readonly directory: string
  readonly worktree: string | undefined
  readonly probe: Probe
  suggest(missing: string, wanted: "file"): Promise<readonly string[]>
}

export async function checkRead(parts: ReadGuardParts, call: ToolCall): Promise<BeforeDecision> {
  const asked = call.args.filePath
  if (typeof asked !== "string" || asked === "" || asked.includes("\u0000")) return pass
  const absolute = path.resolve(parts.directory, asked)
  const state = await parts.probe.look(absolute)
  if (state.kind !== "missing" && state.kind !== "through-file") return pass
  const isInside = workspaceRoots(parts).some((root) => isWithin(root, absolute))
  const parent = await parts.probe.look(path.dirname(absolute))
  if (isInside && parent.kind === "folder") return pass
  const found = await parts.suggest(absolute, "file")
  return found.length === 0 ? pass : refuse(describeReadElsewhere(asked, found))
}
