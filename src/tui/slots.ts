// What the panel draws: the sidebar's section and the line below everything. Plain function calls instead of JSX; each
// text is a getter, so that a tick changes text and not nodes. Every getter is guarded (HOST-QUIRK-151).

import type { TuiPluginApi } from "@opencode-ai/plugin/tui"
import { jsx } from "@opentui/solid/jsx-runtime"
import {
  createComponent,
  createMemo,
  createSignal,
  ErrorBoundary,
  type JSX,
  mapArray,
  onCleanup,
} from "solid-js"
import type { BoardModel } from "./board-model.ts"
import { attempt, guarded } from "./guard.ts"
import type { PanelHost } from "./panel-host.ts"
import { type PanelLine, panelLines } from "./panel-lines.ts"
import { describeCounts, type Tone } from "./row-text.ts"

export interface SlotParts {
  readonly api: TuiPluginApi
  readonly host: PanelHost
  readonly model: BoardModel
  /** Opens a task's session. */
  readonly open: (taskId: string) => void
}

type Theme = TuiPluginApi["theme"]["current"]

const colours = {
  text: "text",
  muted: "textMuted",
  good: "success",
  busy: "info",
  warning: "warning",
  bad: "error",
} as const satisfies Record<Tone, keyof Theme>

/** The section of the sidebar; draws nothing where there is no task. */
export function sidebarSection(parts: SlotParts, sessionId: () => string): JSX.Element {
  const { model } = parts
  const lines = createMemo(() =>
    guarded(() => panelLines(model.rows(sessionId()), model.now()), []),
  )
  const byKey = createMemo(() => new Map(lines().map((line) => [line.key, line])))
  const keys = createMemo(() => lines().map((line) => line.key), [], { equals: isSameList })
  const views = mapArray(keys, (key) => lineView(parts, () => byKey().get(key)))
  return contained(() => {
    const isShown = createMemo(() => keys().length > 0)
    // An empty box would still get the sidebar's gap.
    return createMemo(() =>
      isShown() ? jsx("box", { flexDirection: "column", children: views }) : undefined,
    )
  })
}

/** The last resort behind the guards: what throws while it is drawn takes nothing but itself along. */
function contained(draw: () => JSX.Element): JSX.Element {
  return createComponent(ErrorBoundary, {
    fallback: undefined,
    get children() {
      return draw()
    },
  })
}

function lineView(parts: SlotParts, line: () => PanelLine | undefined): JSX.Element {
  const colour = (tone: Tone | undefined) => colourOf(parts.api, tone ?? "muted")
  return jsx("box", {
    flexDirection: "row",
    justifyContent: "space-between",
    height: 1,
    onMouseUp: () => {
      const taskId = guarded(() => line()?.taskId, undefined)
      if (taskId !== undefined)
        attempt(
          () => parts.open(taskId),
          () => undefined,
        )
    },
    get children() {
      return [
        jsx("text", {
          wrapMode: "none",
          get fg() {
            return colour(line()?.tone)
          },
          get attributes() {
            return line()?.isTitle ? boldAttribute : 0
          },
          get children() {
            return guarded(() => line()?.left ?? "", "")
          },
        }),
        jsx("text", {
          wrapMode: "none",
          flexShrink: 0,
          get fg() {
            return colour(line()?.rightTone)
          },
          get children() {
            return guarded(() => line()?.right ?? "", "")
          },
        }),
      ]
    },
  })
}

/** `TextAttributes.BOLD` of @opentui/core, which is not loaded for one number. */
const boldAttribute = 1

/** One line where the host shows no sidebar: narrow terminals and the sessions of tasks. */
export function footerLine(parts: SlotParts): JSX.Element {
  const { api, host, model } = parts
  const [columns, setColumns] = createSignal(guarded(() => api.renderer.width, 0))
  const onResize = () => setColumns(guarded(() => api.renderer.width, 0))
  api.renderer.on("resize", onResize)
  onCleanup(() => api.renderer.off("resize", onResize))
  const text = createMemo(() =>
    guarded(() => {
      const sessionId = host.openSession()
      if (sessionId === undefined || host.isSidebarShown(sessionId, columns())) return undefined
      model.now()
      return describeCounts(model.family())
    }, undefined),
  )
  const isShown = createMemo(() => text() !== undefined)
  return contained(() =>
    createMemo(() =>
      isShown()
        ? jsx("text", {
            wrapMode: "none",
            get fg() {
              return colourOf(api, text()?.includes("blocked") ? "warning" : "muted")
            },
            get children() {
              return guarded(() => `  ${text() ?? ""}`, "")
            },
          })
        : undefined,
    ),
  )
}

function colourOf(api: TuiPluginApi, tone: Tone) {
  return guarded(() => api.theme.current[colours[tone]], undefined)
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((key, index) => key === right[index])
}
