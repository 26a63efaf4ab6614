// Timers that came due. Each one checks that what it was set for still stands.

import type { Board } from "./board.ts"
import { onDeadline } from "./deadline.ts"
import type { BoardTimer } from "./event.ts"
import { onLeaseTimer } from "./lease-flow.ts"
import { onNoticeTimer } from "./notices.ts"
import { onObserveTimer, onSweepTimer } from "./observe.ts"
import { onCallLate, onRereadTimer } from "./reads.ts"

export function onTimer(board: Board, timer: BoardTimer, now: number) {
  switch (timer.kind) {
    case "lease":
      return onLeaseTimer(board, timer, now)
    case "call":
      return onCallLate(board, timer.call, now)
    case "reread":
      return onRereadTimer(board, timer, now)
    case "observe":
      return onObserveTimer(board, timer.taskId, timer.generation, now)
    case "deadline":
      return onDeadline(board, timer.taskId, timer.generation, now)
    case "notice":
      return onNoticeTimer(board, timer)
    case "sweep":
      return onSweepTimer(board, now)
  }
}
