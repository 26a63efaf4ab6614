import { expect, test } from "vitest"
import { mintMessageId, partIdOf } from "../../../src/features/tasks/message-id.ts"

const at = 1_764_460_800_123

test("the same key and time give the same id", () => {
  expect(mintMessageId("notice:ses_1:1:stopped", at)).toBe(
    mintMessageId("notice:ses_1:1:stopped", at),
  )
})

test("another key or another time gives another id", () => {
  const id = mintMessageId("notice:ses_1:1:stopped", at)
  expect(mintMessageId("notice:ses_1:2:stopped", at)).not.toBe(id)
  expect(mintMessageId("notice:ses_1:1:stopped", at + 1)).not.toBe(id)
})

test("an id has the host's shape: time in the front, 14 letters behind", () => {
  expect(mintMessageId("key", at)).toMatch(/^msg_[0-9a-f]{12}[0-9A-Za-z]{14}$/)
  expect(mintMessageId("key", at).slice(4, 13)).toBe(
    (BigInt(at) * 4096n).toString(16).slice(-12, -3),
  )
})

test("its one part has an id of its own with the same tail", () => {
  expect(partIdOf("msg_0123abc")).toBe("prt_0123abc")
})
