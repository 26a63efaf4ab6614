// Message ids that follow from what they are for: the same key and time always give the same id, so that a send can be
// looked up, and repeated without doubling it (HOST-QUIRK-31). Shape of the host: time in the front, 14 letters behind.

import { createHash } from "node:crypto"

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

export function mintMessageId(key: string, at: number): string {
  return `msg_${tail(key, at)}`
}

/** Id of the one part of such a message. */
export function partIdOf(messageId: string): string {
  return messageId.replace(/^msg_/, "prt_")
}

function tail(key: string, at: number): string {
  const digest = createHash("sha256").update(key).digest()
  const counter = digest.readUInt16BE(0) % 4096
  const time = (BigInt(Math.trunc(at)) * 4096n + BigInt(counter)) & 0xffff_ffff_ffffn
  const random = Array.from(digest.subarray(2, 16), (byte) => letters[byte % letters.length])
  return `${time.toString(16).padStart(12, "0")}${random.join("")}`
}
