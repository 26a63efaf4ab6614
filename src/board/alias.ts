// Short names of tasks: a prefix of the agent's name and a number, counted per parent and never given twice.

import type { Parent } from "./board.ts"

/** First three letters of the agent's name, or `job` where it has none. */
export function aliasPrefix(agent: string): string {
  const letters = agent.toLowerCase().replace(/[^a-z]/g, "")
  return letters === "" ? "job" : letters.slice(0, 3)
}

export function nextAlias(parent: Parent, agent: string): string {
  const prefix = aliasPrefix(agent)
  const number = (parent.aliases.get(prefix) ?? 0) + 1
  parent.aliases.set(prefix, number)
  return `${prefix}-${number}`
}

/** Takes a name that is already in use into account, so that it is not given again. */
export function rememberAlias(parent: Parent, alias: string) {
  const match = /^([a-z]+)-(\d+)$/.exec(alias)
  if (!match?.[1]) return
  const number = Number(match[2])
  if (number > (parent.aliases.get(match[1]) ?? 0)) parent.aliases.set(match[1], number)
}
