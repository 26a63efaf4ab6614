// docs/limits.md gives the numbers of the `limits.ts` files: each value must stand in the section of its folder.

import { readFileSync } from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { describe, expect, test } from "vitest"
import { isRecord } from "../../src/lib/json.ts"
import { filesBelow } from "./files.ts"

const page = readFileSync("docs/limits.md", "utf8")

/** Section of the page by the folder of the numbers. */
const sectionOf: Readonly<Record<string, string>> = {
  "src/net": "net",
  "src/board": "tasks",
  "src/cli": "Command line",
  "src/tui": "task panel",
  "src/private-run": "agentic-fetch",
  "src/features/webfetch/convert": "webfetch",
}

const files = filesBelow("src", ["limits.ts"]).filter((file) => file.endsWith("/limits.ts"))

function sectionText(file: string): string {
  const folder = path.posix.dirname(file)
  const title = sectionOf[folder] ?? path.posix.basename(folder)
  return page.split(/^## /m).find((section) => section.startsWith(`${title}\n`)) ?? ""
}

/** All numbers of a value, with the names that lead to them. */
function numbersOf(value: unknown, name: string): readonly (readonly [string, number])[] {
  if (typeof value === "number") return [[name, value]]
  if (Array.isArray(value))
    return value.flatMap((entry, index) => numbersOf(entry, `${name}.${index}`))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, entry]) => numbersOf(entry, `${name}.${key}`))
}

const words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight"]

/** How a person may write a number of bytes, milliseconds, or things. */
function spellings(value: number): readonly string[] {
  const inUnits = [
    [1, ""],
    [1 / 100, " %"],
    [1_000, " s"],
    [60_000, " min"],
    [3_600_000, " h"],
    [60, " min"],
    [1_024, " KiB"],
    [1_024 ** 2, " MiB"],
    [1_000_000, " million"],
  ] as const
  const spelled = inUnits.map(([unit, name]) => [value / unit, name] as const)
  const round = spelled.filter(([count]) => Math.abs(count * 10 - Math.round(count * 10)) < 1e-9)
  return [
    ...round.map(([count, name]) => `${count.toLocaleString("en-US")}${name}`),
    ...(words[value] === undefined ? [] : [words[value]]),
  ]
}

function isTold(text: string, value: number): boolean {
  return spellings(value).some((spelling) =>
    new RegExp(`(^|[^\\d,.])${spelling.replace(".", "\\.")}($|[^\\d]|[,.][^\\d])`, "m").test(text),
  )
}

describe("the page of limits", () => {
  test.each(files)("tells every number of %s", async (file) => {
    const module: unknown = await import(pathToFileURL(path.resolve(file)).href)
    const numbers = isRecord(module) ? numbersOf({ ...module }, "") : []
    const text = sectionText(file)
    const untold = numbers.filter(([, value]) => !isTold(text, value))
    expect(untold.map(([name, value]) => `${name} = ${value}`)).toEqual([])
  })
})
