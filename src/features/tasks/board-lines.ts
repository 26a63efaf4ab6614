// Board lines behind the outputs of `task` and of our tools: append-only history, never rebuilt (X8).

import type { Reply } from "../../board/effect.ts"
import { taskLimits } from "./limits.ts"
import { describeBoardLines } from "./reply-text.ts"

/** The output with the board below it, or undefined where there is nothing to add. */
export function withBoardLines(output: string, board: Reply, now: number): string | undefined {
  const lines = describeBoardLines(board.tasks ?? [], now)
  if (lines === "") return undefined
  const clipped =
    lines.length > taskLimits.boardLinesCharactersMax
      ? `${lines.slice(0, taskLimits.boardLinesCharactersMax)}…`
      : lines
  return `${output}\n\n<task_board>\n${clipped}\n</task_board>`
}
