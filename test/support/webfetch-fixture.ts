// The webfetch tool over a real HTTP client, a name that leads to loopback, and a fake host.

import type { PermissionRequest, ToolReply } from "../../src/feature/tool-spec.ts"
import type { ConvertedPage, PageInput } from "../../src/features/webfetch/convert/page.ts"
import { createWebfetchTool } from "../../src/features/webfetch/tool.ts"
import { createWebfetch, type WebfetchParts } from "../../src/features/webfetch/webfetch.ts"
import type { AgentInfo, Host, ModelRef, PermissionRule } from "../../src/host/port.ts"
import { systemClock } from "../../src/lib/clock.ts"
import { createAccess } from "../../src/net/access.ts"
import { createHttpClient } from "../../src/net/http-client.ts"
import type { Lookup } from "../../src/net/resolve.ts"
import type { PrivateRunOutcome, PrivateRunRequest } from "../../src/private-run/private-run.ts"

export interface FixtureOptions {
  /** `host:port` or networks that may be contacted; pages.example with the server's port is usual. */
  readonly allowPrivate?: readonly string[]
  readonly deny?: readonly string[]
  readonly only?: readonly string[]
  readonly redirectTo?: readonly string[]
  readonly lookup?: Lookup
  readonly environment?: Readonly<Record<string, string>>
  /** Permission rules of the calling agent. */
  readonly rules?: readonly PermissionRule[]
  readonly ask?: (request: PermissionRequest) => Promise<void>
  readonly models?: readonly ModelRef[]
  readonly answer?: (request: PrivateRunRequest) => PrivateRunOutcome
  readonly convert?: (input: PageInput) => Promise<ConvertedPage>
}

export interface CallOptions {
  readonly acceptsImages?: boolean
  readonly signal?: AbortSignal
  readonly sessionId?: string
}

export function createWebfetchFixture(options: FixtureOptions = {}) {
  const asked: PermissionRequest[] = []
  const runs: PrivateRunRequest[] = []
  const written: { readonly name: string; readonly content: string | Uint8Array }[] = []
  const privateIds = new Set<string>()
  let shiftMs = 0
  const clock = { ...systemClock, now: () => Date.now() + shiftMs }
  const { environment = {}, lookup = async () => [{ address: "127.0.0.1", family: 4 as const }] } =
    options
  const network = <Name extends "open" | "public">(name: Name, allowPrivate: readonly string[]) => {
    const access = createAccess({ allowPrivate })
    return { name, access, client: createHttpClient({ clock, access, environment, lookup }) }
  }
  const parts: WebfetchParts = {
    context: {
      clock,
      host: fakeHost(options.rules ?? []),
      log: silentLog,
      spill: {
        folder: "/spill",
        write: async (name, content) => {
          written.push({ name, content })
          return `/spill/${written.length}-${name}`
        },
        createFolder: async (name) => `/spill/${name}`,
      },
      privateSessions: {
        add: (id) => void privateIds.add(id),
        has: (id) => privateIds.has(id),
        remove: (id) => void privateIds.delete(id),
      },
    },
    rules: {
      deny: options.deny ?? [],
      only: options.only,
      redirectTo: options.redirectTo ?? [],
    },
    open: network("open", options.allowPrivate ?? []),
    publicOnly: network("public", []),
    runs: {
      systemOf: () => undefined,
      run: async (request) => {
        runs.push(request)
        return options.answer?.(request) ?? { kind: "failed", why: "no answer", usage: noUsage }
      },
    },
    models: async () => options.models ?? [],
    convert: options.convert ?? plainConversion,
  }
  const flow = createWebfetch(parts)
  const tool = createWebfetchTool("Fetches.", async () => flow)
  return {
    asked,
    runs,
    written,
    /** Sessions of the package's own. */
    makePrivate: (sessionId: string) => void privateIds.add(sessionId),
    /** Moves the clock forward. */
    pass: (ms: number) => {
      shiftMs += ms
    },
    run: (args: Readonly<Record<string, unknown>>, call: CallOptions = {}): Promise<ToolReply> =>
      tool.run(args, {
        sessionId: call.sessionId ?? "ses_1",
        messageId: "msg_1",
        callId: "call_1",
        agent: "build",
        directory: "/project",
        acceptsImages: call.acceptsImages ?? false,
        abort: call.signal ?? new AbortController().signal,
        ask: async (request) => {
          asked.push(request)
          await options.ask?.(request)
        },
      }),
  }
}

export const noUsage = { cost: 0, tokens: { input: 0, output: 0 } }

/** Facts of a reply's front matter as they stand there. */
export function factsOf(reply: ToolReply): Readonly<Record<string, unknown>> {
  const block = /^---\n([\s\S]*?)\n---\n/.exec(reply.output)?.[1] ?? ""
  const pairs = block.split("\n").map((line): [string, unknown] => {
    const colon = line.indexOf(": ")
    return [line.slice(0, colon), JSON.parse(line.slice(colon + 2))]
  })
  return Object.fromEntries(pairs)
}

/** What follows the front matter. */
export function contentOf(reply: ToolReply): string {
  return reply.output.replace(/^---\n[\s\S]*?\n---\n\n/, "")
}

/** The text as it is; lines with `#` are headings. */
async function plainConversion(input: PageInput): Promise<ConvertedPage> {
  const content = new TextDecoder().decode(input.bytes)
  const headings = [...content.matchAll(/^(#{1,6}) (.+)$/gm)].map((match) => ({
    level: match[1]?.length ?? 1,
    text: match[2] ?? "",
  }))
  return {
    kind: "markdown",
    content,
    headings,
    extractedMain: false,
    wordCount: content.split(/\s+/).filter(Boolean).length,
    qualitySignals: [],
  }
}

/** A server's page under the name pages.example, which the fixture's lookup leads to loopback. */
export function openSite(server: { readonly port: number }, options: FixtureOptions = {}) {
  const site = `pages.example:${server.port}`
  const fixture = createWebfetchFixture({ allowPrivate: [site], ...options })
  return { ...fixture, url: (path: string) => `http://${site}${path}` }
}

const silentLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

function fakeHost(permission: readonly PermissionRule[]): Host {
  const agent: AgentInfo = {
    name: "build",
    description: "",
    mode: "primary",
    isHidden: false,
    model: undefined,
    permission,
  }
  const unused = () => Promise.reject(new Error("not used by webfetch"))
  const sessions = new Proxy(
    {},
    { get: (_, key) => (key === "get" ? async () => undefined : unused) },
  )
  return {
    directory: "/project",
    worktree: undefined,
    mode: "interactive",
    version: async () => undefined,
    sessions: sessions as Host["sessions"],
    requests: new Proxy({}, { get: () => unused }) as Host["requests"],
    agents: async () => [agent],
    config: async () => ({}),
    toast: async () => undefined,
    log: () => undefined,
  }
}
