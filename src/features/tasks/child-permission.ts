// What a child session may do (T17): no more than the host's own `task` tool would give it. Pure.

import type { AgentInfo, PermissionRule } from "../../host/port.ts"

/** Tools that a sub-agent gets only where its own list names them. */
const kept: readonly string[] = ["todowrite", "task"]

export const taskTools: readonly string[] = [
  "task_status",
  "task_result",
  "task_message",
  "task_cancel",
  "task_revive",
  "task_batch",
  "task_reply",
]

/** Tools of ours that act on tasks or talk to the user: never a child's. */
export const parentOnlyTools: readonly string[] = [...taskTools, "wait_for_user"]

export function childPermission(
  parent: readonly PermissionRule[],
  agent: AgentInfo,
): readonly PermissionRule[] {
  const inherited = parent.filter(
    (rule) => rule.action === "deny" || rule.permission === "external_directory",
  )
  const denied = kept.filter((name) => !agent.permission.some((rule) => isOffer(rule, name)))
  return [...inherited, ...[...denied, ...parentOnlyTools].map((permission) => deny(permission))]
}

function isOffer(rule: PermissionRule, name: string): boolean {
  return rule.permission === name && rule.action !== "deny"
}

function deny(permission: string): PermissionRule {
  return { permission, pattern: "*", action: "deny" }
}
