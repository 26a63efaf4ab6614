import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { callKind } from "../../../src/features/tool-loop-guard/call-kind.ts"
import { createChangeLog } from "../../../src/features/tool-loop-guard/changes.ts"
import {
  fingerprint,
  ownCopy,
  unorderedFingerprint,
} from "../../../src/features/tool-loop-guard/fingerprint.ts"
import { hasRipgrep } from "../../../src/features/tool-loop-guard/ripgrep.ts"
import { readTaskState } from "../../../src/features/tool-loop-guard/task-stream.ts"

const folder = mkdtempSync(path.join(os.tmpdir(), "loop-guard-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("the kind of a call", () => {
  const rules = { searchTools: ["read", "grep"], exemptTools: ["mine"], loopTrait: () => undefined }
  const bash = (command: string) => callKind("bash", { command }, rules)

  test.each([
    "sleep 5",
    "sleep 5 && cat x",
    "tail -f log",
    "npx vitest --watch",
    "gh run view",
    "until a; do b; done",
  ])("of a command that waits is polling: %s", (command) => {
    expect(bash(command)).toBe("polling")
  })

  test.each(["git status", "npm test", "cat await.ts", "ls watchers", "tail -n 5 log"])(
    "of another command is writing: %s",
    (command) => {
      expect(bash(command)).toBe("writing")
    },
  )

  test("follows the lists, then the trait, then the name", () => {
    expect(callKind("mine", {}, rules)).toBe("exempt")
    expect(callKind("read", {}, rules)).toBe("search")
    expect(callKind("webfetch", {}, rules)).toBe("reading")
    expect(callKind("server_tool", {}, rules)).toBe("writing")
    expect(callKind("server_wait_for_build", {}, rules)).toBe("polling")
    expect(callKind("todowrite", {}, rules)).toBe("noted")
    const trait = (value: "noted" | "per-turn" | "guarded") => ({
      ...rules,
      loopTrait: () => value,
    })
    expect(callKind("task_status", {}, trait("noted"))).toBe("stream")
    expect(callKind("task_message", {}, trait("noted"))).toBe("noted")
    expect(callKind("x", {}, trait("per-turn"))).toBe("per-turn")
    expect(callKind("ast_grep_search", {}, trait("guarded"))).toBe("reading")
    expect(callKind("ast_grep_replace", {}, trait("guarded"))).toBe("writing")
  })
})

describe("fingerprints", () => {
  test("differ for texts that differ, order of lines apart", () => {
    expect(fingerprint("ab")).not.toBe(fingerprint("ba"))
    expect(unorderedFingerprint("a\nb")).toBe(unorderedFingerprint("b\na"))
    expect(unorderedFingerprint("a\nb")).not.toBe(unorderedFingerprint("a\nc"))
  })

  test("a copy is at most as long as asked", () => {
    expect(ownCopy("äöü", 2)).toBe("äö")
  })
})

describe("changes", () => {
  test("are seen when the host wrote below the target, or the disk says so", async () => {
    let now = 1_000
    const changes = createChangeLog(() => now)
    const file = path.join(folder, "a.txt")
    writeFileSync(file, "x")
    utimesSync(file, 0.5, 0.5)
    const later = Date.now() + 60_000
    expect(await changes.hasChanged(file, later)).toBe(false)
    now = later + 1
    changes.add(file)
    expect(await changes.hasChanged(file, later)).toBe(true)
    expect(await changes.hasChanged(folder, later)).toBe(true)
    expect(await changes.hasChanged(path.join(folder, "b.txt"), later)).toBe(false)
    expect(await createChangeLog(() => now).hasChanged(file, 0)).toBe(true)
  })
})

describe("ripgrep", () => {
  test("is found on PATH and in the host's cache, and nowhere else", async () => {
    const bin = path.join(folder, "bin")
    const cached = path.join(folder, "cache", "opencode", "bin")
    for (const place of [bin, cached]) {
      mkdirSync(place, { recursive: true })
      writeFileSync(path.join(place, "rg"), "", { mode: 0o755 })
    }
    const none = { PATH: path.join(folder, "none"), XDG_CACHE_HOME: path.join(folder, "empty") }
    expect(await hasRipgrep(none, folder)).toBe(false)
    expect(await hasRipgrep({ ...none, PATH: bin }, folder)).toBe(true)
    expect(await hasRipgrep({ ...none, XDG_CACHE_HOME: path.join(folder, "cache") }, folder)).toBe(
      true,
    )
    expect(await hasRipgrep({}, folder)).toBe(false)
  })
})

test("the state of a task comes from metadata, then from the text, then from the whole answer", () => {
  const call = { tool: "task_status", sessionId: "s", callId: "c", args: { task_id: "t" } }
  const state = (output: string, metadata = {}) =>
    readTaskState(call, { title: "", output, metadata }).label
  expect(state("", { state: "running" })).toBe("running")
  expect(state('<task id="x" state="completed">')).toBe("completed")
  expect(state("state: error")).toBe("error")
  expect(state("", { state: "gen-1=running1 gen-2=completed1" })).toBe("unchanged")
  expect(state("nothing to see")).toBe("unchanged")
})
