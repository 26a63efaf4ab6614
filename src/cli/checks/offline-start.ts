// The host installs its plugin package into every configuration folder at start, and waits for it: without network
// that takes up to a minute and a half (HOST-QUIRK-115).

import { stat } from "node:fs/promises"
import path from "node:path"
import { isRecord, readRecord } from "../../lib/json.ts"
import { readTextFile } from "../files.ts"
import { pluginFolders } from "../host-config-files.ts"
import type { Check, Finding } from "./check.ts"

const packageName = "@opencode-ai/plugin"

export const offlineStartCheck: Check = {
  name: "offline start",
  run: async ({ places }) => {
    const findings: Finding[] = []
    for (const folder of pluginFolders(places)) {
      const info = await stat(folder).catch(() => undefined)
      if (info?.isDirectory() && !(await isInstalled(folder))) findings.push(describeTrap(folder))
    }
    if (findings.length > 0) return findings
    return [{ level: "ok", message: "The host needs no network to start with plugins." }]
  },
}

/** What the host looks at: a `node_modules` folder, and a lock that lists its package. */
async function isInstalled(folder: string): Promise<boolean> {
  const modules = await stat(path.join(folder, "node_modules")).catch(() => undefined)
  const lock = await readTextFile(path.join(folder, "package-lock.json"))
  if (!modules?.isDirectory() || lock.kind !== "text") return false
  const root = readRecord(readRecord(parseJson(lock.text), "packages"), "")
  return isRecord(root?.dependencies) && Object.hasOwn(root.dependencies, packageName)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function describeTrap(folder: string): Finding {
  return {
    level: "info",
    message: `The next start of the host installs ${packageName} into ${folder}; without network it waits up to 90 s.`,
    next: "Start the host once with network, then it never asks again.",
  }
}
