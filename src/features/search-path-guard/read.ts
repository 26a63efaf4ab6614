// The flow before a read: a path that is missing where it points, but exists elsewhere in the project.
// The host itself answers a wrong name in an existing folder well; this is for the rest.

import path from "node:path"
import {
  type BeforeDecision,
  pass,
  refuse,
  rewrite,
  type ToolCall,
} from "../../feature/decision.ts"
import { isWithin, workspaceRoots } from "../../lib/inside.ts"
import { type FolderReader, matchIgnoringCase } from "./folder-reader.ts"
import { describeReadElsewhere } from "./messages.ts"
import type { Probe } from "./probe.ts"

export interface ReadGuardParts {
  readonly directory: string
  readonly worktree: string | undefined
  readonly probe: Probe
  readonly reader: FolderReader
  readonly isRepairing: boolean
  suggest(missing: string, wanted: "file"): Promise<readonly string[]>
}

export async function checkRead(parts: ReadGuardParts, call: ToolCall): Promise<BeforeDecision> {
  const asked = call.args.filePath
  if (typeof asked !== "string" || asked === "" || asked.includes("\u0000")) return pass
  const absolute = path.resolve(parts.directory, asked)
  const state = await parts.probe.look(absolute)
  if (state.kind !== "missing" && state.kind !== "through-file") return pass
  const isInside = workspaceRoots(parts).some((root) => isWithin(root, absolute))
  const meant = isInside && parts.isRepairing ? await otherForm(parts, absolute) : undefined
  if (meant !== undefined) return rewrite({ filePath: meant })
  const parent = await parts.probe.look(path.dirname(absolute))
  if (isInside && parent.kind === "folder") return pass
  const found = await parts.suggest(absolute, "file")
  return found.length === 0 ? pass : refuse(describeReadElsewhere(asked, found))
}

/** The one path of the project that differs by its Unicode form alone: nobody sees that, so no suggestion would help. */
async function otherForm(parts: ReadGuardParts, absolute: string): Promise<string | undefined> {
  const root = workspaceRoots(parts).find((candidate) => isWithin(candidate, absolute))
  if (root === undefined || !/[^ -~]/.test(absolute)) return undefined
  const segments = path.relative(root, absolute).split(path.sep)
  const found = await matchIgnoringCase(parts.reader, root, segments)
  return found?.normalize("NFC") === absolute.normalize("NFC") ? found : undefined
}
