// I20 for children that wait for somebody: one request is told once, whatever run it belongs to, and never to a caller
// that is blocked in the call that started the child.

import type { Board } from "../src/board/board.ts"
import type { NoticeText } from "../src/board/effect.ts"

/** What makes a notice one and the same. */
export function identityOf({ key, kind, task }: NoticeText): string {
  return kind === "blocked" ? `${task.taskId}:${task.blocked?.requestId}` : key
}

/** The caller waits in a call that starts, or has started, exactly this run. */
export function isCallerBlocked(board: Board, { kind, task }: NoticeText): boolean {
  if (kind !== "blocked") return false
  const lease = board.leases.get(task.taskId)
  const starter = lease?.isDetached ? undefined : lease?.batch?.call
  const call = board.calls.get(starter ?? board.jobs.get(task.taskId)?.waiter ?? -1)
  return call?.request.tool === "batch" && !call.request.isBackground
}
