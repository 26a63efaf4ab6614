// apply_patch on the real host, with the feature and without: what the host executed, the bytes on disk, what the model saw.

import { describe, expect, test } from "vitest"
import type { CaseRun } from "./support/case.ts"
import type { FileContent } from "./support/project.ts"
import { call, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

const hosts = await useHosts({ oneProject: true })

interface Outcome {
  readonly ours: CaseRun
  readonly alone: CaseRun
}

function play(
  patchText: string,
  files: Readonly<Record<string, FileContent>>,
  more: { readonly git?: boolean } = {},
): Promise<Outcome> {
  return hosts.both({ files, ...more, steps: [call("apply_patch", { patchText }), say("end")] })
}

const patch = (...lines: string[]): string =>
  ["*** Begin Patch", ...lines, "*** End Patch"].join("\n")

const update = (...rows: string[]): string => patch("*** Update File: file.txt", ...rows)

const result = (run: CaseRun) => run.results[0]

const numbers = "one\ntwo\nthree\nfour\nfive\n"

describe("a patch that the host applies rightly", () => {
  test("passes unchanged, and nothing is added to its result", async () => {
    const { ours, alone } = await play(update("@@", " one", "-two", "+TWO", " three"), {
      "file.txt": numbers,
    })
    expect(ours.read("file.txt")).toBe("one\nTWO\nthree\nfour\nfive\n")
    expect(result(ours)?.output).toBe(result(alone)?.output)
  })
})

describe("line endings and the end of a file", () => {
  test("a CRLF file keeps its endings", async () => {
    const { ours, alone } = await play(update("@@", " foo", "-bar", "+BAR", " baz"), {
      "file.txt": "foo\r\nbar\r\nbaz\r\n",
    })
    expect(ours.read("file.txt")).toBe("foo\r\nBAR\r\nbaz\r\n")
    expect(alone.read("file.txt")).toBe("foo\nBAR\nbaz\n")
  })

  test("mixed endings stay line by line", async () => {
    const { ours, alone } = await play(update("@@", " a", "-b", "+B", " c"), {
      "file.txt": "a\r\nb\nc\r\nd\n",
    })
    expect(ours.read("file.txt")).toBe("a\r\nB\nc\r\nd\n")
    expect(alone.read("file.txt")).toBe("a\nB\nc\nd\n")
  })

  test("a CRLF patch puts no carriage return into an LF file", async () => {
    const text = update("@@", " one", "-two", "+TWO").replaceAll("\n", "\r\n")
    const { ours, alone } = await play(text, { "file.txt": numbers })
    expect(ours.read("file.txt")).toBe("one\nTWO\nthree\nfour\nfive\n")
    expect(alone.read("file.txt")).toContain("\r")
  })

  test("a byte order mark stays, also where the first line changes", async () => {
    const { ours, alone } = await play(update("@@", "-one", "+ONE", " two"), {
      "file.txt": `\uFEFF${numbers}`,
    })
    expect(ours.read("file.txt")).toBe("\uFEFFONE\ntwo\nthree\nfour\nfive\n")
    expect(alone.read("file.txt")).toBe(ours.read("file.txt"))
  })

  test("a blank line at the end stays", async () => {
    const { ours, alone } = await play(update("@@", "-one", "+ONE", " two"), {
      "file.txt": `${numbers}\n`,
    })
    expect(ours.read("file.txt")).toBe("ONE\ntwo\nthree\nfour\nfive\n\n")
    expect(alone.read("file.txt")).toBe("ONE\ntwo\nthree\nfour\nfive\n")
  })

  test("no final newline: the host adds one, and only that", async () => {
    const { ours, alone } = await play(update("@@", "-l1", "+L1"), { "file.txt": "l1\nl2\nl3" })
    expect(ours.read("file.txt")).toBe("L1\nl2\nl3\n")
    expect(alone.read("file.txt")).toBe("L1\nl2\nl3\n")
  })

  test("an added file keeps an empty last line", async () => {
    const { ours, alone } = await play(patch("*** Add File: new.txt", "+a", "+"), {})
    expect(ours.read("new.txt")).toBe("a\n\n")
    expect(alone.read("new.txt")).toBe("a\n")
  })
})

describe("the form of a patch", () => {
  test("a first hunk without @@ is applied", async () => {
    const { ours, alone } = await play(update(" one", "-two", "+TWO", " three"), {
      "file.txt": numbers,
    })
    expect(ours.read("file.txt")).toBe("one\nTWO\nthree\nfour\nfive\n")
    expect(alone.read("file.txt")).toBe(numbers)
    expect(result(alone)?.output).toContain("Success")
    expect(result(ours)?.output).toContain("[apply-patch] read with tolerance: missing @@.")
  })

  test("two update blocks for one file both count", async () => {
    const text = patch(
      "*** Update File: file.txt",
      "@@",
      "-one",
      "+ONE",
      "*** Update File: file.txt",
      "@@",
      "-three",
      "+THREE",
    )
    const { ours, alone } = await play(text, { "file.txt": numbers })
    expect(ours.read("file.txt")).toBe("ONE\ntwo\nTHREE\nfour\nfive\n")
    expect(alone.read("file.txt")).toBe("one\ntwo\nTHREE\nfour\nfive\n")
  })

  test("a second block may quote what the first wrote", async () => {
    const text = patch(
      "*** Update File: file.txt",
      "@@",
      "-one",
      "+ONE",
      "*** Update File: file.txt",
      "@@",
      " ONE",
      "-two",
      "+TWO",
    )
    const { ours, alone } = await play(text, { "file.txt": numbers })
    expect(ours.read("file.txt")).toBe("ONE\nTWO\nthree\nfour\nfive\n")
    expect(alone.read("file.txt")).toBe(numbers)
  })

  test("only added lines go behind the line of their header", async () => {
    const { ours, alone } = await play(update("@@ two", "+INSERTED"), { "file.txt": numbers })
    expect(ours.read("file.txt")).toBe("one\ntwo\nINSERTED\nthree\nfour\nfive\n")
    expect(alone.read("file.txt")).toBe(`${numbers}INSERTED\n`)
  })

  test("an end-of-file marker in the middle loses no hunk", async () => {
    const text = update("@@", "-one", "+ONE", "*** End of File", "@@", "-four", "+FOUR")
    const { ours, alone } = await play(text, { "file.txt": numbers })
    expect(ours.read("file.txt")).toBe("ONE\ntwo\nthree\nFOUR\nfive\n")
    expect(alone.read("file.txt")).toBe("ONE\ntwo\nthree\nfour\nfive\n")
  })

  test("fence and decorated markers are read", async () => {
    const body = ["*** Update File: file.txt", "@@", "-two", "+TWO"]
    const text = ["```diff", "*** Begin Patch ***", ...body, "*** End Patch ***", "```"].join("\n")
    const { ours, alone } = await play(text, { "file.txt": numbers })
    expect(ours.read("file.txt")).toBe("one\nTWO\nthree\nfour\nfive\n")
    expect(result(alone)?.status).toBe("error")
  })

  test("line ranges and headers of a unified diff are read", async () => {
    const text = update(
      "--- a/file.txt",
      "+++ b/file.txt",
      "@@ -2,2 +2,2 @@",
      " two",
      "-three",
      "+3",
    )
    const { ours, alone } = await play(text, { "file.txt": numbers })
    expect(ours.read("file.txt")).toBe("one\ntwo\n3\nfour\nfive\n")
    expect(result(alone)?.status).toBe("error")
  })

  test("an empty context line may have lost its space", async () => {
    const { ours, alone } = await play(update("@@", " a", "", "-b", "+B"), {
      "file.txt": "a\n\nb\n",
    })
    expect(ours.read("file.txt")).toBe("a\n\nB\n")
    expect(result(alone)?.status).toBe("error")
  })

  test("hunks may come in any order when each place is unique", async () => {
    const { ours, alone } = await play(update("@@", "-five", "+5", "@@", "-two", "+2"), {
      "file.txt": numbers,
    })
    expect(ours.read("file.txt")).toBe("one\n2\nthree\nfour\n5\n")
    expect(result(alone)?.status).toBe("error")
  })

  test("copied line numbers are taken off", async () => {
    const { ours, alone } = await play(update("@@", " 1: one", "-2: two", "+2: TWO"), {
      "file.txt": numbers,
    })
    expect(ours.read("file.txt")).toBe("one\nTWO\nthree\nfour\nfive\n")
    expect(result(alone)?.status).toBe("error")
  })
})

describe("context", () => {
  test("keeps its hard breaks and typographic quotes", async () => {
    const file = "Title\nhard break  \nold\n\u2018q\u2019 tail\n"
    const { ours, alone } = await play(update("@@", " hard break", "-old", "+new", " 'q' tail"), {
      "file.txt": file,
    })
    expect(ours.read("file.txt")).toBe(file.replace("old", "new"))
    expect(alone.read("file.txt")).toBe("Title\nhard break\nnew\n'q' tail\n")
  })

  test("typed with spaces in a file of tabs gives lines with tabs", async () => {
    const file = "def run(x):\n\tif x:\n\t\tvalue = 1\n\t\treturn value\n"
    const text = update("@@", "     if x:", "-        value = 1", "+        value = 2")
    const { ours, alone } = await play(text, { "file.txt": file })
    expect(ours.read("file.txt")).toBe(file.replace("value = 1", "value = 2"))
    expect(alone.read("file.txt")).toBe(
      "def run(x):\n    if x:\n        value = 2\n\t\treturn value\n",
    )
    expect(result(ours)?.output).toContain("new lines re-indented")
  })

  test("misspelt in one word still finds its place, and the result says so", async () => {
    const file = "const total = sumAll(items)\nconst mean = total / items.length\nprint(mean)\n"
    const text = update(
      "@@",
      " const total = sumAl(items)",
      "-const mean = total / items.length",
      "+const mean = items.length > 0 ? total / items.length : 0",
      " print(mean)",
    )
    const { ours, alone } = await play(text, { "file.txt": file })
    expect(ours.read("file.txt")).toBe(
      file.replace("total / items.length", "items.length > 0 ? total / items.length : 0"),
    )
    expect(result(ours)?.output).toContain("by similarity")
    expect(result(alone)?.status).toBe("error")
  })
})

describe("a place that is not certain", () => {
  const functions = "def a():\n    x = 1\n    return x\n\ndef b():\n    x = 1\n    return x\n"

  test("a hunk that fits two places is refused with both line numbers", async () => {
    const { ours, alone } = await play(update("@@", "-    x = 1", "+    x = 2"), {
      "file.txt": functions,
    })
    expect(ours.read("file.txt")).toBe(functions)
    expect(result(ours)?.status).toBe("error")
    expect(result(ours)?.output).toBe(
      "PATCH_AMBIGUOUS: Hunk 1 of file.txt fits more than one place: line 2, line 6. Nothing was written.\nRead file.txt first, then send the whole patch again.",
    )
    expect(alone.read("file.txt")).toBe(functions.replace("x = 1", "x = 2"))
  })

  test("a header tells the places apart", async () => {
    const { ours } = await play(update("@@ def b():", "-    x = 1", "+    x = 2"), {
      "file.txt": functions,
    })
    expect(ours.read("file.txt")).toBe(functions.replace(/x = 1(?![\s\S]*x = 1)/, "x = 2"))
  })

  test("a changed deleted line is a conflict, not a rescue", async () => {
    const file = "limit = 45\nstart()\n"
    const { ours } = await play(update("@@", "-limit = 30", "+limit = 60", " start()"), {
      "file.txt": file,
    })
    expect(ours.read("file.txt")).toBe(file)
    expect(result(ours)?.output).toMatch(/^PATCH_NOT_FOUND: /)
  })

  test("a patch that is already applied is answered with its lines", async () => {
    const file = "alpha()\nbeta()\ngamma()\n"
    const text = update("@@", " alpha()", "+beta()", " gamma()")
    const { ours, alone } = await play(text, { "file.txt": file })
    expect(result(ours)?.output).toMatch(/^PATCH_ALREADY_APPLIED: .*lines 1 to 3/)
    expect(result(alone)?.status).toBe("error")
  })

  test("a cut-off patch is refused", async () => {
    const text = "*** Begin Patch\n*** Update File: file.txt\n@@\n-one\n+ONE and"
    const { ours } = await play(text, { "file.txt": numbers })
    expect(ours.read("file.txt")).toBe(numbers)
    expect(result(ours)?.output).toMatch(/^PATCH_CUT_OFF: /)
  })
})
