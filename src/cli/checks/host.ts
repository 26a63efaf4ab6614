// Is there a host, and is its version one that we know?

import { askCommand } from "../host-process.ts"
import type { Check, Finding } from "./check.ts"

/** The version that every claim of the docs was tested on. */
export const testedVersion = "1.18.33"

export const hostCheck: Check = {
  name: "host",
  run: async ({ hostBinary, places }) => {
    if (hostBinary === undefined) {
      return [
        {
          level: "error",
          message: "There is no opencode on PATH or in node_modules.",
          next: "Install it (npm i -g opencode-ai), or run this command where it is on PATH.",
        },
      ]
    }
    const answer = await askCommand(hostBinary, ["--version"], places.environment)
    return [judgeVersion(/\d+\.\d+\.\d+\S*/.exec(answer ?? "")?.[0], hostBinary)]
  },
}

export function judgeVersion(version: string | undefined, binary: string): Finding {
  if (version === undefined) {
    const message = `${binary} does not answer to --version.`
    return { level: "error", message, next: "Reinstall opencode." }
  }
  const message = `opencode ${version} at ${binary}.`
  const distance = compareVersions(version, testedVersion)
  if (distance === 0) return { level: "ok", message }
  if (distance > 0) {
    const note = `It is newer than ${testedVersion}, on which this package was tested.`
    return { level: "info", message: `${message} ${note}` }
  }
  return {
    level: "error",
    message: `${message} It is older than ${testedVersion}, which this package needs.`,
    next: "Update opencode.",
  }
}

function compareVersions(left: string, right: string): number {
  const [a, b] = [numbers(left), numbers(right)]
  for (const [index, number] of a.entries()) {
    const difference = number - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function numbers(version: string): readonly number[] {
  return version.split(/[.+-]/).slice(0, 3).map(Number)
}
