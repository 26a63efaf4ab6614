// The host's grep and glob need ripgrep: on PATH, or in the host's own cache, where it downloads one at first use.

import path from "node:path"
import { askCommand, isExecutable } from "../host-process.ts"
import type { CliPlaces } from "../places.ts"
import type { Check } from "./check.ts"

export const ripgrepCheck: Check = {
  name: "ripgrep",
  run: async ({ places }) => {
    const binary = ripgrepCandidates(places).find(isExecutable)
    if (binary === undefined) {
      return [
        {
          level: "warning",
          message:
            "There is no rg on PATH or in the host's cache; the host downloads it at its first search.",
          next: "Install ripgrep if this machine has no network.",
        },
      ]
    }
    const version = (await askCommand(binary, ["--version"], places.environment))?.split("\n")[0]
    if (version === undefined) {
      const next = "Reinstall ripgrep; without it the host's searches fail."
      return [{ level: "error", message: `${binary} does not run.`, next }]
    }
    return [{ level: "ok", message: `${version} at ${binary}.` }]
  },
}

function ripgrepCandidates({ environment, home }: CliPlaces): readonly string[] {
  const name = process.platform === "win32" ? "rg.exe" : "rg"
  const cache = environment.XDG_CACHE_HOME || path.join(home, ".cache")
  const folders = (environment.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "")
  return [...folders, path.join(cache, "opencode", "bin")].map((folder) => path.join(folder, name))
}
