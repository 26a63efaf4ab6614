// How features that are not the board's own reach it: the tasks feature attaches it, others ask for it when called.

import type { Reply } from "./effect.ts"
import type { BoardRequest } from "./event.ts"

export interface BoardAccess {
  /** Always answers; `signal` tells the board that the caller was interrupted. */
  request(request: BoardRequest, signal?: AbortSignal): Promise<Reply>
}

export interface BoardLink {
  attach(board: BoardAccess): void
  /** Undefined while the tasks feature is off. */
  readonly board: BoardAccess | undefined
}

export function createBoardLink(): BoardLink {
  let attached: BoardAccess | undefined
  return {
    attach: (board) => {
      attached = board
    },
    get board() {
      return attached
    },
  }
}
