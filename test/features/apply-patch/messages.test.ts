import { describe, expect, test } from "vitest"
import type { PatchProblem } from "../../../src/features/apply-patch/engine/plan-patch.ts"
import {
  refuseBusy,
  refuseEscape,
  refuseMalformed,
  refuseNotFile,
  refuseNotUtf8,
  refuseOutside,
  refuseProblem,
  refuseTooLarge,
} from "../../../src/features/apply-patch/messages.ts"

const hunk = { number: 2, headers: [] } as unknown as Extract<
  PatchProblem,
  { kind: "not-found" }
>["hunk"]
const path = "src/a.ts"
const lines = ["function first() {", "  return 1", "}", "function second() {", "  return 1", "}"]

const problems = [
  [
    "PATCH_NOT_FOUND",
    { kind: "not-found", path, hunk, nearest: { line: 1, expected: "  return 2" } },
  ],
  ["PATCH_AMBIGUOUS", { kind: "ambiguous", path, hunk, lines: [1, 4] }],
  ["PATCH_FILE_CHANGED", { kind: "changed-since-read", path, hunk }],
  ["PATCH_ALREADY_APPLIED", { kind: "already-applied", path, hunk, firstLine: 1, lastLine: 1 }],
  ["PATCH_INSERTION_UNCLEAR", { kind: "insertion-unclear", path, hunk, lines: [] }],
  ["PATCH_INDENTATION_UNCLEAR", { kind: "indentation-unclear", path, hunk, line: 1 }],
  ["PATCH_OVERLAP", { kind: "overlap", path, hunk, other: 1 }],
  ["PATCH_CUT_OFF", { kind: "cut-off", path, hunk }],
  ["PATCH_NO_CHANGE", { kind: "no-change", path }],
  ["PATCH_FILE_MISSING", { kind: "file-missing", path }],
  ["PATCH_TARGET_EXISTS", { kind: "target-exists", path, isSame: false }],
  ["PATCH_NOT_EXPRESSIBLE", { kind: "not-expressible", path }],
] as const

describe("what the model reads when a patch is refused", () => {
  const textsOf = (quotable: readonly string[] | undefined) =>
    problems.map(
      ([, problem]) => refuseProblem(problem as unknown as PatchProblem, quotable).message,
    )

  test("for a file that the session has seen", () => {
    const texts = textsOf(lines)
    expect(texts.map((text) => text.split(":")[0])).toEqual(problems.map(([code]) => code))
    expect(texts.join("\n\n")).toMatchInlineSnapshot(`
      "PATCH_NOT_FOUND: The old lines of hunk 2 are not in src/a.ts. The nearest place differs first at line 2: the patch has "··return 2", the file has "··return 1". Nothing was written.
      Read src/a.ts again, copy the lines as they are, and send the whole patch again.

      PATCH_AMBIGUOUS: Hunk 2 of src/a.ts fits more than one place: line 2 (in "function first() {"), line 5 (in "function second() {"). Nothing was written.
      Add context lines, or an @@ header with the line above the place that is meant, and send the whole patch again.

      PATCH_FILE_CHANGED: src/a.ts changed since this session last read it, and the lines that hunk 2 speaks about are among the changes. Nothing was written.
      Read src/a.ts again, then send the whole patch again.

      PATCH_ALREADY_APPLIED: Hunk 2 of src/a.ts is already applied: its new lines stand at line 2. Nothing was written.
      Do not send this hunk again. If other hunks of the patch are still needed, send them without it.

      PATCH_INSERTION_UNCLEAR: Hunk 2 of src/a.ts has added lines only and no @@ header. Nothing was written.
      Add the line above the new lines as context (with a leading space), and send the whole patch again.

      PATCH_INDENTATION_UNCLEAR: Hunk 2 fits src/a.ts at line 2, but with other indentation than the file's, and its new lines could be indented in more than one way. Nothing was written.
      Copy the indentation of the file into every line, and send the whole patch again.

      PATCH_OVERLAP: Hunk 2 of src/a.ts changes lines that hunk 1 changes too. Nothing was written.
      Join them into one hunk, and send the whole patch again.

      PATCH_CUT_OFF: The patch ends without "*** End Patch" behind hunk 2 of src/a.ts, and its last line may be cut off. Nothing was written.
      Check the last line, and send the whole patch again with the end marker.

      PATCH_NO_CHANGE: The patch leaves src/a.ts exactly as it is. Nothing was written.
      Check whether the change is still needed; if it is, say what shall be different.

      PATCH_FILE_MISSING: src/a.ts does not exist. Nothing was written.
      Check the path. To create the file use "*** Add File: src/a.ts".

      PATCH_TARGET_EXISTS: src/a.ts already exists, and the patch would overwrite it. Nothing was written.
      Read src/a.ts and use "*** Update File: src/a.ts", or choose another path.

      PATCH_NOT_EXPRESSIBLE: The result wanted for src/a.ts is clear, but the host's apply_patch cannot produce it: its own rules would give another text. Nothing was written.
      Split the patch into smaller ones, or change fewer lines at the end of the file."
    `)
  })

  test("for a file that it has not seen: no line of it, and the same where none was quoted", () => {
    const seen = textsOf(lines)
    const texts = textsOf(undefined)
    expect(texts.join()).not.toContain("return 1")
    expect(texts.filter((text) => !seen.includes(text)).join("\n\n")).toMatchInlineSnapshot(`
      "PATCH_NOT_FOUND: The old lines of hunk 2 are not in src/a.ts. Nothing was written.
      Read src/a.ts first, then send the whole patch again.

      PATCH_AMBIGUOUS: Hunk 2 of src/a.ts fits more than one place: line 2, line 5. Nothing was written.
      Read src/a.ts first, then send the whole patch again.

      PATCH_INDENTATION_UNCLEAR: Hunk 2 fits src/a.ts at line 2, but with other indentation than the file's, and its new lines could be indented in more than one way. Nothing was written.
      Read src/a.ts first, then send the whole patch again."
    `)
  })

  test("an empty patch is PATCH_EMPTY, every other fault of form PATCH_MALFORMED", () => {
    expect(refuseMalformed("empty", undefined).code).toBe("PATCH_EMPTY")
    expect(refuseMalformed("no-hunks", 3).code).toBe("PATCH_MALFORMED")
    expect(refuseMalformed("no-hunks", 3).message).toMatchInlineSnapshot(`
      "PATCH_MALFORMED: An update has no hunks (line 3 of the patch). Nothing was written.
      Send the patch between "*** Begin Patch" and "*** End Patch", one file header per file, hunks that begin with @@, and every line with a space, - or + in front."
    `)
  })

  test("paths and files", () => {
    const refusals = [
      refuseOutside("/etc/x"),
      refuseEscape("link/x"),
      refuseNotFile("src"),
      refuseNotUtf8("a.txt", 7),
      refuseTooLarge(),
      refuseBusy("a.txt"),
    ]
    expect(refusals.map((refusal) => refusal.code)).toEqual([
      "PATCH_OUTSIDE",
      "PATCH_ESCAPES",
      "PATCH_NOT_A_FILE",
      "PATCH_NOT_UTF8",
      "PATCH_TOO_LARGE",
      "PATCH_FILE_BUSY",
    ])
    expect(refusals.map((refusal) => refusal.message).join("\n\n")).toMatchInlineSnapshot(`
      "PATCH_OUTSIDE: The patch names a path outside the project (/etc/x), so all of it was blocked. Nothing was written.
      Patch only files of the project; the user can set "apply-patch": {"outside": "host"} to let the host ask for such paths.

      PATCH_ESCAPES: link/x leads outside the project through a symbolic link, so the patch was blocked. Nothing was written.
      Patch the file by a path that stays inside the project.

      PATCH_NOT_A_FILE: src is a directory or cannot be read. Nothing was written.
      Name a file.

      PATCH_NOT_UTF8: a.txt is not UTF-8 (first wrong byte at offset 7); the host would damage it all over. Nothing was written.
      Change it with a shell command that keeps its encoding, or convert it to UTF-8 first.

      PATCH_TOO_LARGE: The patch is larger than 1024 KiB. Nothing was written.
      Split it into several patches.

      PATCH_FILE_BUSY: An earlier patch of a.txt has not ended within 10 s. Nothing was written.
      Wait for its result, then send the whole patch again."
    `)
  })
})
