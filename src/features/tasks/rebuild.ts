// Finds the tasks of a parent in what the host stores, so that the board can be rebuilt after a restart or met by a
// second host process: our records first, then children of the host's `task` tool that have none.

import type { BoardEvent, FoundTask } from "../../board/event.ts"
import { noticeKeyOf } from "../../board/notice-queue.ts"
import { parseParent, parseTask, type TaskRecord } from "../../board/record.ts"
import type { Host, MessageWithParts, SessionInfo } from "../../host/port.ts"
import { readString } from "../../lib/json.ts"
import { mintMessageId } from "./message-id.ts"
import { nativeTitle, readTaskTag } from "./observe.ts"
import type { OwnerEpochs } from "./owner.ts"
import { observeTranscript } from "./transcript.ts"

/** Children of one parent that are looked at, newest first. */
const childrenMax = 200

export interface RebuildParts {
  readonly host: Host
  readonly owners: OwnerEpochs
}

/** Everything that the board has to learn about one parent. Reads only; never throws for a missing session. */
export async function findParent(
  parts: RebuildParts,
  parentId: string,
): Promise<readonly BoardEvent[]> {
  const { sessions } = parts.host
  const parent = await sessions.get(parentId)
  if (!parent) return []
  const children = await sessions.children(parentId)
  const newest = [...children].sort((left, right) => right.createdAt - left.createdAt)
  const shown = newest.length === 0 ? [] : await sessions.messages(parentId)
  const record = parseParent(parentId, parent.metadata)
  const events: BoardEvent[] = [
    {
      kind: "parent-restored",
      parentId,
      aliases: record?.aliases ?? {},
      waiting: record?.waiting,
    },
  ]
  const rootId = await rootOf(parts.host, parent)
  for (const child of newest.slice(0, childrenMax).reverse()) {
    const task = parseTask(child.id, child.metadata) ?? strangerRecord(child, rootId)
    if (!task) continue
    const found = await findTask(parts, task, shown)
    events.push({ kind: "task-restored", found })
  }
  return events
}

/** The parent of a task that was live, or whose ending was not told, when its record was last written. */
export function openParent(session: SessionInfo): string | undefined {
  const record = parseTask(session.id, session.metadata)
  if (!record) return undefined
  const isOpen =
    record.state === "running" || record.acknowledgement === "none" || record.intent !== undefined
  return isOpen ? record.parentId : undefined
}

/** The topmost session above this one. */
export async function rootOf(host: Host, session: SessionInfo): Promise<string> {
  let current = session
  for (let depth = 0; depth < 20 && current.parentId !== undefined; depth++) {
    const above = await host.sessions.get(current.parentId)
    if (!above) return current.parentId
    current = above
  }
  return current.id
}

/** A child of the host's `task` tool that was never recorded; nothing is owed for it. */
function strangerRecord(child: SessionInfo, rootId: string): TaskRecord | undefined {
  const match = nativeTitle.exec(child.title)
  if (!match?.[2] || child.parentId === undefined) return undefined
  return {
    taskId: child.id,
    parentId: child.parentId,
    rootId,
    alias: "",
    agent: match[2],
    description: match[1] ?? "",
    owner: "",
    generation: 1,
    origin: "native",
    isBackground: false,
    state: "running",
    launchedAt: child.createdAt,
    sinceMs: 0,
    acknowledgement: "none",
  }
}

async function findTask(
  parts: RebuildParts,
  record: TaskRecord,
  shown: readonly MessageWithParts[],
): Promise<FoundTask> {
  const { sessions } = parts.host
  const isOurs = await takeOver(parts.owners, record)
  const messages = await sessions.messages(record.taskId).catch(() => [])
  const { intent } = record
  const isIntentFound = intent && messages.some((one) => one.info.id === intent.promptId)
  const since = isIntentFound
    ? { promptId: intent.promptId, sinceMs: intent.at }
    : { promptId: record.promptId, sinceMs: record.sinceMs }
  const statuses = isOurs ? await sessions.statuses().catch(() => undefined) : {}
  const live = statuses ? (statuses[record.taskId] ?? "absent") : "unknown"
  return {
    record,
    ownership: isOurs ? "ours" : "foreign",
    observation: observeTranscript(messages, since, live),
    isIntentFound,
    isEndingShown: record.owner === "" || isShown(record, shown),
  }
}

/** Ours already, or the owner is proven dead and the claim was won. */
async function takeOver(owners: OwnerEpochs, record: TaskRecord): Promise<boolean> {
  if (record.owner === "" || record.owner === owners.owner) return true
  if (await owners.isAlive(record.owner)) return false
  return owners.claim(record.taskId, record.owner, record.generation)
}

/** The parent's transcript has our notice, or the host's own, about this ending. */
function isShown(record: TaskRecord, shown: readonly MessageWithParts[]): boolean {
  const key = noticeKeyOf(record.taskId, record.generation, record.state)
  const messageId = mintMessageId(`notice:${key}`, record.endedAt ?? 0)
  const native = record.origin === "native" ? record.state.replace("errored", "error") : undefined
  return shown.some(
    (message) =>
      message.info.id === messageId ||
      message.parts.some((part) => {
        const tag = readTaskTag(readString(part, "text") ?? "")
        return tag?.taskId === record.taskId && tag.state === native
      }),
  )
}
