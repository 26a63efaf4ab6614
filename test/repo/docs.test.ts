import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { filesBelow } from "./files.ts"

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  ...filesBelow("docs", [".md"]),
  ...filesBelow("examples", [".md"]),
]
const read = (file: string) => readFileSync(file, "utf8")

/** Text without fenced blocks, in which paths are those of somebody else. */
const prose = (file: string) => read(file).replace(/^```[\s\S]*?^```/gm, "")

function brokenLinks(page: string): readonly string[] {
  return [...prose(page).matchAll(/\]\((?!https?:|mailto:|#)([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !existsSync(path.join(path.dirname(page), link.replace(/#.*$/, ""))))
    .map((link) => `${page}: ${link}`)
}

/** Paths of this repository in backticks; those with a placeholder are patterns. */
function missingFiles(page: string): readonly string[] {
  return [...prose(page).matchAll(/`((?:src|test|scripts|docs|bench|sim|eval)\/[^`\s]+)`/g)]
    .map(([, file = ""]) => file)
    .filter((file) => !/[<>*…{]/.test(file) && !existsSync(file))
    .map((file) => `${page}: ${file}`)
}

describe("the documentation", () => {
  test("has no link into nothing", () => {
    expect(pages.flatMap(brokenLinks)).toEqual([])
  })

  test("names no file that does not exist", () => {
    // The examples of that page are paths of somebody else.
    const ours = pages.filter((page) => !page.endsWith("/search-path-guard.md"))
    expect(ours.flatMap(missingFiles)).toEqual([])
  })

  test("finds a page and a file for each behaviour, once", () => {
    const rows = read("docs/README.md")
      .split("## Behaviour")[1]
      ?.split("\n")
      .filter((line) => /^\| .*`src\//.test(line))
    expect(rows?.length).toBeGreaterThanOrEqual(25)
    const behaviours = rows?.map((row) => row.split("|")[1]?.trim())
    expect(new Set(behaviours).size).toBe(rows?.length)
  })

  test("has every page in its index", () => {
    const index = read("docs/README.md")
    const all = filesBelow("docs", [".md"]).filter((file) => file !== "docs/README.md")
    const listed = (file: string) => index.includes(`](${file.replace("docs/", "")}`)
    expect(all.filter((file) => !listed(file))).toEqual([])
  })
})
