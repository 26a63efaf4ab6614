import { rmSync, symlinkSync, writeFileSync } from "node:fs"
import path from "node:path"
import { afterEach, describe, expect, test } from "vitest"
import { createRescueBench, type RescueBench } from "./support/rescue-bench.ts"

const benches: RescueBench[] = []

function open(options: Parameters<typeof createRescueBench>[0] = {}): RescueBench {
  const bench = createRescueBench(options)
  benches.push(bench)
  return bench
}

afterEach(() => {
  for (const bench of benches.splice(0)) bench.remove()
})

const patch = (...lines: string[]): string =>
  ["*** Begin Patch", ...lines, "*** End Patch"].join("\n")

const update = (file: string, ...rows: string[]): string =>
  patch(`*** Update File: ${file}`, ...rows)

describe("a patch call", () => {
  test("without any text is left to the host", async () => {
    const bench = open()
    const call = { tool: "apply_patch", sessionId: "s", callId: "c", args: {} }
    expect(await bench.rescue.before(call)).toEqual({ kind: "pass" })
  })

  test("with the text under another key gets it under the right one", async () => {
    const bench = open()
    bench.write("a.txt", "one\n")
    const input = update("a.txt", "@@", "-one", "+two")
    const call = { tool: "apply_patch", sessionId: "s", callId: "c", args: { input } }
    expect(await bench.rescue.before(call)).toEqual({
      kind: "rewrite",
      args: { patchText: input, input: undefined },
    })
  })

  test("that is clean passes unchanged and is not remarked on", async () => {
    const bench = open()
    bench.write("a.txt", "one\ntwo\n")
    const text = update("a.txt", "@@", " one", "-two", "+TWO")
    expect(await bench.before("c1", text)).toBe(text)
    expect(await bench.after("c1", text)).toBeUndefined()
  })

  test("that was rewritten is told in one line", async () => {
    const bench = open()
    bench.write("a.txt", "one\r\ntwo\r\n")
    const text = update("a.txt", " one", "-two", "+TWO")
    const rewritten = await bench.before("c1", text)
    expect(rewritten).toBe(update("a.txt", "@@", " one\r", "-two\r", "+TWO\r"))
    expect(await bench.after("c1", rewritten)).toBe(
      "Success.\n[apply-patch] read with tolerance: missing @@.",
    )
  })

  test("whose rewriting the host did not take is not told as a rescue", async () => {
    const bench = open()
    bench.write("a.txt", "one\ntwo\n")
    const text = update("a.txt", " one", "-two", "+TWO")
    await bench.before("c1", text)
    expect(await bench.after("c1", text)).toBeUndefined()
  })

  test("of more than a MiB is refused", async () => {
    const bench = open()
    const answer = await bench.before("c1", patch("*** Add File: a", `+${"x".repeat(1_100_000)}`))
    expect(answer).toMatch(/^PATCH_TOO_LARGE: /)
  })

  test("for a file of more than 200,000 lines goes to the host untouched", async () => {
    const bench = open()
    bench.write("a.txt", "x\n".repeat(200_001))
    const text = update("a.txt", "-x", "+y")
    expect(await bench.before("c1", text)).toBe(text)
  })
})

describe("paths", () => {
  test("outside block the patch, a link to outside too", async () => {
    const bench = open()
    symlinkSync("/etc/hostname", path.join(bench.directory, "link"))
    expect(await bench.before("c1", update("../x", "@@", "-a", "+b"))).toMatch(/^PATCH_OUTSIDE: /)
    expect(await bench.before("c2", update("link", "@@", "-a", "+b"))).toMatch(/^PATCH_ESCAPES: /)
  })

  test("outside are left to the host on the user's wish, links are not", async () => {
    const bench = open({ outside: "host" })
    symlinkSync("/etc/hostname", path.join(bench.directory, "link"))
    const text = update("../x", "@@", "-a", "+b")
    expect(await bench.before("c1", text)).toBe(text)
    expect(await bench.before("c2", update("link", "@@", "-a", "+b"))).toMatch(/^PATCH_ESCAPES: /)
  })

  test("in the home folder are outside, unless a folder of the project is called so", async () => {
    const bench = open()
    const add = patch("*** Add File: ~/notes.txt", "+x")
    expect(await bench.before("c1", add)).toMatch(/^PATCH_OUTSIDE: /)
    bench.write("~/a.txt", "one\n")
    expect(await bench.before("c2", add)).toBe(add)
  })

  test("in quotes or with a diff prefix are read where nothing else is there", async () => {
    const bench = open()
    bench.write("src/a.txt", "one\n")
    const rows = ["@@", "-one", "+two"]
    const wanted = update("src/a.txt", ...rows)
    expect(await bench.before("c1", update('"src/a.txt"', ...rows))).toBe(wanted)
    await bench.after("c1", wanted)
    expect(await bench.before("c2", update("b/src/a.txt", ...rows))).toBe(wanted)
    await bench.after("c2", wanted)
    expect(await bench.before("c3", update("src\\a.txt", ...rows))).toBe(wanted)
  })

  test("absolute ones inside are printed relative where the patch is rewritten", async () => {
    const bench = open()
    bench.write("a.txt", "one\n")
    const answer = await bench.before(
      "c1",
      update(path.join(bench.directory, "a.txt"), "-one", "+x"),
    )
    expect(answer).toBe(update("a.txt", "@@", "-one", "+x"))
  })
})

describe("a name in another Unicode form", () => {
  const composed = "caf\u00e9"
  const decomposed = "cafe\u0301"
  const rows = ["@@", "-one", "+two"]

  test.each([
    [composed, decomposed],
    [decomposed, composed],
  ])("%j finds the one file %j, and the note says so", async (named, onDisk) => {
    const bench = open()
    bench.write(`${onDisk}/${onDisk}.txt`, "one\n")
    const wanted = update(`${onDisk}/${onDisk}.txt`, ...rows)
    expect(await bench.before("c1", update(`${named}/${named}.txt`, ...rows))).toBe(wanted)
    const written = JSON.stringify(`${onDisk}/${onDisk}.txt`).replace(
      /[\u0080-\uffff]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
    )
    expect(await bench.after("c1", wanted)).toBe(
      `Success.\n[apply-patch] ${named}/${named}.txt is spelled in another Unicode form on disk: ${written}.`,
    )
  })

  test("that is there as it stands is taken at its word", async () => {
    const bench = open()
    bench.write(`${composed}.txt`, "one\n")
    bench.write(`${decomposed}.txt`, "one\n")
    const text = update(`${decomposed}.txt`, ...rows)
    expect(await bench.before("c1", text)).toBe(text)
  })

  test("makes no second file that looks the same, and a new one in the folder that is there", async () => {
    const bench = open()
    bench.write(`${decomposed}/a.txt`, "one\n")
    expect(await bench.before("c1", patch(`*** Add File: ${composed}/a.txt`, "+x"))).toMatch(
      /^PATCH_TARGET_EXISTS: /,
    )
    expect(await bench.before("c2", patch(`*** Add File: ${composed}/b.txt`, "+x"))).toBe(
      patch(`*** Add File: ${decomposed}/b.txt`, "+x"),
    )
  })

  test("that two files could mean is refused", async () => {
    const bench = open()
    bench.write("\u1e69.txt", "one\n")
    bench.write("s\u0323\u0307.txt", "one\n")
    const answer = await bench.before("c1", update("\u1e63\u0307.txt", ...rows))
    expect(answer).toMatch(/^PATCH_FILE_MISSING: /)
  })

  test("is not looked for outside the project", async () => {
    const bench = open()
    const outside = path.join(bench.directory, "..", `${decomposed}-outside`)
    writeFileSync(outside, "one\n")
    const answer = await bench.before("c1", update(`../${composed}-outside`, ...rows))
    rmSync(outside)
    expect(answer).toMatch(/^PATCH_OUTSIDE: .*\(\.\.\/caf\u00e9-outside\)/)
  })
})

describe("the path of the project itself", () => {
  test("is a folder, not a file of its name below it", async () => {
    const bench = open()
    bench.write(path.basename(bench.directory), "one\n")
    const answer = await bench.before("c1", update(bench.directory, "@@", "-one", "+x"))
    expect(answer).toMatch(/^PATCH_[A-Z_]+: /)
    expect(bench.read(path.basename(bench.directory))).toBe("one\n")
  })
})

describe("a refusal", () => {
  test("quotes lines only of a file that the session has seen", async () => {
    const bench = open()
    bench.write("a.txt", "alpha one\nbeta two\ngamma three\n")
    const text = update("a.txt", "@@", " alpha one", "-beta 2", "+beta 3", " gamma three")
    expect(await bench.before("c1", text)).toBe(
      "PATCH_NOT_FOUND: The old lines of hunk 1 are not in a.txt. Nothing was written.\nRead a.txt first, then send the whole patch again.",
    )
    bench.see("a.txt")
    expect(await bench.before("c2", text)).toBe(
      'PATCH_NOT_FOUND: The old lines of hunk 1 are not in a.txt. The nearest place differs first at line 2: the patch has "beta 2", the file has "beta two". Nothing was written.\nRead a.txt again, copy the lines as they are, and send the whole patch again.',
    )
  })

  test("says that a carriage return stands inside a line of the file", async () => {
    const bench = open()
    bench.write("a.txt", "alpha one\nbeta two\rgamma three\r")
    const text = update("a.txt", "@@", "-gamma three", "+gamma 3")
    expect(await bench.before("c1", text)).toBe(
      "PATCH_NOT_FOUND: The old lines of hunk 1 are not in a.txt. Line 2 of the file holds a carriage return that ends no line here, as in old Mac files. Nothing was written.\nTurn its carriage returns into line feeds with a shell command first, read a.txt again, then send the whole patch again.",
    )
  })

  test("of one changed line says where the new line stands already", async () => {
    const bench = open()
    bench.write("a.txt", "a = 1\nb = 2\n")
    expect(await bench.before("c1", update("a.txt", "@@", "-b = 1", "+b = 2"))).toBe(
      "PATCH_NOT_FOUND: The old lines of hunk 1 are not in a.txt. Its new lines stand at line 2 already. Nothing was written.\nIf that is the change, do not send this hunk again; else read a.txt first, then send the whole patch again.",
    )
  })

  test.each([
    ["}", "x\n}\n"],
    ["b = 2", "b = 2\nb = 2\n"],
  ])("says nothing of a new line %j that tells no place", async (line, content) => {
    const bench = open()
    bench.write("a.txt", content)
    const answer = await bench.before("c1", update("a.txt", "@@", "-gone", `+${line}`))
    expect(answer).not.toContain("already")
  })

  test("names up to five places and the declaration above each", async () => {
    const bench = open()
    const names = ["a", "b", "c", "d", "e", "f", "g"]
    bench.write("a.py", names.map((name) => `def ${name}():\n    x = 1\n`).join(""))
    bench.see("a.py")
    expect(await bench.before("c1", update("a.py", "@@", "-    x = 1", "+    x = 2"))).toBe(
      'PATCH_AMBIGUOUS: Hunk 1 of a.py fits more than one place: line 2 (in "def a():"), line 4 (in "def b():"), line 6 (in "def c():"), line 8 (in "def d():"), line 10 (in "def e():") and 2 more. Nothing was written.\nAdd context lines, or an @@ header with the line above the place that is meant, and send the whole patch again.',
    )
  })

  test("never grows beyond its bound", async () => {
    const bench = open()
    const name = `${"long".repeat(400)}.txt`
    const answer = await bench.before("c1", update(name, "@@", "-a", "+b"))
    expect(answer.length).toBeLessThanOrEqual(2000)
  })
})

describe("a file that changes", () => {
  test("while the question is open rejects the question once", async () => {
    const bench = open()
    bench.write("a.txt", "one\ntwo\n")
    await bench.before("c1", update("a.txt", "@@", "-two", "+TWO"))
    const asked = bench.rescue.follow({
      type: "permission-asked",
      sessionId: "ses_1",
      requestId: "per_1",
      permission: "edit",
      patterns: [],
      callId: "c1",
    })
    await bench.pass(500)
    expect(bench.rejections).toEqual([])
    bench.write("a.txt", "one\ntwo\nthree\n")
    await bench.passUntil(Promise.resolve(asked))
    expect(bench.rejections).toEqual([
      ["per_1", expect.stringMatching(/^PATCH_FILE_CHANGED: a\.txt was changed/)],
    ])
  })

  test("in the last instant keeps the overwritten text in a file", async () => {
    const bench = open()
    bench.write("a.txt", "one\ntwo\n")
    const text = update("a.txt", "@@", "-two", "+TWO")
    await bench.before("c1", text)
    const event = { sessionId: "ses_1", requestId: "per_1" }
    const asked = bench.rescue.follow({
      ...event,
      type: "permission-asked",
      permission: "edit",
      patterns: [],
      callId: "c1",
    })
    bench.write("a.txt", "somebody else\n")
    await bench.rescue.follow({ ...event, type: "permission-replied", reply: "once" })
    await asked
    bench.write("a.txt", "one\nTWO\n")
    const output = (await bench.after("c1", text)) ?? ""
    const [, file] = /kept in (\S+)\.$/.exec(output) ?? []
    expect(bench.read(path.relative(bench.directory, file ?? ""))).toBe("somebody else\n")
  })

  test("by a finished patch counts as seen", async () => {
    const bench = open()
    bench.write("a.txt", "one\n")
    const text = update("a.txt", "@@", "-one", "+two")
    await bench.before("c1", text)
    bench.write("a.txt", "two\n")
    await bench.after("c1", text)
    expect(bench.seen.has("ses_1", path.join(bench.directory, "a.txt"))).toBe(true)
  })
})

describe("two patches for one file", () => {
  const text = update("a.txt", "@@", "-one", "+ONE")

  test("wait for each other, and the second sees what the first wrote", async () => {
    const bench = open()
    bench.write("a.txt", "one\ntwo\n")
    await bench.before("c1", text)
    const second = bench.before("c2", update("a.txt", "@@", " ONE", "-two", "+TWO"))
    await bench.pass(200)
    bench.write("a.txt", "ONE\ntwo\n")
    await bench.after("c1", text)
    expect(await second).toBe(update("a.txt", "@@", " ONE", "-two", "+TWO"))
  })

  test("are told apart after ten seconds", async () => {
    const bench = open()
    bench.write("a.txt", "one\ntwo\n")
    await bench.before("c1", text)
    const second = await bench.passUntil(bench.before("c2", text))
    expect(second).toMatch(/^PATCH_FILE_BUSY: /)
  })

  test("do not wait for one that failed or was refused", async () => {
    const bench = open()
    bench.write("a.txt", "one\ntwo\n")
    await bench.before("c1", text)
    await bench.rescue.follow({
      type: "tool-failed",
      sessionId: "ses_1",
      messageId: "m",
      callId: "c1",
      tool: "apply_patch",
      args: {},
      error: "rejected",
    })
    expect(await bench.before("c2", text)).toBe(text)
    await bench.after("c2", text)
    expect(await bench.before("c3", update("a.txt", "@@", "-nothing", "+x"))).toMatch(/^PATCH_/)
    expect(await bench.before("c4", text)).toBe(text)
  })
})
