import { describe, expect, test } from "vitest"
import { renderDiff } from "../../../src/features/ast-grep/render-diff.ts"

/** Replaces each `[old|new]` of the text. */
function diffOf(marked: string, contextLines = 1): string {
  const edits: { span: { start: number; end: number }; text: string }[] = []
  let source = ""
  let end = 0
  for (const match of marked.matchAll(/\[([^|\]]*)\|([^\]]*)\]/g)) {
    source += marked.slice(end, match.index)
    const start = Buffer.byteLength(source)
    source += match[1] ?? ""
    edits.push({ span: { start, end: Buffer.byteLength(source) }, text: match[2] ?? "" })
    end = match.index + match[0].length
  }
  source += marked.slice(end)
  return renderDiff("a.ts", Buffer.from(source), edits, contextLines)
}

describe("a diff", () => {
  test("has context around a change", () => {
    expect(diffOf("a\nb\n[c|x]\nd\ne\n")).toBe(
      "--- a.ts\n+++ a.ts\n@@ -2,3 +2,3 @@\n b\n-c\n+x\n d",
    )
  })

  test("joins changes of one line", () => {
    expect(diffOf("[a|x] + [b|y]\n", 0)).toBe("--- a.ts\n+++ a.ts\n@@ -1,1 +1,1 @@\n-a + b\n+x + y")
  })

  test("shows neighbouring changes as one", () => {
    expect(diffOf("[a|x]\n[b|y]\n", 0)).toBe("--- a.ts\n+++ a.ts\n@@ -1,2 +1,2 @@\n-a\n-b\n+x\n+y")
  })

  test("has a hunk for each distant change, with the lines shifted by those before", () => {
    expect(diffOf("[a|x\nx]\nb\nc\nd\n[e|y]\n")).toBe(
      "--- a.ts\n+++ a.ts\n@@ -1,2 +1,3 @@\n-a\n+x\n+x\n b\n@@ -4,2 +5,2 @@\n d\n-e\n+y",
    )
  })

  test("counts bytes, not characters, and hides carriage returns", () => {
    expect(diffOf("é😀\r\n[b|x]\r\n", 1)).toBe("--- a.ts\n+++ a.ts\n@@ -1,2 +1,2 @@\n é😀\n-b\n+x")
  })

  test("works in a file without a final line break", () => {
    expect(diffOf("a\n[b|x]", 0)).toBe("--- a.ts\n+++ a.ts\n@@ -2,1 +2,1 @@\n-b\n+x")
  })
})
