import { expect, test } from "vitest"
import { applyPatch } from "../../../src/features/apply-patch/index.ts"
import { createRescueContext } from "./support/rescue-bench.ts"

test("a call of another tool is not looked at", async () => {
  const parts = applyPatch.create(createRescueContext("/nowhere"), {})
  const call = { tool: "edit", sessionId: "s", callId: "c", args: { patchText: "x" } }
  expect(await parts.beforeTool?.(call)).toEqual({ kind: "pass" })
})

test("the call of a patch is decided on", async () => {
  const parts = applyPatch.create(createRescueContext("/nowhere"), {})
  const call = { tool: "apply_patch", sessionId: "s", callId: "c", args: { patchText: "x" } }
  expect(await parts.beforeTool?.(call)).toMatchObject({ kind: "refuse" })
})
