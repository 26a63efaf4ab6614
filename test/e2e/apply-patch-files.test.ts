// apply_patch on the real host: which files a patch may touch, several files at once, files that changed meanwhile.

import { chmodSync, statSync } from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"
import type { CaseRun } from "./support/case.ts"
import type { FileContent } from "./support/project.ts"
import { call, parallel, type Reply, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

const hosts = await useHosts({
  oneProject: true,
  config: { permission: { external_directory: "allow" } },
})

const patch = (...lines: string[]): string =>
  ["*** Begin Patch", ...lines, "*** End Patch"].join("\n")

const patchCall = (...lines: string[]): Reply => call("apply_patch", { patchText: patch(...lines) })

const update = (file: string, ...rows: string[]): Reply =>
  patchCall(`*** Update File: ${file}`, ...rows)

function play(reply: Reply, files: Readonly<Record<string, FileContent>>, git = true) {
  return hosts.both({ files, git, steps: [reply, say("end")] })
}

const result = (run: CaseRun) => run.results.findLast(({ tool }) => tool === "apply_patch")

describe("paths", () => {
  test("an absolute path inside is fine", async () => {
    const live = await hosts.ours.open({ files: { "a.txt": "one\ntwo\n" }, steps: [] })
    const file = path.join(live.directory, "a.txt")
    const run = await live.send("Go on.", [update(file, "one", "-two", "+TWO"), say("end")])
    expect(run.read("a.txt")).toBe("one\nTWO\n")
    expect(result(run)?.status).toBe("completed")
  })

  test("a path above the project blocks the whole patch and names the switch", async () => {
    const reply = patchCall(
      "*** Update File: a.txt",
      "@@",
      "-one",
      "+ONE",
      "*** Add File: ../above.txt",
      "+x",
    )
    const { ours, alone } = await play(reply, { "a.txt": "one\n" }, false)
    expect(result(ours)?.output).toMatch(/^PATCH_OUTSIDE: .*\.\.\/above\.txt/)
    expect(result(ours)?.output).toContain('{"outside": "host"}')
    expect(ours.read("a.txt")).toBe("one\n")
    expect(ours.read("../above.txt")).toBeUndefined()
    expect(alone.read("../above.txt")).toBe("x\n")
  })

  test("an absolute path elsewhere is blocked in a folder without git", async () => {
    const { ours } = await play(patchCall("*** Add File: /etc/workbench-test", "+x"), {}, false)
    expect(result(ours)?.output).toMatch(/^PATCH_OUTSIDE: /)
  })

  test("a symbolic link to outside is blocked, where the host alone writes through it", async () => {
    const files = { "link.txt": { linkTo: "../target.txt" } }
    const prepare = async (host: typeof hosts.ours) => {
      const live = await host.open({ files, steps: [] })
      live.project.write("../target.txt", "secret\n")
      return live.send("Go on.", [update("link.txt", "@@", "-secret", "+changed"), say("end")])
    }
    const [ours, alone] = await Promise.all([prepare(hosts.ours), prepare(hosts.alone)])
    expect(result(ours)?.output).toMatch(/^PATCH_ESCAPES: link\.txt/)
    expect(ours.read("../target.txt")).toBe("secret\n")
    expect(alone.read("../target.txt")).toBe("changed\n")
  })

  test("a name in another Unicode form than on disk finds its file, where the host alone finds none", async () => {
    const file = "cafe\u0301.txt"
    const { ours, alone } = await play(update("caf\u00e9.txt", "@@", "-one", "+ONE"), {
      [file]: "one\n",
    })
    expect(ours.read(file)).toBe("ONE\n")
    expect(ours.read("caf\u00e9.txt")).toBeUndefined()
    expect(result(ours)?.output).toContain('another Unicode form on disk: "cafe\\u0301.txt"')
    expect(alone.read(file)).toBe("one\n")
  })

  test("a symbolic link inside is written through", async () => {
    const files = { "real.txt": "one\n", "link.txt": { linkTo: "real.txt" } }
    const { ours, alone } = await play(update("link.txt", "-one", "+ONE"), files)
    expect(ours.read("real.txt")).toBe("ONE\n")
    expect(alone.read("real.txt")).toBe("one\n")
  })

  test("a diff prefix is dropped where no such folder exists", async () => {
    const { ours, alone } = await play(update("a/src.txt", "@@", "-one", "+ONE"), {
      "src.txt": "one\n",
    })
    expect(ours.read("src.txt")).toBe("ONE\n")
    expect(result(alone)?.status).toBe("error")
  })
})

describe("files that would be lost", () => {
  test("Add never overwrites", async () => {
    const { ours, alone } = await play(patchCall("*** Add File: a.txt", "+new"), {
      "a.txt": "old\n",
    })
    expect(result(ours)?.output).toMatch(/^PATCH_TARGET_EXISTS: a\.txt/)
    expect(ours.read("a.txt")).toBe("old\n")
    expect(alone.read("a.txt")).toBe("new\n")
  })

  test("Add of the same content is already applied", async () => {
    const { ours } = await play(patchCall("*** Add File: a.txt", "+old"), { "a.txt": "old\n" })
    expect(result(ours)?.output).toMatch(/^PATCH_ALREADY_APPLIED: /)
  })

  test("Move never overwrites", async () => {
    const reply = patchCall("*** Update File: a.txt", "*** Move to: b.txt", "@@", "-one", "+ONE")
    const { ours, alone } = await play(reply, { "a.txt": "one\n", "b.txt": "other\n" })
    expect(result(ours)?.output).toMatch(/^PATCH_TARGET_EXISTS: b\.txt/)
    expect(ours.read("b.txt")).toBe("other\n")
    expect(alone.read("b.txt")).toBe("ONE\n")
  })

  test("a moved file has the host's default mode, an updated one keeps its own (HOST-QUIRK-89)", async () => {
    const modes = async (host: typeof hosts.ours) => {
      const live = await host.open({ files: { "a.sh": "one\n", "b.sh": "one\n" }, steps: [] })
      const modeOf = (file: string) => statSync(path.join(live.directory, file)).mode & 0o777
      for (const file of ["a.sh", "b.sh"]) chmodSync(path.join(live.directory, file), 0o755)
      const change = ["@@", "-one", "+ONE"]
      const move = ["*** Update File: a.sh", "*** Move to: c.sh", ...change]
      await live.send("Go on.", [
        patchCall(...move, "*** Update File: b.sh", ...change),
        say("end"),
      ])
      return [modeOf("c.sh"), modeOf("b.sh")]
    }
    expect(await modes(hosts.ours)).toEqual([0o644, 0o755])
    expect(await modes(hosts.alone)).toEqual([0o644, 0o755])
  })

  test("a move onto itself keeps the file", async () => {
    const reply = patchCall("*** Update File: a.txt", "*** Move to: a.txt", "@@", "-one", "+ONE")
    const { ours, alone } = await play(reply, { "a.txt": "one\n" })
    expect(ours.read("a.txt")).toBe("ONE\n")
    expect(alone.read("a.txt")).toBeUndefined()
  })

  test("a Latin-1 file is refused with the offset of the byte", async () => {
    const bytes = Uint8Array.from([0x63, 0x61, 0x66, 0xe9, 0x0a, 0x78, 0x0a])
    const { ours, alone } = await play(update("a.txt", "@@", "-x", "+y"), { "a.txt": bytes })
    expect(result(ours)?.output).toMatch(/^PATCH_NOT_UTF8: a\.txt .*offset 3/)
    expect(ours.bytes("a.txt")).toEqual(Buffer.from(bytes))
    expect(alone.bytes("a.txt")?.includes(Buffer.from("\uFFFD"))).toBe(true)
  })

  test("a patch whose last file fails writes nothing at all", async () => {
    const reply = patchCall(
      "*** Update File: a.txt",
      "@@",
      "-one",
      "+ONE",
      "*** Add File: new.txt",
      "+new",
      "*** Update File: b.txt",
      "@@",
      "-not there",
      "+x",
    )
    const { ours } = await play(reply, { "a.txt": "one\n", "b.txt": "two\n" })
    expect(result(ours)?.output).toMatch(/^PATCH_NOT_FOUND: .*b\.txt/)
    expect(ours.read("a.txt")).toBe("one\n")
    expect(ours.read("new.txt")).toBeUndefined()
  })

  test("deleting what is not there and updating a folder are told apart", async () => {
    const { ours } = await play(patchCall("*** Delete File: gone.txt"), {})
    expect(result(ours)?.output).toMatch(/^PATCH_FILE_MISSING: gone\.txt/)
    const folder = await play(update("src", "@@", "-a", "+b"), { "src/a.txt": "a\n" })
    expect(result(folder.ours)?.output).toMatch(/^PATCH_NOT_A_FILE: src/)
  })
})

describe("file text in answers", () => {
  test("no byte of a file that the session never read", async () => {
    const secret = "API_TOKEN=swordfish-4711"
    const { ours } = await play(update(".env", "@@", "-API_TOKEN=guess", "+API_TOKEN=mine"), {
      ".env": `${secret}\nOTHER=1\n`,
    })
    expect(result(ours)?.output).toMatch(/^PATCH_NOT_FOUND: /)
    expect(result(ours)?.output).not.toContain("swordfish")
    expect(result(ours)?.output).toContain("Read .env first")
  })

  test("a file that it read is quoted where the patch differs", async () => {
    const run = await hosts.ours.play({
      files: { "a.txt": "alpha one\nbeta two\ngamma three\n" },
      steps: [
        call("read", { filePath: "a.txt" }),
        update("a.txt", "@@", " alpha one", "-beta 2", "+beta 3", " gamma three"),
        say("end"),
      ],
    })
    expect(result(run)?.output).toContain('line 2: the patch has "beta 2", the file has "beta two"')
  })
})

describe("a file that changed", () => {
  const before =
    "def start():\n    prepare()\n    launch()\n    report()\n\ndef stop():\n    halt()\n"

  test("after it was read is patched through the snapshot", async () => {
    const play = async (host: typeof hosts.ours) => {
      const live = await host.open({ files: { "a.py": before }, steps: [] })
      return live.send("Go on.", [
        call("read", { filePath: "a.py" }),
        () => {
          live.project.write("a.py", `import os\n\n${before.replace("prepare()", "make_ready()")}`)
          return update(
            "a.py",
            "@@",
            " def start():",
            "     prepare()",
            "-    launch()",
            "+    launch(1)",
          )
        },
        say("end"),
      ])
    }
    const [ours, alone] = await Promise.all([play(hosts.ours), play(hosts.alone)])
    expect(ours.read("a.py")).toBe(
      `import os\n\n${before.replace("prepare()", "make_ready()").replace("launch()", "launch(1)")}`,
    )
    expect(result(ours)?.output).toContain("as you last saw it")
    expect(result(alone)?.status).toBe("error")
  })

  test("in the lines that the hunk deletes is refused", async () => {
    const live = await hosts.ours.open({ files: { "a.py": before }, steps: [] })
    const run = await live.send("Go on.", [
      call("read", { filePath: "a.py" }),
      () => {
        live.project.write("a.py", before.replace("launch()", "launch(7)"))
        return update("a.py", "@@", "     prepare()", "-    launch()", "+    launch(1)")
      },
      say("end"),
    ])
    expect(result(run)?.output).toMatch(/^PATCH_FILE_CHANGED: /)
    expect(run.read("a.py")).toBe(before.replace("launch()", "launch(7)"))
  })

  test("by an earlier patch of the session counts as seen", async () => {
    const run = await hosts.ours.play({
      files: { "a.py": before },
      steps: [
        update("a.py", "@@", "-    halt()", "+    halt(now)"),
        update("a.py", "@@", "-    nothing()", "+    x()", "     halt(now)"),
        say("end"),
      ],
    })
    expect(run.results[1]?.output).toContain('the file has "def stop():"')
  })

  test("two patches of one file in one message are applied one after the other", async () => {
    const reply = parallel(
      update("a.py", "@@", "-    launch()", "+    launch(1)"),
      update("a.py", "@@", "-    halt()", "+    halt(1)"),
    )
    const { ours } = await play(reply, { "a.py": before })
    expect(ours.read("a.py")).toBe(
      before.replace("launch()", "launch(1)").replace("halt()", "halt(1)"),
    )
    expect(ours.results.map(({ status }) => status)).toEqual(["completed", "completed"])
  })
})
