import { describe, expect, test } from "vitest"
import { createPlayer, type Outcome, type Played, repeat } from "./loop-player.ts"

const read = (file: string, outcome: Outcome = `text of ${file}`) =>
  ["read", { filePath: file }, outcome] as const
const bash = (command: string, outcome: Outcome = "same") => ["bash", { command }, outcome] as const
type Row = ReturnType<typeof read> | ReturnType<typeof bash>

async function rounds(rows: readonly Row[], count: number): Promise<readonly Played["kind"][]> {
  const player = createPlayer()
  const kinds: Played["kind"][] = []
  for (let round = 0; round < count; round++) {
    for (const row of rows) kinds.push((await player.play(row[0], row[1], row[2])).kind)
  }
  return kinds
}

describe("the same call with the same result", () => {
  test("of a search tool gets notes at 3, 4, 5 and the 6th call is refused", async () => {
    const kinds = await repeat(createPlayer(), 7, read("a.ts"))
    expect(kinds).toEqual(["ok", "ok", "note", "note", "note", "refused", "refused"])
  })

  test("of any other tool is refused at the 9th call (in-L03)", async () => {
    const kinds = await repeat(createPlayer(), 9, bash("git status"))
    expect(kinds.slice(0, 5)).toEqual(["ok", "ok", "note", "note", "note"])
    expect(kinds[7]).toBe("note")
    expect(kinds[8]).toBe("refused")
  })

  test("does not count when the result changed in between (in-L08)", async () => {
    const player = createPlayer()
    for (let index = 0; index < 30; index++) {
      expect((await player.play("read", { filePath: "log" }, `line ${index}`)).kind).toBe("ok")
    }
  })

  test("counts on from one after a changed result", async () => {
    const player = createPlayer()
    await repeat(player, 4, read("a.ts", "old"))
    const kinds = await repeat(player, 6, read("a.ts", "new"))
    expect(kinds).toEqual(["ok", "ok", "note", "note", "note", "refused"])
  })

  test("is one call for every order of keys, spelling of the path and wording of a description", async () => {
    const player = createPlayer()
    const outcome = "same"
    await player.play("read", { filePath: "a.ts", limit: 5 }, outcome)
    await player.play("read", { limit: 5, filePath: "/project/a.ts" }, outcome)
    expect((await player.play("read", { limit: 5, filePath: "./a.ts" }, outcome)).kind).toBe("note")
    await player.play("bash", { command: "ls", description: "List" }, outcome)
    await player.play("bash", { command: "ls", description: "List files" }, outcome)
    const third = await player.play("bash", { description: "Files", command: "ls" }, outcome)
    expect(third.kind).toBe("note")
  })

  test("of grep counts for any order of its lines from the second on", async () => {
    const player = createPlayer()
    const kinds: string[] = []
    for (let index = 0; index < 7; index++) {
      const output = index % 2 === 0 ? "a:1\nb:2" : "b:2\na:1"
      kinds.push((await player.play("grep", { pattern: "x" }, output)).kind)
    }
    expect(kinds).toEqual(["ok", "ok", "ok", "note", "note", "note", "refused"])
  })

  test("is refused with the earlier result and with what to do", async () => {
    const player = createPlayer()
    await repeat(player, 5, read("a.ts", "1: the text"))
    const { text } = await player.play(...read("a.ts"))
    expect(text).toBe(
      "LOOP_SAME_RESULT: The same read call has given the same result 5 times, so it was not run again. " +
        "Its result was:\n1: the text\nWork with what you have, or say what blocks you and end the turn.",
    )
  })

  test("passes while what it is about has changed since, and counts on when the result has not", async () => {
    let changed = true
    const player = createPlayer({ changes: { hasChanged: async () => changed } })
    await repeat(player, 5, read("a.ts"))
    expect((await player.play(...read("a.ts"))).kind).toBe("note")
    changed = false
    expect((await player.play(...read("a.ts"))).kind).toBe("refused")
  })

  test("counts anew after a real user message and after a summary", async () => {
    const player = createPlayer()
    await repeat(player, 5, read("a.ts"))
    player.userMessage()
    expect((await player.play(...read("a.ts"))).kind).toBe("ok")
  })

  test("counts per session", async () => {
    const player = createPlayer()
    for (let index = 0; index < 5; index++) {
      for (const session of ["s1", "s2"]) await player.play(...read("a.ts"), session)
    }
    expect((await player.play(...read("a.ts"), "s3")).kind).toBe("ok")
    expect((await player.play(...read("a.ts"), "s1")).kind).toBe("refused")
  })

  test("made side by side counts once", async () => {
    const player = createPlayer()
    for (let step = 0; step < 2; step++) {
      const started = []
      for (let index = 0; index < 6; index++) {
        started.push(await player.start("s", "read", { filePath: "a.ts" }, `step-${step}`))
      }
      for (const call of started) expect(player.end(call, "same").kind).toBe("ok")
    }
    expect((await player.play(...read("a.ts", "same"))).kind).toBe("note")
  })

  test("that ends at once still counts once per step of the host", async () => {
    const player = createPlayer()
    for (let index = 0; index < 6; index++) {
      const call = await player.start("s", "read", { filePath: "a.ts" }, "one-step")
      expect(player.end(call, "same").kind).toBe("ok")
    }
  })

  test("is refused at once when it comes back after a refusal", async () => {
    const player = createPlayer()
    await repeat(player, 6, read("a.ts"))
    expect((await player.play(...read("b.ts"))).kind).toBe("ok")
    expect((await player.play(...read("a.ts"))).kind).toBe("ok")
    expect((await player.play(...read("a.ts"))).kind).toBe("refused")
  })
})

describe("the same call with the same error", () => {
  test("is refused at the 4th call, for any tool (in-L07)", async () => {
    const error = { error: "File not found" }
    expect(await repeat(createPlayer(), 6, read("gone.ts", error))).toEqual([
      "failed",
      "failed",
      "failed",
      "refused",
      "refused",
      "refused",
    ])
    expect((await repeat(createPlayer(), 4, ["edit", {}, error])).at(-1)).toBe("refused")
  })

  test("names the error in the refusal", async () => {
    const player = createPlayer()
    await repeat(player, 3, read("gone.ts", { error: "File not found" }))
    const { text } = await player.play(...read("gone.ts"))
    expect(text).toContain("LOOP_SAME_ERROR")
    expect(text).toContain("The error was:\nFile not found")
  })

  test("counts for a tool that does not exist, which the host answers as a result", async () => {
    const row = ["invalid", { tool: "reed", error: "no such tool" }, "unknown tool"] as const
    expect(await repeat(createPlayer(), 4, row)).toEqual(["ok", "note", "note", "refused"])
  })

  test("does not count an abort", async () => {
    const kinds = await repeat(createPlayer(), 6, bash("x", { error: "Tool execution aborted" }))
    expect(kinds).not.toContain("refused")
  })
})

describe("a cycle", () => {
  const [a, b, c, d] = [read("a"), read("b"), read("c"), read("d")]

  test("of two is noted after 3 rounds and refused at the 9th call", async () => {
    const kinds = await rounds([a, b], 5)
    expect(kinds.slice(0, 9)).toEqual([
      "ok",
      "ok",
      "ok",
      "ok",
      "ok",
      "note",
      "note",
      "note",
      "refused",
    ])
    expect(kinds[9]).toBe("refused")
  })

  test("of three is refused at the 13th call", async () => {
    const kinds = await rounds([a, b, c], 5)
    expect(kinds.indexOf("note")).toBe(8)
    expect(kinds.indexOf("refused")).toBe(12)
  })

  test("of four is refused at the 17th call", async () => {
    const kinds = await rounds([a, b, c, d], 5)
    expect(kinds.indexOf("note")).toBe(11)
    expect(kinds.indexOf("refused")).toBe(16)
  })

  test("with a repeated member is one cycle", async () => {
    expect((await rounds([a, a, b], 5)).indexOf("refused")).toBe(12)
  })

  test("with a writing member has six rounds", async () => {
    expect((await rounds([a, bash("make")], 7)).indexOf("refused")).toBe(12)
  })

  test("with an error has four rounds", async () => {
    expect(
      (await rounds([a, ["edit", {}, { error: "no match" }] as never], 5)).indexOf("refused"),
    ).toBe(8)
  })

  test("with a waiting member is never refused", async () => {
    expect(await rounds([bash("sleep 5"), bash("gh run list")], 20)).not.toContain("refused")
  })
})

describe("what is not a loop", () => {
  test("polling is never refused and noted now and then", async () => {
    const kinds = await repeat(createPlayer(), 25, bash("sleep 10 && cat log"))
    expect(kinds).not.toContain("refused")
    expect(kinds.flatMap((kind, index) => (kind === "note" ? [index + 1] : []))).toEqual([
      5, 10, 20,
    ])
  })

  test("an exempt tool is never counted", async () => {
    const player = createPlayer({ traits: { probe: "exempt" } })
    expect(await repeat(player, 20, ["probe", {}, "same"])).toEqual(Array(20).fill("ok"))
  })

  test("task tools and todo writes are never refused", async () => {
    for (const tool of ["task", "task_cancel", "question", "todowrite"]) {
      expect(await repeat(createPlayer(), 20, [tool, {}, "same"])).not.toContain("refused")
    }
  })

  test("reading page by page is not counted", async () => {
    const player = createPlayer()
    for (let page = 0; page < 10; page++) {
      const played = await player.play(
        "read",
        { filePath: "big", offset: page * 100 },
        `page ${page}`,
      )
      expect(played.kind).toBe("ok")
    }
  })

  test("five different reads in parallel, twice, get no note", async () => {
    const player = createPlayer()
    for (let step = 0; step < 2; step++) {
      const started = []
      for (const name of ["a", "b", "c", "d", "e"]) {
        started.push(await player.start("s", "read", { filePath: name }, `step-${step}`))
      }
      for (const call of started.toReversed()) expect(player.end(call, "text").kind).toBe("ok")
    }
  })

  test("an edit between two reads breaks the row", async () => {
    const player = createPlayer()
    for (let index = 0; index < 10; index++) {
      expect((await player.play(...read("a.ts"))).kind).toBe("ok")
      await player.play("edit", { filePath: "a.ts", newString: `${index}` }, "done")
    }
  })
})

describe("tools that end the turn and tools that ask for a state", () => {
  test("a tool that ends the turn is warned at the 2nd call and refused at the 3rd, by name alone", async () => {
    const player = createPlayer({ traits: { wait_for_user: "per-turn" } })
    const kinds: string[] = []
    for (const reason of ["one", "two", "three"]) {
      kinds.push((await player.play("wait_for_user", { reason }, `waiting ${reason}`)).kind)
    }
    expect(kinds).toEqual(["ok", "note", "refused"])
    player.userMessage()
    expect((await player.play("wait_for_user", { reason: "four" }, "waiting")).kind).toBe("ok")
  })

  test("a state is noted from the 3rd identical one of the same task on, and never refused", async () => {
    const player = createPlayer({ traits: { task_status: "noted" } })
    const ask = (task: string, state: string, output: string) =>
      player.play("task_status", { task_id: task }, { output, metadata: { state } })
    expect((await ask("t1", "running", "3 s")).kind).toBe("ok")
    expect((await ask("t2", "running", "3 s")).kind).toBe("ok")
    expect((await ask("t1", "running", "6 s")).kind).toBe("ok")
    expect((await ask("t1", "running", "9 s")).kind).toBe("note")
    expect((await ask("t1", "completed", "9 s")).kind).toBe("ok")
    for (let index = 0; index < 20; index++)
      expect((await ask("t1", "x", "")).kind).not.toBe("refused")
  })
})

test("a tool of ours that is only noted is never refused, nor are its errors", async () => {
  const player = createPlayer({ traits: { task_message: "noted" } })
  const kinds = await repeat(player, 20, ["task_message", { task_id: "t" }, "sent"])
  expect(kinds.slice(0, 4)).toEqual(["ok", "ok", "note", "note"])
  expect(kinds).not.toContain("refused")
  const errors = await repeat(player, 10, ["task_message", {}, { error: "no such task" }])
  expect(errors).not.toContain("refused")
})

describe("ripgrep", () => {
  const broken = ["grep", { pattern: "x" }, { error: "ripgrep execution failed" }] as const

  test("missing is said in one sentence after the host failed once", async () => {
    const player = createPlayer({ hasRipgrep: false })
    expect((await player.play(...broken)).kind).toBe("failed")
    const next = await player.play("glob", { pattern: "*" }, "")
    expect(next.kind).toBe("refused")
    expect(next.text.match(/\.(\s|$)/g)).toHaveLength(1)
    expect((await player.play(...read("a.ts"))).kind).toBe("ok")
  })

  test("missing is never said before the host failed, nor while it can be found", async () => {
    const without = createPlayer({ hasRipgrep: false })
    expect((await without.play("grep", { pattern: "x" }, "found")).kind).toBe("ok")
    const there = createPlayer({ hasRipgrep: true })
    await there.play(...broken)
    expect((await there.play("grep", { pattern: "y" }, "found")).kind).toBe("ok")
  })
})

describe("a session that goes on with refused calls", () => {
  test("of a sub-agent is stopped after three refusals in a row, with the reason", async () => {
    const player = createPlayer()
    player.sessions.of("s").parentId = "parent"
    await repeat(player, 7, read("a.ts"))
    expect(player.guard.takeStop("s")).toBeUndefined()
    await player.play(...read("a.ts"))
    const stop = player.guard.takeStop("s")
    expect(stop?.code).toBe("LOOP_RUN_STOPPED")
    expect(stop?.what).toContain("read")
    expect(player.guard.takeStop("s")).toBeUndefined()
  })

  test("is not stopped while it does other work in between", async () => {
    const player = createPlayer()
    player.sessions.of("s").parentId = "parent"
    await repeat(player, 7, read("a.ts"))
    await player.play(...read("b.ts"))
    await repeat(player, 2, read("a.ts"))
    expect(player.guard.takeStop("s")).toBeUndefined()
  })

  test("of the user's own is ended after ten refusals in a row", async () => {
    const player = createPlayer()
    await repeat(player, 14, read("a.ts"))
    expect(player.ended).toEqual([])
    await player.play(...read("a.ts"))
    expect(player.ended).toEqual(["s"])
  })

  test("of a sub-agent that ended by itself is told to its caller", async () => {
    const player = createPlayer()
    const child = "child"
    for (let index = 0; index < 6; index++) await player.play(...read("a.ts"), child)
    const outcome = { output: "report", metadata: { sessionId: child } }
    const { text } = await player.play("task", { prompt: "p" }, outcome)
    expect(text).toContain("one call was refused as a loop")
    expect(text).toContain("LOOP_SAME_RESULT")
  })
})
