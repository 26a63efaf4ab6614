// Small inputs from public bug reports about patch tools, with the right behaviour.

import { describe, expect, test } from "vitest"
import { apply, applyTo, update } from "../support/apply.ts"

describe("line endings and the end of a file", () => {
  test("a CRLF file keeps CRLF on every line", () => {
    const result = applyTo("foo\r\nbar\r\nbaz\r\n", ["@@", " foo", "-bar", "+BAR", " baz"])
    expect(result).toBe("foo\r\nBAR\r\nbaz\r\n")
  })

  test("a line of a mixed file keeps its own ending", () => {
    expect(applyTo("a\r\nb\nc\r\n", ["@@", "-b", "+B"])).toBe("a\r\nB\nc\r\n")
  })

  test("a missing final newline is all that the host adds", () => {
    expect(applyTo("l1\nl2\nl3", ["@@", "-l1", "+L1"])).toBe("L1\nl2\nl3\n")
  })

  test("a blank line at the end of the file stays", () => {
    expect(applyTo("one\ntwo\n\n", ["@@", "-one", "+ONE"])).toBe("ONE\ntwo\n\n")
  })

  test("a byte order mark stays, also when the first line changes", () => {
    expect(applyTo("\uFEFFone\ntwo\n", ["@@", "-one", "+ONE"])).toBe("\uFEFFONE\ntwo\n")
  })
})

describe("several update blocks for one file", () => {
  const block = (from: string, to: string) => [
    "*** Update File: f",
    "@@",
    ...from.split("|").map((line) => (line.startsWith("~") ? ` ${line.slice(1)}` : `-${line}`)),
    `+${to}`,
  ]
  const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n")

  test("accumulate in order", () => {
    const text = patch(...block("one", "ONE"), ...block("three", "THREE"))
    expect(apply(text, { f: "one\ntwo\nthree\n" })).toEqual({ f: "ONE\ntwo\nTHREE\n" })
  })

  test("the second may quote what the first wrote", () => {
    const text = patch(...block("one", "ONE"), ...block("~ONE|two", "TWO"))
    expect(apply(text, { f: "one\ntwo\nthree\n" })).toEqual({ f: "ONE\nTWO\nthree\n" })
  })

  test("an update and a deletion of one file end in the deletion", () => {
    const text = patch(...block("one", "ONE"), "*** Delete File: f")
    expect(apply(text, { f: "one\n" })).toEqual({ f: undefined })
  })

  test("an update and a move end at the new path", () => {
    const moved = ["*** Update File: f", "*** Move to: g", "@@", "-two", "+TWO"]
    const text = patch(...block("one", "ONE"), ...moved)
    expect(apply(text, { f: "one\ntwo\n" })).toEqual({ f: undefined, g: "ONE\nTWO\n" })
  })
})

describe("additions", () => {
  test("go behind the line that the header names", () => {
    const result = applyTo("alpha\nbeta\ngamma\n", ["@@ beta", "+INSERTED"])
    expect(result).toBe("alpha\nbeta\nINSERTED\ngamma\n")
  })

  test("are refused when the header names no line", () => {
    expect(applyTo("alpha\nbeta\n", ["@@ nowhere", "+X"])).toBe("refused: insertion-unclear")
  })

  test("keep an empty last line of a new file", () => {
    const text = "*** Begin Patch\n*** Add File: n\n+a\n+\n*** End Patch"
    expect(apply(text, {})).toEqual({ n: "a\n\n" })
  })

  test("fill an empty file without a blank line", () => {
    expect(applyTo("", ["@@", "+first"])).toBe("first\n")
  })
})

describe("a hunk that matches several places", () => {
  const functions = "def a():\n    x = 1\n    done()\n\ndef b():\n    x = 1\n    done()\n"

  test("is refused", () => {
    expect(applyTo(functions, ["@@", "-    x = 1", "+    x = 2"])).toBe("refused: ambiguous")
  })

  test("goes to the place that its header names", () => {
    const result = applyTo(functions, ["@@ def b():", "-    x = 1", "+    x = 2"])
    expect(result).toBe(functions.replace(/x = 1(?![\s\S]*x = 1)/, "x = 2"))
  })

  test("is narrowed by stacked headers", () => {
    const file =
      "class One:\n    def m(self):\n        old\nclass Other:\n    def m(self):\n        old\n"
    const rows = ["@@ class Other:", "@@     def m(self):", "-        old", "+        new"]
    expect(applyTo(file, rows)).toBe(file.replace(/old(?![\s\S]*old)/, "new"))
  })
})

describe("context", () => {
  test("stays as the file has it: hard breaks and typographic quotes", () => {
    const file = "Title\nhard break  \nold\n\u2018q\u2019 tail\n"
    const result = applyTo(file, ["@@", " hard break", "-old", "+new", " 'q' tail"])
    expect(result).toBe(file.replace("old", "new"))
  })

  test("typed with spaces in a file of tabs gives lines with tabs", () => {
    const file = "def run(x):\n\tif x:\n\t\tvalue = 1\n\t\treturn value\n"
    const rows = ["@@", "     if x:", "-        value = 1", "+        value = 2"]
    expect(applyTo(file, rows)).toBe(file.replace("value = 1", "value = 2"))
  })

  test("typed at column 0 gives lines with the file's indentation", () => {
    const file = "def run(x):\n\tif x:\n\t\tvalue = 1\n\t\treturn value\n"
    const rows = ["@@", "-value = 1", "+value = 2"]
    expect(applyTo(file, rows)).toBe(file.replace("value = 1", "value = 2"))
  })

  test("typed with spaces in a file of tabs and a byte order mark keeps both", () => {
    const file = "\uFEFFdef run(x):\n\tif x:\n\t\tvalue = 1\n"
    const rows = ["@@", " def run(x):", "     if x:", "-        value = 1", "+        value = 2"]
    expect(applyTo(file, rows)).toBe(file.replace("value = 1", "value = 2"))
  })

  test("may have lost the space of an empty line", () => {
    expect(applyTo("a\n\nb\n", ["@@", " a", "", "-b", "+B"])).toBe("a\n\nB\n")
  })

  test("may carry the line numbers of a reader tool", () => {
    const rows = ["@@", " 1: const a = 1", "-2: const b = 2", "+2: const b = 3"]
    expect(applyTo("const a = 1\nconst b = 2\n", rows)).toBe("const a = 1\nconst b = 3\n")
  })

  test("that begins with a spread is no elision", () => {
    const file = "call({\n  ...first,\n  other,\n  ...second,\n})\n"
    const rows = ["@@", " call({", "   ...first,", "+  added,", "   ...second,", " })"]
    expect(applyTo(file, rows)).toBe("refused: not-found")
  })

  test("may be left out behind a remark of dots", () => {
    const file = "start()\none()\ntwo()\nthree()\nclose()\n"
    const rows = ["@@", "-start()", "+begin()", " // ... the rest ...", "-close()", "+end()"]
    expect(applyTo(file, rows)).toBe("begin()\none()\ntwo()\nthree()\nend()\n")
  })

  test("that really holds numbers is taken at its word", () => {
    const rows = ["@@", " 1: const a = 1", "-2: const b = 2", "+2: const b = 3"]
    const file = "1: const a = 1\n2: const b = 2\n"
    expect(applyTo(file, rows)).toBe("1: const a = 1\n2: const b = 3\n")
  })
})

describe("the frame of a patch", () => {
  const body = ["*** Update File: file.txt", "@@", "-a", "+b"]
  const files = { "file.txt": "a\n" }
  const done = { "file.txt": "b\n" }

  test("may have decorated markers", () => {
    const text = ["*** Begin Patch ***", ...body, "*** End Patch ***"].join("\n")
    expect(apply(text, files)).toEqual(done)
  })

  test("may have a stray end marker in the prose before it", () => {
    const text = ["I close with", "*** End Patch", "*** Begin Patch", ...body, "*** End Patch"]
    expect(apply(text.join("\n"), files)).toEqual(done)
  })

  test("may lack its end when the last row is confirmed by the file", () => {
    const text = ["*** Begin Patch", "*** Update File: file.txt", "@@", "-a", "+b", " c"].join("\n")
    expect(apply(text, { "file.txt": "a\nc\n" })).toEqual({ "file.txt": "b\nc\n" })
  })

  test("is refused when it is cut in the middle of an added line", () => {
    const text = ["*** Begin Patch", "*** Update File: file.txt", "@@", "-a", "+b and"].join("\n")
    expect(apply(text, files)).toBe("refused: cut-off")
  })

  test("may hold hunks in any order when each place is unique", () => {
    const rows = ["@@", "-e", "+E", "@@", "-b", "+B"]
    expect(applyTo("a\nb\nc\nd\ne\nf\n", rows)).toBe("a\nB\nc\nd\nE\nf\n")
  })

  test("may have range headers, whose text stays an anchor", () => {
    expect(applyTo("a\nb\nc\n", ["@@ -2,1 +2,1 @@", "-b", "+B"])).toBe("a\nB\nc\n")
    const file = "fn\nx\nother\nx\n"
    expect(applyTo(file, ["@@ -2 +2 @@ other", "-x", "+y"])).toBe("fn\nx\nother\ny\n")
  })
})

describe("sections that act on each other", () => {
  test("keep their order: a move may take the place of a file deleted before it", () => {
    const text = [
      "*** Begin Patch",
      "*** Update File: a",
      "@@",
      "-x",
      "+y",
      "*** Delete File: b",
      "*** Update File: a",
      "*** Move to: b",
      "*** End Patch",
    ].join("\n")
    expect(apply(text, { a: "x\n", b: "old\n" })).toEqual({ a: undefined, b: "y\n" })
  })

  test("are refused when the move comes before the deletion", () => {
    const text = update("@@", "-x", "+y").replace(
      "*** Update File: file.txt",
      "*** Update File: file.txt\n*** Move to: b",
    )
    expect(apply(text, { "file.txt": "x\n", b: "old\n" })).toBe("refused: target-exists")
  })

  test("two hunks that share a line of context both apply", () => {
    const rows = ["@@", "-a", "+A", " shared", "@@", " shared", "-b", "+B"]
    expect(applyTo("a\nshared\nb\n", rows)).toBe("A\nshared\nB\n")
  })
})
