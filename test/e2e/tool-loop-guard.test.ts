// The tool-loop guard on the real host, each case next to the host alone.

import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, test } from "vitest"
import type { CaseRun } from "./support/case.ts"
import { probePlugin } from "./support/case-host.ts"
import { call, parallel, type Reply, type Step, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

const hosts = await useHosts({
  options: { "tool-loop-guard": { exemptTools: ["probe_exempt"] } },
  before: [probePlugin("loop-probe.ts")],
  oneProject: true,
  config: {
    mcp: { probe: { type: "local", enabled: true, command: [process.execPath, mcpServer()] } },
  },
})

function mcpServer(): string {
  return path.join(import.meta.dirname, "fixtures", "mcp-server.mjs")
}

const files = {
  "a.txt": "alpha\n",
  "b.txt": "beta\n",
  "c.txt": "gamma\n",
  "long.txt": Array.from({ length: 200 }, (_, index) => `line ${index}`).join("\n"),
}
const read = (filePath: string, more = {}) => call("read", { filePath, ...more })
const bash = (command: string) => call("bash", { command, description: "run" })
const times = (count: number, ...steps: readonly Reply[]) =>
  Array.from({ length: count }, (_, index) => steps[index % steps.length] ?? say("end"))

/** `.` for a plain result, `n` for one with a note, `R` for a refusal, `e` for another error. */
function marks(run: CaseRun): string {
  return run.results
    .map(({ status, output }) => {
      if (output.startsWith("LOOP_")) return "R"
      if (output.includes("[tool-loop-guard]")) return "n"
      return status === "error" ? "e" : "."
    })
    .join("")
}

async function both(steps: readonly Step[]) {
  const { ours, alone } = await hosts.both({ files, steps: [...steps, say("end")] })
  return { ours: marks(ours), alone: marks(alone), run: ours, control: alone }
}

describe("the same call", () => {
  test("of read gets notes at 3, 4, 5 and is refused from the 6th on (in-L01)", async () => {
    const { ours, alone, run } = await both(times(8, read("a.txt")))
    expect(alone).toBe("........")
    expect(ours).toBe("..nnnRRR")
    expect(run.results[5]?.output).toMatch(
      /^LOOP_SAME_RESULT: The same read call has given .* 5 times/,
    )
    expect(run.results[5]?.output).toContain("alpha")
    expect(run.prefixBreaks).toEqual([])
  })

  test.each([
    ["grep", { pattern: "alpha" }],
    ["glob", { pattern: "a.*" }],
  ])("of %s is refused from the 6th on", async (tool, args) => {
    const { ours, alone } = await both(times(6, call(tool, args)))
    expect(alone).toBe("......")
    expect(ours).toBe("..nnnR")
  })

  test("that fails is noted at the 2nd failure and refused from the 4th on (in-L07)", async () => {
    const { ours, alone, run } = await both(times(6, read("missing.txt")))
    expect(alone).toBe("eeeeee")
    expect(ours).toBe("ennRRR")
    expect(run.results[3]?.output).toContain("LOOP_SAME_ERROR")
    expect(run.prefixBreaks).toEqual([])
  })

  test("with empty arguments is refused from the 4th on (in-L07)", async () => {
    const { ours, alone } = await both(times(6, call("read", {})))
    expect(alone).toBe("eeeeee")
    expect(ours).toBe("ennRRR")
  })

  test("of bash is refused from the 9th on (in-L03)", async () => {
    const { ours, alone } = await both(times(9, bash("git status")))
    expect(alone).toBe(".........")
    expect(ours).toBe("..nnnnnnR")
  })

  test("counts anew when the file changed in between", async () => {
    const live = await hosts.ours.open({ files, steps: [] })
    const change: Step = async () => {
      await sleep(20)
      live.project.write("a.txt", "changed\n")
      return read("a.txt")
    }
    const run = await live.send("Read.", [
      ...times(5, read("a.txt")),
      change,
      read("a.txt"),
      say("end"),
    ])
    expect(marks(run)).toBe("..nnn..")
    expect(run.results[5]?.output).toContain("changed")
  })

  test("counts anew after a message of the user", async () => {
    const live = await hosts.ours.open({ files, steps: [] })
    await live.send("Read.", [...times(6, read("a.txt")), say("end")])
    const run = await live.send("Again.", [read("a.txt"), say("end")])
    expect(marks(run)).toBe("..nnnR.")
  })

  test("made in parallel counts once a step", async () => {
    const step = parallel(read("a.txt"), read("a.txt"))
    const { ours } = await both(times(3, step))
    expect(ours).toMatch(/^\.\.\.\.(n\.|\.n|nn)$/)
  })
})

test("a tool of an MCP server is noted and refused like any other", async () => {
  const { ours, alone } = await both(times(9, call("probe_same", {})))
  expect(alone).toBe(".........")
  expect(ours).toBe("..nnnnnnR")
})

describe("a cycle", () => {
  test("of two calls is refused at the 9th", async () => {
    const { ours, alone } = await both(times(10, read("a.txt"), read("b.txt")))
    expect(alone).toBe("..........")
    expect(ours).toBe(".....nnnRR")
  })

  test("of three calls is refused at the 13th", async () => {
    const { ours, alone } = await both(times(13, read("a.txt"), read("b.txt"), read("c.txt")))
    expect(alone).toBe(".............")
    expect(ours).toBe("........nnnnR")
  })

  test("of four calls is refused at the 17th", async () => {
    const four = ["a.txt", "b.txt", "c.txt", "long.txt"].map((file) => read(file))
    const { ours, alone } = await both(times(17, ...four))
    expect(alone).toBe(".".repeat(17))
    expect(ours).toBe("...........nnnnnR")
  })

  test("with a command that may write is refused at the 13th", async () => {
    const { ours } = await both(times(13, read("a.txt"), bash("git status")))
    expect(ours).toBe(".....nnnnnnnR")
  })
})

describe("what is no loop", () => {
  test("a tool that is exempt may be called 20 times", async () => {
    const { ours, run } = await both(times(20, call("probe_exempt", {})))
    expect(ours).toBe(".".repeat(20))
    expect(run.results).toHaveLength(20)
  })

  test("ten pages of one file are read", async () => {
    const pages = Array.from({ length: 10 }, (_, page) =>
      read("long.txt", { offset: page * 20 + 1, limit: 20 }),
    )
    expect((await both(pages)).ours).toBe(".".repeat(10))
  })

  test("a command that waits is never refused", async () => {
    const { ours } = await both(times(10, bash("sleep 0.01; echo same")))
    expect(ours).toBe("....n....n")
  })
})

test("a tool that waits for the user is warned at its 2nd call and refused at its 3rd", async () => {
  const ask = (reason: string) => call("wait_for_user", { reason })
  const { ours, alone } = await both([ask("one"), ask("two"), ask("three")])
  expect(alone).toBe("...")
  expect(ours).toBe(".nR")
})

describe("a loop in a sub-agent", () => {
  const task = call("task", {
    description: "look",
    prompt: "Look around.",
    subagent_type: "general",
  })

  test("that goes on is stopped, and the reason stands in the caller's task result", async () => {
    const steps = [task, say("end")]
    const children = [{ match: "Look around.", steps: times(30, read("a.txt")) }]
    const { ours, alone } = await hosts.both({ files, steps, children })
    expect(alone.results[0]?.status).toBe("completed")
    expect(ours.results[0]?.status).toBe("error")
    expect(ours.results[0]?.output).toMatch(
      /^LOOP_RUN_STOPPED: The sub-agent was stopped .* after 3 refused calls/,
    )
    expect(ours.results[0]?.output).toContain(
      "The same read call has given the same result 5 times",
    )
    expect(ours.answer).toBe("end")
    const childCalls = hosts.model.requests.filter(
      (request) => request.parentSessionId === ours.sessionId,
    )
    expect(childCalls.length).toBeLessThanOrEqual(9)
  })

  test("that ends by itself leaves a note for the caller", async () => {
    const steps = [task, say("end")]
    const children = [
      { match: "Look around.", steps: [...times(6, read("a.txt")), say("My report.")] },
    ]
    const run = await hosts.ours.play({ files, steps, children })
    expect(run.results[0]?.status).toBe("completed")
    expect(run.results[0]?.output).toContain("My report.")
    expect(run.results[0]?.output).toContain("[tool-loop-guard] In this task one call was refused")
  })
})

test("a main session that goes on with refused calls is ended", async () => {
  const run = await hosts.ours.play({ files, steps: times(40, read("a.txt")) })
  expect(run.results.length).toBeLessThanOrEqual(16)
  expect(run.results[14]?.output).toContain("LOOP_")
})
