// `doctor`: runs every check, prints what was found, and ends with 1 if something is wrong. One check that fails by
// a fault of its own does not stop the others.

import { loadConfig } from "../config/load.ts"
import type { AnyFeature } from "../feature/feature.ts"
import { checks } from "./checks/all.ts"
import type { Check, DoctorContext, Finding } from "./checks/check.ts"
import { readHostConfig } from "./host-config-view.ts"
import { findHostBinary } from "./host-process.ts"
import type { CliOutcome } from "./outcome.ts"
import type { CliPlaces } from "./places.ts"

export interface DoctorRequest {
  readonly features: readonly AnyFeature[]
  readonly isStartAllowed: boolean
  readonly isCleaning: boolean
}

export interface CheckReport {
  readonly name: string
  readonly findings: readonly Finding[]
}

export async function runDoctor(places: CliPlaces, request: DoctorRequest): Promise<CliOutcome> {
  const hostConfig = await readHostConfig(places)
  const entry = hostConfig.plugins.find((plugin) => plugin.isOurs)
  const configPlaces = entry ? { ...places, entryPlace: entry.place } : places
  const context: DoctorContext = {
    ...request,
    places,
    hostConfig,
    config: await loadConfig(request.features, configPlaces, entry?.options),
    hostBinary: findHostBinary(places),
  }
  const reports: CheckReport[] = []
  // One after the other: two hosts that start at once on a fresh data folder get in each other's way.
  for (const check of checks) reports.push(await runCheck(check, context))
  return report(reports.filter(({ findings }) => findings.length > 0))
}

async function runCheck(check: Check, context: DoctorContext): Promise<CheckReport> {
  try {
    return { name: check.name, findings: await check.run(context) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown reason"
    const message = `This check failed by a fault of its own: ${reason}.`
    return { name: check.name, findings: [{ level: "warning", message }] }
  }
}

function report(reports: readonly CheckReport[]): CliOutcome {
  const count = (level: Finding["level"]) =>
    reports.flatMap(({ findings }) => findings).filter((finding) => finding.level === level).length
  const errors = count("error")
  const warnings = count("warning")
  const sections = reports.map(({ name, findings }) =>
    [name, ...findings.flatMap(describeFinding)].join("\n"),
  )
  const total = `${counted(errors, "error")}, ${counted(warnings, "warning")}`
  return {
    exitCode: errors > 0 ? 1 : 0,
    text: [...sections, total].join("\n\n"),
    json: {
      command: "doctor",
      ok: errors === 0,
      errors,
      warnings,
      checks: reports.map(({ name, findings }) => ({
        name,
        findings: findings.map((finding) => ({ ...finding })),
      })),
    },
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`
}

function describeFinding({ level, message, next }: Finding): readonly string[] {
  const line = `  ${level.padEnd(8)} ${message}`
  return next === undefined ? [line] : [line, `           → ${next}`]
}
