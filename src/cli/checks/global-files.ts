// Which of the user's configuration files the host reads, and which of them wins.

import { existsSync } from "node:fs"
import path from "node:path"
import { globalConfigFiles, globalConfigFolder } from "../host-config-files.ts"
import type { CliPlaces } from "../places.ts"
import type { Check, Finding } from "./check.ts"

export const globalFilesCheck: Check = {
  name: "global configuration",
  run: async ({ places, hostConfig }) => [
    ...readFindings(globalConfigFiles(places).filter((file) => existsSync(file))),
    ...hostConfig.replacedLists.map(
      ({ file, by }): Finding => ({
        level: "warning",
        message: `The "plugin" list of ${file} is not used: the one of ${by} takes its place.`,
        next: `Move its entries into ${by}.`,
      }),
    ),
    ...unreadFindings(places),
  ],
}

/** One file needs no word. */
function readFindings(files: readonly string[]): readonly Finding[] {
  if (files.length < 2) return []
  const message =
    `The host reads ${files.join(" and then ")}: where they say different things ` +
    `${path.basename(files.at(-1) ?? "")} wins, and lists are not joined.`
  return [{ level: "info", message }]
}

/** Files in the usual folder while the host looks into another one. */
function unreadFindings(places: CliPlaces): readonly Finding[] {
  const usual = path.join(places.home, ".config")
  const there = { ...places, environment: { ...places.environment, XDG_CONFIG_HOME: usual } }
  const used = globalConfigFolder(places)
  if (globalConfigFolder(there) === used) return []
  return globalConfigFiles(there)
    .filter((file) => existsSync(file))
    .map((file) => ({
      level: "warning",
      message: `${file} is not read: XDG_CONFIG_HOME makes ${used} the folder of the host.`,
      next: `Move what you need into ${used}, or unset XDG_CONFIG_HOME.`,
    }))
}
