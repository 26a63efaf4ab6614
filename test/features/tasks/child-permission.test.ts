import { expect, test } from "vitest"
import { childPermission, parentOnlyTools } from "../../../src/features/tasks/child-permission.ts"
import { agent } from "../../support/task-context.ts"

const rule = (permission: string, action: "allow" | "ask" | "deny", pattern = "*") =>
  ({ permission, pattern, action }) as const

const denied = (name: string) => rule(name, "deny")

test("a child has its parent's denials and rules for directories outside, and nothing that opens", () => {
  const parent = [
    rule("bash", "deny"),
    rule("edit", "allow"),
    rule("external_directory", "allow", "/data/*"),
  ]
  const own = childPermission(parent, agent("general")).slice(0, 2)
  expect(own).toEqual([rule("bash", "deny"), rule("external_directory", "allow", "/data/*")])
})

test("todowrite and task are denied unless the agent's own list offers them", () => {
  const names = (permission: readonly ReturnType<typeof rule>[]) =>
    childPermission([], agent("general", { permission })).map((one) => one.permission)
  expect(names([]).slice(0, 2)).toEqual(["todowrite", "task"])
  expect(names([rule("task", "ask")])).not.toContain("task")
  expect(names([rule("task", "deny")])).toContain("task")
})

test("tools that act on tasks are never a child's, whatever its agent says", () => {
  const rules = childPermission([], agent("general", { permission: [rule("task_batch", "allow")] }))
  for (const name of parentOnlyTools) expect(rules).toContainEqual(denied(name))
})
