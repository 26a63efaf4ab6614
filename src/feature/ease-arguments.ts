// Puts right what models type loosely in the arguments of our tools, where a check has failed and one reading exists:
// a number or a switch as text, one text where a list is expected, a word in another case, null for "not given". Pure.

import type * as z from "zod/mini"
import { isRecord } from "../lib/json.ts"

type Issue = z.core.$ZodIssue

/** The arguments with the values that the issues point at in another reading, where there is one. */
export function easeArguments(given: unknown, issues: readonly Issue[]): unknown {
  return issues.reduce(
    (eased, issue) => changeAt(eased, issue.path, (value) => readLoosely(value, issue)),
    given,
  )
}

function readLoosely(value: unknown, issue: Issue): unknown {
  // As if it were not given: a key that is needed is missing then, and the next check says so.
  if (value === null) return undefined
  if (typeof value !== "string") return value
  const text = value.trim()
  if (issue.code === "invalid_value") {
    const word = issue.values.find((it) => String(it).toLowerCase() === text.toLowerCase())
    return word ?? value
  }
  if (issue.code !== "invalid_type") return value
  switch (issue.expected) {
    case "number":
    case "int":
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : value
    case "boolean":
      return readSwitch(text) ?? value
    case "array":
      // Deeper down a text could be one entry or a whole list.
      return issue.path.length === 1 ? (readList(text) ?? [value]) : value
    default:
      return value
  }
}

function readSwitch(text: string): boolean | undefined {
  const word = text.toLowerCase()
  return word === "true" ? true : word === "false" ? false : undefined
}

/** A list that was sent as its JSON text. */
function readList(text: string): unknown {
  if (!text.startsWith("[")) return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : undefined
  } catch {
    return undefined
  }
}

/** A copy with one value changed; undefined takes the key out. */
function changeAt(
  target: unknown,
  path: readonly PropertyKey[],
  change: (value: unknown) => unknown,
): unknown {
  const [step, ...rest] = path
  if (step === undefined) return change(target)
  if (Array.isArray(target)) {
    return target.map((item, index) => (index === step ? changeAt(item, rest, change) : item))
  }
  const key = String(step)
  if (!isRecord(target) || !Object.hasOwn(target, key)) return target
  const { [key]: old, ...others } = target
  const value = changeAt(old, rest, change)
  return value === undefined ? others : { ...others, [key]: value }
}
