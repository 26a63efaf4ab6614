import { describe, expect, test } from "vitest"
import { createClashWatch } from "../../src/feature/tool-clash.ts"

/** The definitions that the host asks for, one request after the other; tells what was reported. */
function watch(...definitions: readonly (readonly [tool: string, description: string])[]) {
  const reported: string[] = []
  const descriptions = new Map([
    ["webfetch", "Our fetch."],
    ["task_status", "Our status."],
  ])
  const see = createClashWatch({ descriptions, report: (tool) => reported.push(tool) })
  for (const [tool, description] of definitions) see(tool, description)
  return reported
}

describe("a tool of another plugin under a name of ours", () => {
  test("is reported once, wherever it stands in the list", () => {
    const theirs = ["task_status", "Theirs."] as const
    const ours = ["task_status", "Our status."] as const
    expect(watch(theirs, ours, theirs, ours)).toEqual(["task_status"])
    expect(watch(ours, theirs, ours, theirs)).toEqual(["task_status"])
  })

  test("is not the host's own, whose place ours takes", () => {
    const native = ["webfetch", "The host's."] as const
    const ours = ["webfetch", "Our fetch. Appended by the host."] as const
    expect(watch(native, ours, native, ours)).toEqual([])
    expect(watch(native, ours, ["webfetch", "Theirs."])).toEqual(["webfetch"])
  })

  test("is none of ours under another name", () => {
    expect(watch(["bash", "Runs."], ["mine", "Does."])).toEqual([])
  })
})
