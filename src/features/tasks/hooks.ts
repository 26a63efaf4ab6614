// Where the host's hooks meet the board: events in, board lines and the guard out.

import type { BoardEvent } from "../../board/event.ts"
import { parseParent } from "../../board/record.ts"
import { pass, type ResultChange, type ToolCall, type ToolResult } from "../../feature/decision.ts"
import type {
  FeatureContext,
  FeatureParts,
  UserMessage,
  UserMessageChange,
} from "../../feature/feature.ts"
import type { HostEvent } from "../../host/event.ts"
import type { Host } from "../../host/port.ts"
import { readString } from "../../lib/json.ts"
import { isUserRequest } from "../../transcript/user-request.ts"
import { withBoardLines } from "./board-lines.ts"
import type { Driver } from "./driver.ts"
import { guardTask } from "./guard-task.ts"
import { taskLimits } from "./limits.ts"
import { withWholeReport } from "./notice-text.ts"
import {
  fromTaskResult,
  fromUserMessage,
  isEmptyReport,
  readTaskTag,
  toBoardEvents,
} from "./observe.ts"
import type { OwnerEpochs } from "./owner.ts"
import type { PanelRequests } from "./panel-requests.ts"
import { openParent } from "./rebuild.ts"
import { reportText } from "./transcript.ts"

export interface HookParts {
  readonly context: FeatureContext
  readonly driver: Driver
  readonly owners: OwnerEpochs
  readonly panelRequests: PanelRequests
}

type TaskHooks = Required<
  Pick<FeatureParts, "beforeTool" | "afterTool" | "onEvent" | "onUserMessage">
>

/** Below a result of the host's `task` that it calls completed, and that has no text. */
const emptyReportNote =
  "[tasks] The task ended without any text, so there is no report. task_revive with a clear instruction asks for one."

/** Outputs that get board lines: starting tasks, and acting on them. */
const boardTools: readonly string[] = [
  "task",
  "task_batch",
  "task_message",
  "task_cancel",
  "task_revive",
  "task_reply",
]

export interface OpenedHooks {
  readonly hooks: TaskHooks
  /** The host has opened the project: soon what is owed from before is stored, also where nothing else happens. */
  open(): void
  close(): void
}

export function createHooks(parts: HookParts): OpenedHooks {
  const start = onceStarted(parts)
  const closed = new AbortController()
  return {
    hooks: taskHooks(parts, start),
    open: () => {
      void parts.context.clock
        .sleep(taskLimits.openAfterMs, closed.signal)
        .then(start, () => undefined)
    },
    close: () => closed.abort(),
  }
}

function taskHooks(parts: HookParts, start: Start): TaskHooks {
  const { context, driver } = parts
  const { clock } = context
  return {
    onEvent: async (event) => {
      const starting = start()
      if (starting !== undefined) await starting
      for (const one of toBoardEvents(event, surroundings(parts))) driver.dispatch(one)
      await meetParent(driver, event)
      parts.panelRequests.onEvent(event)
    },
    beforeTool: async (call) => {
      if (call.tool !== "task") return pass
      await start()
      return guardTask({ host: context.host, driver }, call)
    },
    afterTool: async (call, result) => {
      for (const event of fromTaskResult(call, result, clock.now())) driver.dispatch(event)
      return addBoardLines(parts, call, result)
    },
    onUserMessage: async (message) => {
      await start()
      const events = fromUserMessage(message, clock.now())
      if (!isUserRequest(message.parts)) {
        dispatchAll(driver, events)
        return wholeReport(parts, message)
      }
      if (!(await isRepeated(context.host, message))) {
        dispatchAll(driver, await storedWait(parts, message.sessionId))
        dispatchAll(driver, events)
      }
      return undefined
    },
  }
}

/** The host's own notice of a task that was sent a note: it shows the last answer only. */
async function wholeReport(
  { context, driver }: HookParts,
  message: UserMessage,
): Promise<UserMessageChange | undefined> {
  for (const part of message.parts) {
    const text = readString(part, "text") ?? ""
    const partId = readString(part, "id")
    const shown = readTaskTag(text)
    const task = shown?.state === "completed" ? driver.notedTask(shown.taskId) : undefined
    if (!shown || !task || partId === undefined) continue
    const messages = await context.host.sessions.messages(task.taskId)
    const whole = withWholeReport(text, shown.body, reportText(messages, task.baseline))
    if (whole !== undefined) return { replaceText: { partId, text: whole } }
  }
  return undefined
}

/** A message whose id is in the transcript already is a repetition: the hook runs before a message is stored. */
async function isRepeated(host: Host, message: UserMessage): Promise<boolean> {
  if (message.messageId === undefined) return false
  const stored = await host.sessions.message(message.sessionId, message.messageId)
  return stored !== undefined
}

/** A session that waits since before the host's restart: the board learns of the wait, so that it can end. */
async function storedWait(
  { context, driver }: HookParts,
  sessionId: string,
): Promise<readonly BoardEvent[]> {
  if (driver.isKnown(sessionId)) return []
  const session = await context.host.sessions.get(sessionId)
  const record = session && parseParent(sessionId, session.metadata)
  if (!record?.waiting) return []
  const { aliases, waiting } = record
  return [{ kind: "parent-restored", parentId: sessionId, aliases, waiting }]
}

function dispatchAll(driver: Driver, events: readonly BoardEvent[]): void {
  for (const event of events) driver.dispatch(event)
}

function surroundings({ context, driver }: HookParts) {
  return {
    rootOf: (sessionId: string) => driver.rootOf(sessionId),
    isPrivate: (sessionId: string) => context.privateSessions.has(sessionId),
    now: context.clock.now(),
  }
}

/** Undefined once it is done: then an event is taken in at once, without a turn of the event loop. */
type Start = () => Promise<void> | undefined

/** Before the first event counts, this process shows that it lives, and looks for what was left behind. */
function onceStarted({ context, driver, owners, panelRequests }: HookParts): Start {
  let started: Promise<void> | undefined
  let isDone = false
  const begin = async () => {
    await owners.open().catch(() => context.log.warn("owner-lock-failed"))
    void rebuildOpen(context, driver).catch(() => context.log.warn("rebuild-failed"))
    void panelRequests.sweep().catch(() => context.log.warn("panel-request-sweep-failed"))
  }
  return () => {
    if (isDone) return undefined
    started ??= begin().finally(() => {
      isDone = true
    })
    return started
  }
}

/** Parents whose tasks were live, or whose endings were not told yet, when the host ended. */
async function rebuildOpen(context: FeatureContext, driver: Driver): Promise<void> {
  const sessions = await context.host.sessions.list()
  const parents = new Set(sessions.flatMap((session) => openParent(session) ?? []))
  for (const parentId of parents) await driver.meet(parentId)
}

async function meetParent(driver: Driver, event: HostEvent): Promise<void> {
  if (event.type !== "session-created" || event.parentId === undefined) return
  await driver.meet(event.parentId)
}

async function addBoardLines(
  { context, driver }: HookParts,
  call: ToolCall,
  result: ToolResult,
): Promise<ResultChange | undefined> {
  if (!boardTools.includes(call.tool) || !driver.hasTasks(call.sessionId)) return undefined
  const tasks = driver.tasksOf(call.sessionId)
  const isEmpty = call.tool === "task" && isEmptyReport(result.output)
  const shown = isEmpty ? `${result.output}\n${emptyReportNote}` : result.output
  const output = withBoardLines(shown, { outcome: "board", tasks }, context.clock.now())
  if (output !== undefined) return { output }
  return isEmpty ? { output: shown } : undefined
}
