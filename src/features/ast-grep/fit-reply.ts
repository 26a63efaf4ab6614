// Fits a long answer into one tool result (X2): whole blocks stay, the complete text goes to a file.

import type { SpillStore } from "../../spill/spill-store.ts"
import { fitsInline, spillLimits } from "../../spill/spill-store.ts"

export interface Block {
  /** One line of the outline, such as a file name with its count. */
  readonly outline: string
  readonly text: string
}

export interface LongReply {
  readonly head: string
  readonly blocks: readonly Block[]
  /** Name of the file for the complete text. */
  readonly name: string
}

/** Room for the outline and the sentence that names the file. */
const outlineBytesMax = 6 * 1024
const outlineLinesMax = 60

export async function fitReply(reply: LongReply, spill: SpillStore): Promise<string> {
  const whole = [reply.head, ...reply.blocks.map((block) => block.text)].join("\n\n")
  if (fitsInline(whole)) return whole
  const file = await spill.write(reply.name, whole)
  const shown = fittingBlocks(reply)
  const rest = reply.blocks.slice(shown.length)
  const outline = rest.slice(0, outlineLinesMax).map((block) => clip(block.outline))
  const more = rest.length - outline.length
  const tail = [
    `The rest is left out here. Everything: ${file}`,
    ...outline,
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
  return [reply.head, ...shown.map((block) => block.text), tail.join("\n")].join("\n\n")
}

function fittingBlocks({ head, blocks }: LongReply): readonly Block[] {
  const shown: Block[] = []
  let bytes = Buffer.byteLength(head) + outlineBytesMax
  let lines = head.split("\n").length + outlineLinesMax + 10
  for (const block of blocks) {
    bytes += Buffer.byteLength(block.text) + 2
    lines += block.text.split("\n").length + 1
    if (bytes > spillLimits.inlineBytesMax || lines > spillLimits.inlineLinesMax) break
    shown.push(block)
  }
  return shown
}

function clip(line: string): string {
  const charactersMax = Math.floor(outlineBytesMax / outlineLinesMax) - 20
  return line.length <= charactersMax ? line : `…${line.slice(-charactersMax)}`
}
