import { describe, expect, test } from "vitest"
import { hintSearchErrors } from "../../../src/features/search-path-guard/error-hints.ts"
import type { MessageWithParts } from "../../../src/host/port.ts"

const failed = (error: string, tool = "grep"): MessageWithParts => ({
  info: { id: "m", role: "assistant" },
  parts: [
    { type: "text", text: "looking" },
    { type: "tool", tool, state: { status: "error", input: {}, error } },
  ],
})

describe("a hint behind an error of grep", () => {
  test.each([
    ["Ripgrep JSON record exceeded 65536 bytes", "longer than 64 KiB"],
    ["Invalid ripgrep match output", "not UTF-8"],
  ])("stands behind %s", (error, expected) => {
    const text = JSON.stringify(hintSearchErrors([failed(error)]))
    expect(text).toContain(`${error}\\n\\n[search-path-guard] one matching line is ${expected}`)
    expect(text).toContain("looking")
  })

  test("stands nowhere else", () => {
    expect(hintSearchErrors([failed("regex parse error")])).toBeUndefined()
    expect(
      hintSearchErrors([failed("Ripgrep JSON record exceeded 65536 bytes", "bash")]),
    ).toBeUndefined()
  })
})
