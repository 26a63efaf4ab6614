// The plugin input of a v1 host as our Host port.

import { isRecord, readString } from "../../lib/json.ts"
import { HostError } from "../host-error.ts"
import type { Host } from "../port.ts"
import { type Call, createCall } from "./call.ts"
import { createLogSink, type LogSink } from "./log.ts"
import { readAgent, readList } from "./read.ts"
import { createRequests, createSessions } from "./sessions.ts"

export interface HostInput {
  readonly client: unknown
  readonly directory: string
  readonly worktree: string
}

export interface ConnectedHost {
  readonly host: Host
  readonly logSink: LogSink
}

const toastTimeoutMs = 3_000

/** Connects to the host. Without a low-level client every session call fails as unsupported. */
export function connectHost(input: HostInput, commandLine: readonly string[]): ConnectedHost {
  const call = createCall(input.client) ?? unsupportedCall
  const logSink = createLogSink(call)
  const host: Host = {
    directory: input.directory,
    // Without git the host reports the file system root as worktree (HOST-QUIRK-35).
    worktree: isFileSystemRoot(input.worktree) ? undefined : input.worktree,
    mode: commandLine[2] === "run" ? "run" : "interactive",
    sessions: createSessions(call),
    requests: createRequests(call),
    agents: async (options) =>
      readList(await call({ method: "GET", url: "/agent" }, options), readAgent),
    config: async (options) => {
      const config = await call({ method: "GET", url: "/config" }, options)
      return isRecord(config) ? config : {}
    },
    version: async (options) =>
      readString(await call({ method: "GET", url: "/global/health" }, options), "version"),
    toast: async (level, message) => {
      const body = { title: "opencode-workbench", message, variant: level }
      await call({ method: "POST", url: "/tui/show-toast", body }, { timeoutMs: toastTimeoutMs })
    },
    log: (level, event, fields) => logSink.write(level, event, fields),
  }
  return { host, logSink }
}

function isFileSystemRoot(folder: string): boolean {
  return folder === "" || folder === "/" || /^[A-Za-z]:[\\/]?$/.test(folder)
}

const unsupportedCall: Call = async () => {
  throw new HostError("unsupported", "no", "this host's client has no low-level request method")
}
