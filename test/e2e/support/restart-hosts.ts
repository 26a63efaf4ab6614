// What the cases about a restart need: a host that can be held in the middle of a call, and a second one in the same
// folders.

import { afterAll } from "vitest"
import { type CaseHost, createCaseHost, ourPlugin, probePlugin } from "./case-host.ts"
import { openTransportGate, type TransportGate } from "./transport-gate.ts"
import { type Hosts, useHosts } from "./use-hosts.ts"

export interface RestartHosts {
  readonly hosts: Hosts
  /** Not yet started. */
  readonly second: CaseHost
  readonly gate: TransportGate
}

/** Stopped after the last test of the file. */
export async function useRestartHosts(
  environment: Readonly<Record<string, string>> = {},
): Promise<RestartHosts> {
  const gate = await openTransportGate()
  const settings = {
    environment,
    config: { permission: { bash: { "*": "allow", "cat *": "ask" } } },
  }
  const hosts = await useHosts({
    ...settings,
    oneProject: true,
    before: [probePlugin("transport-probe.ts", { gate: gate.url })],
  })
  const second = createCaseHost({
    ...settings,
    model: hosts.model,
    folders: hosts.ours.folders,
    label: "second",
    plugins: [ourPlugin()],
  })
  afterAll(async () => {
    await second.stop()
    gate.close()
  })
  return { hosts, second, gate }
}
