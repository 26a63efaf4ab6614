// What can be seen of tasks on the real host, with the host's own background flag: states, reports, ends, refused ids.

import { describe, expect, test } from "vitest"
import { type LiveCase, until } from "./support/case.ts"
import { probePlugin } from "./support/case-host.ts"
import type { StoredMessage } from "./support/host-client.ts"
import { call, fail, parallel, type Reply, say } from "./support/script.ts"
import { notices, toldTimes } from "./support/task-notices.ts"
import { useHosts } from "./support/use-hosts.ts"

const hosts = await useHosts({
  oneProject: true,
  environment: { OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS: "true" },
  before: [probePlugin("clock-probe.ts")],
  config: {
    permission: { bash: { "*": "allow", "cat *": "ask" } },
    subagent_depth: 2,
    agent: {
      asker: { mode: "subagent", description: "Asks.", permission: { question: "allow" } },
      nester: { mode: "subagent", description: "Delegates.", permission: { task: "allow" } },
    },
  },
})

const task = (prompt: string, more: Record<string, unknown> = {}) =>
  call("task", { description: prompt, prompt, subagent_type: "general", ...more })
const inBackground = (prompt: string, more: Record<string, unknown> = {}) =>
  task(prompt, { background: true, ...more })
const status = (task_id?: string) => call("task_status", task_id === undefined ? {} : { task_id })
const result = (task_id: string) => call("task_result", { task_id })
const bash = (command: string) => call("bash", { command, description: "run" })
const open = () => hosts.ours.open({ steps: [] })

/** Messages of the first child. */
async function childMessages(live: LiveCase): Promise<readonly StoredMessage[]> {
  const { client } = await hosts.ours.process()
  const [childId] = await live.children()
  return childId === undefined ? [] : client.messages(live.directory, childId)
}

/** Model calls of a session's children. */
const childRequests = (parentId: string) =>
  hosts.model.requests.filter((request) => request.parentSessionId === parentId)

/** Waits until a child of this session has made `count` model calls. */
const childAsked = (parentId: string, count = 1) =>
  hosts.model.waitForRequests(count, (request) => request.parentSessionId === parentId)

describe.concurrent("a task that runs", () => {
  test("has a state, an age, the tool in progress, and a text in place of a result", async () => {
    const live = await open()
    const look = async (): Promise<Reply> => {
      await until(20_000, "the child calls no tool", async () =>
        JSON.stringify(await childMessages(live)).includes('"status":"running"') ? true : undefined,
      )
      return parallel(status("gen-1"), result("gen-1"), status())
    }
    const run = await live.send("go", [inBackground("slow work"), look, say("waiting")], {
      children: [{ steps: [{ text: "First I look.", ...bash("sleep 3") }, say("The report.")] }],
    })
    expect(run.results[0]?.output).toContain("<task_board>\ngen-1 running <1m\n</task_board>")
    expect(run.results[1]?.output).toMatch(/outcome: running\n(.+\n)*age_s: \d+\nidle_s: \d+\n/)
    expect(run.results[1]?.output).toContain("tool_in_progress: bash")
    expect(run.results[1]?.output).not.toContain("possibly_stuck")
    expect(run.results[2]?.output).toContain("outcome: not_ready")
    expect(run.results[2]?.output).toContain("<text_so_far>\nFirst I look.\n</text_so_far>")
    expect(run.results[3]?.output).toContain("1 tasks, 1 running")
    expect(await toldTimes(live, 1)).toEqual([expect.stringContaining("The report.")])
  })

  test("can be asked for its state twenty times; the answers carry a note, none is refused", async () => {
    const live = await open()
    const polls = Array.from({ length: 20 }, () => status("gen-1"))
    const run = await live.send("go", [inBackground("slow work"), ...polls, say("waiting")], {
      children: [{ steps: [say("The report.", { delayMs: 4_000 })] }],
    })
    const answers = run.results.slice(1)
    expect(answers.map((one) => one.status)).toEqual(Array.from({ length: 20 }, () => "completed"))
    expect(answers.every((one) => one.output.includes("outcome: "))).toBe(true)
    expect(answers[1]?.output).not.toContain("[tool-loop-guard]")
    expect(answers[2]?.output).toContain("[tool-loop-guard]")
  })

  test("is seen at once to wait for a permission, and its caller is told", async () => {
    const live = await open()
    const look = async (): Promise<Reply> => {
      await live.permission()
      return status("gen-1")
    }
    const run = await live.send("go", [inBackground("read it"), look, say("waiting")], {
      children: [{ steps: [bash("cat here.txt"), say("I read it.")] }],
    })
    expect(run.results[1]?.output).toContain("outcome: blocked_on_permission")
    const [told] = await toldTimes(live, 1)
    expect(told).toContain("waits for a permission")
    const request = await live.permission()
    await live.replyPermission(request.id, "once")
    const [, ended] = await toldTimes(live, 2)
    expect(ended).toContain("I read it.")
  })

  test("is seen at once to wait for an answer, which its caller can give", async () => {
    const live = await open()
    const options = [
      { label: "blue", description: "b" },
      { label: "red", description: "r" },
    ]
    const questions = [{ question: "Which colour?", header: "Colour", options }]
    const look = async (): Promise<Reply> => {
      await live.question()
      return status("ask-1")
    }
    const run = await live.send(
      "go",
      [
        inBackground("paint it", { subagent_type: "asker" }),
        look,
        call("task_reply", { task_id: "ask-1", answers: [["red"]] }),
        say("answered"),
      ],
      { children: [{ steps: [call("question", { questions }), say("Painted.")] }] },
    )
    expect(run.results[1]?.output).toContain("outcome: blocked_on_question")
    expect(run.results[2]?.output).toContain("outcome: answered")
    await until(20_000, "no report", async () =>
      notices(await live.look())
        .join("\n")
        .includes("Painted.")
        ? true
        : undefined,
    )
    expect(childRequests(live.sessionId).at(-1)?.bodyText).toContain("red")
  })
})

describe.concurrent("the end of a task", () => {
  test("leaves a report that can be read by its alias", async () => {
    const live = await open()
    const run = await live.send(
      "go",
      [task("count files"), status(), result("gen-1"), say("done")],
      { children: [{ steps: [say("There are three files.")] }] },
    )
    expect(run.results[1]?.output).toContain("general: completed")
    expect(run.results[2]?.output).toContain("outcome: completed")
    expect(run.results[2]?.output).toContain("There are three files.")
    expect(run.prefixBreaks).toEqual([])
  })

  test("is told once by the host for a task of its own, never a second time by us", async () => {
    const live = await open()
    await live.send("go", [inBackground("quick work"), say("waiting"), say("seen")], {
      children: [{ steps: [say("The report.", { delayMs: 500 })] }],
    })
    const [told] = await toldTimes(live, 1)
    expect(told).toContain('state="completed"')
    expect(told).toContain("The report.")
  })

  test("is told once when the model of a task fails", async () => {
    const live = await open()
    await live.send("go", [inBackground("bad work"), say("waiting"), say("seen")], {
      children: [{ steps: [fail(400, "no such thing")] }],
    })
    const [told] = await toldTimes(live, 1)
    expect(told).toContain('state="error"')
    const run = await live.send("look", [status("gen-1"), result("gen-1"), say("seen")])
    expect(run.results[1]?.output).toContain("outcome: errored")
    expect(run.results[1]?.output).toContain("no such thing")
    expect(run.results[2]?.output).toContain("outcome: empty")
  })

  test("has an id that can be resumed where the host's call ended in an error", async () => {
    const live = await open()
    const run = await live.send(
      "go",
      [
        task("bad work"),
        call("task_revive", { task_id: "gen-1", prompt: "Try again." }),
        say("waiting"),
        say("seen"),
      ],
      { children: [{ steps: [fail(400), say("Now it is done.")] }] },
    )
    expect(run.results[0]?.status).toBe("error")
    expect(run.results[1]?.output).toContain("outcome: started")
    expect(await toldTimes(live, 1)).toEqual([expect.stringContaining("Now it is done.")])
  })

  test("without a word is an error, not a success", async () => {
    const live = await open()
    const run = await live.send(
      "go",
      [
        call("task_batch", { agent: "general", tasks: ["say nothing"] }),
        task("say nothing either"),
        // An answer without text is read three times within a second before it counts as empty.
        bash("sleep 3"),
        result("gen-2"),
        say("seen"),
      ],
      { children: [{ steps: [say("")] }, { steps: [say("")] }] },
    )
    expect(run.results[0]?.output).toContain("0 of 1 completed")
    expect(run.results[0]?.output).toContain("ended without any text")
    expect(run.results[1]?.output).toContain("[tasks] The task ended without any text")
    expect(run.results[3]?.output).toContain("state: errored")
    expect(run.results[3]?.output).toContain("outcome: empty")
    expect(run.results[3]?.output).toContain("ended without any text")
  })

  test("is told once by us where the user interrupted the task, which the host does not tell", async () => {
    const live = await open()
    await live.send("go", [inBackground("slow work"), say("waiting"), say("seen")], {
      children: [{ steps: [say("never", { delayMs: 60_000 })] }],
    })
    const [request] = await childAsked(live.sessionId)
    const { client } = await hosts.ours.process()
    await client.must("POST", `/session/${request?.sessionId}/abort`, { directory: live.directory })
    const [told] = await toldTimes(live, 1)
    expect(told).toContain('state="cancelled"')
    expect(told).toContain("aborted by the user")
  })

  test("comes to its caller when the task goes round in circles", async () => {
    const live = await open()
    const missing = Array.from({ length: 30 }, () => call("read", { filePath: "missing.txt" }))
    await live.send("go", [inBackground("look around"), say("waiting"), say("seen")], {
      children: [{ steps: missing }],
    })
    const [told] = await toldTimes(live, 1)
    expect(told).toContain("LOOP_RUN_STOPPED")
    expect(childRequests(live.sessionId).length).toBeLessThan(12)
  })
})

describe.concurrent("the host's task tool with a task_id", () => {
  test("is refused where the host would take the id for a new session", async () => {
    const live = await open()
    const run = await live.send("go", [
      task("p", { task_id: "ses_unknown00000000000000000000" }),
      task("p", { task_id: "3f0c8a52-5a0f-4f6e-9a3e-0d8f7f2b6c11" }),
      task("p", { task_id: live.sessionId }),
      say("done"),
    ])
    expect(run.results.map((one) => one.status)).toEqual(["error", "error", "error"])
    expect(run.results[0]?.output).toContain("TASK_UNKNOWN")
    expect(run.results[1]?.output).toContain("TASK_UNKNOWN")
    expect(run.results[2]?.output).toContain("TASK_REFUSED")
    expect(await live.children()).toHaveLength(0)
  })

  test("is refused for a task of another session, and resumes one of its own by alias", async () => {
    const other = await open()
    await other.send("go", [task("secret work"), say("done")], {
      children: [{ steps: [say("Secret.")] }],
    })
    const [foreignId = ""] = await other.children()
    const live = await open()
    const run = await live.send(
      "go",
      [
        task("own work"),
        task("p", { task_id: foreignId }),
        call("task_result", { task_id: foreignId }),
        task("go on", { task_id: "gen-1" }),
        say("done"),
      ],
      { children: [{ steps: [say("First."), say("Second.")] }] },
    )
    expect(run.results[1]?.output).toContain("TASK_REFUSED")
    expect(run.results[2]?.output).not.toContain("Secret.")
    expect(run.results[3]?.output).toContain("Second.")
    expect(await live.children()).toHaveLength(1)
    expect(await other.children()).toHaveLength(1)
  })

  test("is refused for a session above the caller", async () => {
    const live = await open()
    await live.send("go", [task("delegate", { subagent_type: "nester" }), say("done")], {
      children: [{ steps: [task("p", { task_id: live.sessionId }), say("refused")] }],
    })
    const seen = childRequests(live.sessionId).at(-1)?.messages.at(-1)?.text ?? ""
    expect(seen).toContain("TASK_REFUSED")
    expect(seen).toContain("above yours")
    expect(await live.children()).toHaveLength(1)
  })
})

describe("ten turns with tasks", () => {
  test("change no byte that was sent before", async () => {
    const live = await open()
    const start = call("task_batch", { agent: "general", tasks: ["slow"], background: true })
    const turns: readonly (readonly Reply[])[] = [
      [say("Hello.")],
      [task("count files"), result("gen-1"), say("counted")],
      [inBackground("background work"), status("gen-2"), say("started")],
      [start, status(), say("started")],
      [call("task_message", { task_id: "gen-3", message: "Mind the gap." }), say("sent")],
      [call("task_cancel", { task_id: "gen-3", reason: "enough" }), say("cancelled")],
      [call("task_revive", { task_id: "gen-3", prompt: "Go on." }), say("revived")],
      [task("p", { task_id: "ses_unknown" }), result("gen-9"), say("refused")],
      [parallel(status("gen-1"), status("gen-2"), status("gen-3")), say("seen")],
      [call("wait_for_user", { reason: "What next?" }), say("What next?")],
    ]
    const children = [
      { match: "count files", steps: [say("Three.")] },
      { match: "background work", steps: [say("Done in the background.", { delayMs: 500 })] },
      { match: "slow", steps: [say("never", { delayMs: 60_000 }), say("The rest is done.")] },
    ]
    for (const [index, steps] of turns.entries()) {
      await live.send(`Turn ${index + 1}.`, steps, { children: index === 0 ? children : [] })
    }
    const run = await live.idle()
    expect(run.requests.length).toBeGreaterThanOrEqual(20)
    expect(run.results.filter((one) => one.status === "error")).toHaveLength(1)
    expect(notices(run).length).toBeGreaterThanOrEqual(2)
    expect(run.prefixBreaks).toEqual([])
  })
})

describe("two minutes and half an hour later", () => {
  const advance = (ms: number) => call("probe_advance", { ms })

  test("a task without a sign of life is possibly stuck, and its report can be read after many others", async () => {
    const live = await open()
    const run = await live.send(
      "go",
      [
        task("early work"),
        inBackground("silent work"),
        async () => {
          await childAsked(live.sessionId, 2)
          return advance(121_000)
        },
        status("gen-2"),
        call("task_cancel", { task_id: "gen-2" }),
        advance(1_800_000),
        ...Array.from({ length: 5 }, (_, index) => task(`later ${index}`)),
        result("gen-1"),
        say("done"),
      ],
      {
        children: [
          { match: "early work", steps: [say("The early report.")] },
          { match: "silent work", steps: [say("never", { delayMs: 60_000 })] },
        ],
      },
    )
    expect(run.results[3]?.output).toMatch(/possibly_stuck: yes \(no activity for 12\d s\)/)
    expect(run.results[4]?.output).toContain("outcome: cancelled")
    expect(run.results.at(-1)?.output).toContain("The early report.")
  })
})
