// apply_patch on the real host: the host's permission question, and the switches of the feature.

import { writeFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import type { CaseRun } from "./support/case.ts"
import { call, parallel, type Reply, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

const patchCall = (...lines: string[]): Reply =>
  call("apply_patch", { patchText: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n") })

const update = (file: string, ...rows: string[]): Reply =>
  patchCall(`*** Update File: ${file}`, ...rows)

const result = (run: CaseRun) => run.results.findLast(({ tool }) => tool === "apply_patch")

const asking = await useHosts({ oneProject: true, config: { permission: { edit: "ask" } } })
const open = await useHosts({
  oneProject: true,
  options: { "apply-patch": { outside: "host", ambiguous: "first" } },
  config: { permission: { external_directory: "allow" } },
})
const off = await useHosts({ oneProject: true, options: { "apply-patch": false } })

describe("while the host asks for permission", () => {
  test("a change of the file rejects the question, and the model reads why", async () => {
    const live = await asking.ours.open({ files: { "a.txt": "one\ntwo\n" }, steps: [] })
    await live.start("Go on.", [update("a.txt", "@@", "-two", "+TWO"), say("end")])
    await live.permission()
    writeFileSync(live.project.resolve("a.txt"), "one\ntwo\nthree\n")
    const run = await live.idle()
    expect(result(run)?.status).toBe("error")
    expect(result(run)?.output).toContain("PATCH_FILE_CHANGED: a.txt was changed by somebody else")
    expect(run.read("a.txt")).toBe("one\ntwo\nthree\n")
    expect(run.answer).toBe("end")
  })

  test("the host alone overwrites the change", async () => {
    const live = await asking.alone.open({ files: { "a.txt": "one\ntwo\n" }, steps: [] })
    await live.start("Go on.", [update("a.txt", "@@", "-two", "+TWO"), say("end")])
    const question = await live.permission()
    writeFileSync(live.project.resolve("a.txt"), "one\ntwo\nthree\n")
    await live.replyPermission(question.id, "once")
    const run = await live.idle()
    expect(run.read("a.txt")).toBe("one\nTWO\n")
  })

  test("an answered question lets the patch through", async () => {
    const live = await asking.ours.open({ files: { "a.txt": "one\ntwo\n" }, steps: [] })
    await live.start("Go on.", [update("a.txt", " one", "-two", "+TWO"), say("end")])
    const question = await live.permission()
    await live.replyPermission(question.id, "once")
    const run = await live.idle()
    expect(run.read("a.txt")).toBe("one\nTWO\n")
  })

  test("a second patch of the file waits ten seconds and is refused then", async () => {
    const live = await asking.ours.open({ files: { "a.txt": "one\ntwo\n" }, steps: [] })
    const reply = parallel(
      update("a.txt", "@@", "-two", "+TWO"),
      update("a.txt", "@@", "-one", "+ONE"),
    )
    await live.start("Go on.", [reply, say("end")])
    const question = await live.permission()
    await new Promise((resolve) => setTimeout(resolve, 11_000))
    await live.replyPermission(question.id, "once")
    const run = await live.idle()
    const outputs = run.results.map(({ output }) => output)
    expect(outputs.filter((output) => output.startsWith("PATCH_FILE_BUSY"))).toHaveLength(1)
    expect(outputs.filter((output) => output.includes("Success"))).toHaveLength(1)
  })
})

describe("the switches", () => {
  test("outside: host leaves lexically outside paths to the host", async () => {
    const run = await open.ours.play({
      git: false,
      steps: [patchCall("*** Add File: ../elsewhere.txt", "+x"), say("end")],
    })
    expect(run.read("../elsewhere.txt")).toBe("x\n")
  })

  test("ambiguous: first takes the first place", async () => {
    const run = await open.ours.play({
      files: { "a.txt": "x = 1\nother\nx = 1\n" },
      steps: [update("a.txt", "@@", "-x = 1", "+x = 2"), say("end")],
    })
    expect(run.read("a.txt")).toBe("x = 2\nother\nx = 1\n")
  })

  test("false leaves the host's own behaviour", async () => {
    const run = await off.ours.play({
      files: { "a.txt": "one\n" },
      steps: [update("a.txt", "-one", "+ONE"), say("end")],
    })
    expect(result(run)?.output).toContain("Success")
    expect(run.read("a.txt")).toBe("one\n")
  })
})
