// How features that are not the board's own reach it: the tasks feature attaches it, others ask for it when called.

import type { ToolContext } from "../feature/tool-spec.ts"
import type { Reply } from "./effect.ts"
import type { BoardRequest } from "./event.ts"

export interface BoardAccess {
  /** Always answers; `signal` tells the board that the caller was interrupted. */
  request(request: BoardRequest, signal?: AbortSignal): Promise<Reply>
}

/** Refuses a call of a tool by an agent that may not act on tasks (T6). */
export type CheckController = (call: ToolContext, tool: string) => Promise<void>

export interface AttachedBoard extends BoardAccess {
  readonly checkController: CheckController
}

export interface BoardLink {
  attach(board: AttachedBoard): void
  /** Undefined while the tasks feature is off. */
  readonly board: AttachedBoard | undefined
}

export function createBoardLink(): BoardLink {
  let attached: AttachedBoard | undefined
  return {
    attach: (board) => {
      attached = board
    },
    get board() {
      return attached
    },
  }
}
