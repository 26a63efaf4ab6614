// The panel's state as signals: rows of a session, the tick of the clock while something runs, toasts for changes.

import { createMemo, createRoot, createSignal, onCleanup } from "solid-js"
import { guarded } from "./guard.ts"
import type { PanelHost } from "./panel-host.ts"
import { type TaskRow, tickDelayMs } from "./task-row.ts"
import { createTaskStore, type TaskStore } from "./task-store.ts"
import { type SeenRows, seenOf, type Toast, type ToastKinds, toastsOf } from "./toast-changes.ts"

export interface BoardModel {
  readonly store: TaskStore
  /** Tasks of a session; tracked. Looks them up on first use. */
  rows(sessionId: string): readonly TaskRow[]
  /** Tasks that belong to the session on screen: its own, or, inside a task, those of its caller; tracked. */
  family(): readonly TaskRow[]
  /** Milliseconds since the epoch, new with each tick while something runs; tracked. */
  now(): number
  dispose(): void
}

export interface ModelParts {
  readonly host: PanelHost
  readonly toasts: ToastKinds
  readonly showToast: (toast: Toast) => void
}

export function createBoardModel(parts: ModelParts): BoardModel {
  return createRoot((dispose) => build(parts, dispose))
}

function build({ host, toasts, showToast }: ModelParts, dispose: () => void): BoardModel {
  const [version, setVersion] = createSignal(0)
  const [now, setNow] = createSignal(Date.now())
  let timer: ReturnType<typeof setTimeout> | undefined
  let seen: SeenRows = new Map()

  const store = createTaskStore({
    now: () => Date.now(),
    askChildren: host.askChildren,
    look: host.look,
    onChange: () => refresh(),
  })
  const allRows = () => store.visited().flatMap((sessionId) => store.rowsOf(sessionId))
  const refresh = () =>
    guarded(() => {
      const rows = allRows()
      const time = Date.now()
      for (const toast of toastsOf(seen, rows, toasts, time)) showToast(toast)
      seen = seenOf(rows)
      setNow(time)
      setVersion((value) => value + 1)
      tickAfter(tickDelayMs(rows, time))
    }, undefined)
  const tickAfter = (delayMs: number | undefined) => {
    clearTimeout(timer)
    timer = delayMs === undefined ? undefined : setTimeout(refresh, delayMs)
  }
  onCleanup(() => tickAfter(undefined))

  host.onSession((session) => store.onSession(session))
  host.onEvent((event) => store.onEvent(event))
  host.onReconnect(() => store.reload())

  const rows = (sessionId: string) => {
    version()
    store.visit(sessionId)
    return store.rowsOf(sessionId)
  }
  const family = createMemo(() =>
    guarded((): readonly TaskRow[] => {
      const sessionId = host.openSession()
      if (sessionId === undefined) return []
      const own = rows(sessionId)
      const parentId = host.parentOf(sessionId)
      return own.length > 0 || parentId === undefined ? own : rows(parentId)
    }, []),
  )
  return { store, rows, family, now, dispose }
}
