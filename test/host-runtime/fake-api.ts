// The host's terminal UI API as the panel uses it, driven by a test.

import { EventEmitter } from "node:events"
import type { TuiPluginApi } from "@opencode-ai/plugin/tui"
import { RGBA } from "@opentui/core"
import { createSignal, type JSX } from "solid-js"
import { parentId } from "../support/task-session.ts"

type Handler = (event: { readonly type: string; readonly properties: unknown }) => void
type Slot = (context: unknown, props: { readonly session_id: string }) => JSX.Element

export interface FakeApi {
  readonly api: TuiPluginApi
  tell(type: string, properties: unknown): void
  slot(name: string): JSX.Element
  setPending(sessionId: string, requests: readonly unknown[]): void
  setColumns(columns: number): void
  /** From now on every read of the host's state throws. */
  breakState(): void
  breakTheme(): void
  breakEverything(): void
  registrations(): number
  dispose(): void
}

export function createFakeApi(
  children: readonly unknown[],
  { isHanging = false }: { readonly isHanging?: boolean } = {},
): FakeApi {
  const handlers = new Map<string, Handler[]>()
  const slots = new Map<string, Slot>()
  const ends: (() => void)[] = []
  const [pending, setPending] = createSignal<Readonly<Record<string, readonly unknown[]>>>({})
  const renderer = Object.assign(new EventEmitter(), {
    width: 160,
    copyToClipboardOSC52: () => true,
  })
  const broken = { state: false, theme: false, all: false }
  let registrations = 0
  const orThrow = <Value>(isBroken: boolean, value: Value): Value => {
    if (isBroken) throw new Error("broken on purpose")
    return value
  }
  const answer = (data: unknown) =>
    isHanging ? new Promise<never>(() => undefined) : Promise.resolve({ data })
  const api = {
    renderer,
    route: {
      current: { name: "session", params: { sessionID: parentId } },
      navigate: () => undefined,
    },
    kv: { get: (_: string, fallback: unknown) => fallback },
    theme: {
      get current() {
        return orThrow(broken.theme, new Proxy({}, { get: () => RGBA.fromHex("#ffffff") }))
      },
    },
    state: {
      session: {
        get: (id: string) => orThrow(broken.state, { id }),
        status: () => orThrow(broken.state, { type: "busy" }),
        permission: (id: string) => orThrow(broken.state, pending()[id] ?? []),
        question: () => orThrow(broken.state, []),
      },
    },
    client: { session: { children: () => answer(children), messages: () => answer([]) } },
    event: {
      on: (type: string, handler: Handler) => {
        orThrow(broken.all, undefined)
        handlers.set(type, [...(handlers.get(type) ?? []), handler])
      },
    },
    slots: {
      register: (plugin: { readonly slots: Readonly<Record<string, Slot>> }) => {
        registrations += 1
        for (const [name, slot] of Object.entries(plugin.slots)) slots.set(name, slot)
      },
    },
    keymap: {
      registerLayer: () => {
        registrations += 1
      },
    },
    ui: { toast: () => orThrow(broken.all, undefined), dialog: {} },
    lifecycle: { onDispose: (end: () => void) => ends.push(end) },
  }
  return {
    api: api as unknown as TuiPluginApi,
    tell: (type, properties) => {
      for (const handler of handlers.get(type) ?? []) handler({ type, properties })
    },
    slot: (name) => slots.get(name)?.({}, { session_id: parentId }),
    setPending: (sessionId, requests) => {
      setPending((before) => ({ ...before, [sessionId]: requests }))
    },
    setColumns: (columns) => {
      renderer.width = columns
      renderer.emit("resize")
    },
    breakState: () => {
      broken.state = true
    },
    breakTheme: () => {
      broken.theme = true
    },
    breakEverything: () => {
      broken.all = true
    },
    registrations: () => registrations,
    dispose: () => {
      for (const end of ends) end()
    },
  }
}
