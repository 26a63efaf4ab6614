// What the adapter promises, seen on the real host through features made for this test.

import { readFileSync, rmSync } from "node:fs"
import { afterAll, describe, expect, test } from "vitest"
import { createCaseHost, probePlugin } from "./support/case-host.ts"
import { lastText } from "./support/model-request.ts"
import { call, say } from "./support/script.ts"
import { startScriptedModel } from "./support/scripted-model.ts"

const model = await startScriptedModel()
const trial = createCaseHost({
  model,
  label: "trial",
  plugins: [probePlugin("trial-plugin.ts"), probePlugin("probe.ts")],
  config: { permission: { trial: { "*": "allow", "deny*": "deny", "ask*": "ask" } } },
})
const alone = createCaseHost({ model, label: "alone" })
const frozen = createCaseHost({
  model,
  label: "frozen",
  plugins: [probePlugin("freeze-plugin.ts"), probePlugin("trial-plugin.ts")],
})
const replaced = createCaseHost({
  model,
  label: "replaced",
  plugins: [probePlugin("freeze-plugin.ts", { replaceWith: { filePath: "b.txt" } })],
})

afterAll(async () => {
  await Promise.all([trial.stop(), alone.stop(), frozen.stop(), replaced.stop()])
  await model.close()
})

const files = { "a.txt": "alpha\n", "b.txt": "beta\n", "secret.txt": "hidden\n" }

describe("hooks on the host's tools", () => {
  test("a rewritten argument reaches the tool; the transcript keeps what the model asked", async () => {
    const run = await trial.play({
      files,
      steps: [call("read", { filePath: "a.txt" }), say("end")],
    })
    expect(run.results[0]?.output).toContain("beta")
    expect(run.results[0]?.output).not.toContain("alpha")
    // The host stored the model's own arguments before the hook ran (HOST-QUIRK-42).
    expect(run.results[0]?.args).toEqual({ filePath: "a.txt" })
  })

  test("a replaced argument object would not reach the tool (HOST-QUIRK-09)", async () => {
    const run = await replaced.play({
      files,
      steps: [call("read", { filePath: "a.txt" }), say("end")],
    })
    expect(run.results[0]?.output).toContain("alpha")
  })

  test("frozen arguments let the call through as it was", async () => {
    const run = await frozen.play({
      files,
      steps: [call("read", { filePath: "a.txt" }), say("end")],
    })
    expect(run.results[0]?.status).toBe("completed")
    expect(run.results[0]?.output).toContain("alpha")
    expect(run.answer).toBe("end")
  })

  test("a refusal is exactly what the model sees, and the turn goes on", async () => {
    const run = await trial.play({
      files,
      steps: [call("read", { filePath: "secret.txt" }), say("end")],
    })
    expect(run.results[0]?.status).toBe("error")
    expect(run.results[0]?.output).toBe("TOOL_INTERNAL: That file is a secret.\nRead another one.")
    expect(run.answer).toBe("end")
  })

  test("a changed result is what the model sees and what is stored", async () => {
    const run = await trial.play({
      files,
      steps: [call("read", { filePath: "b.txt" }), say("end")],
    })
    expect(run.results[0]?.output).toMatch(/beta[\s\S]*\[noted\]$/)
    expect(run.prefixBreaks).toEqual([])
  })

  test("text added to the user's message comes after the user's own", async () => {
    const run = await trial.play({ files, prompt: "hello there", steps: [say("end")] })
    const user = run.requests[0]?.bodyText ?? ""
    expect(user.indexOf("hello there")).toBeGreaterThan(-1)
    expect(user.indexOf("added by a feature")).toBeGreaterThan(user.indexOf("hello there"))
  })

  test("hooks act on the calls of a sub-agent as well (in-K14)", async () => {
    const run = await trial.play({
      files,
      steps: [
        call("task", { description: "read", prompt: "Read a.txt.", subagent_type: "general" }),
        say("end"),
      ],
      children: [{ steps: [call("read", { filePath: "a.txt" }), say("read")] }],
    })
    const child = model.requests.findLast(
      ({ parentSessionId }) => parentSessionId === run.sessionId,
    )
    expect(child && lastText(child, "tool")).toMatch(/beta[\s\S]*\[noted\]$/)
  })

  test("a feature that throws in each hook harms nothing, and other plugins still load", async () => {
    const run = await trial.play({ files, steps: [call("probe_echo", { a: 1 }), say("end")] })
    expect(run.results[0]?.output).toBe('echo {"a":1}')
    expect(run.answer).toBe("end")
  })
})

describe("tools of our own", () => {
  test("arguments are parsed: defaults and transforms apply, a number as text is one", async () => {
    const loose = call("trial_parse", { name: "y", count: "5" })
    const run = await trial.play({
      steps: [call("trial_parse", { name: "  x " }), loose, say("end")],
    })
    expect(run.results[0]?.output).toContain('"args":{"count":3,"name":"x"}')
    expect(run.results[1]?.output).toContain('"args":{"count":5,"name":"y"}')
  })

  test("a wrong type is answered with what is wrong and how to call", async () => {
    const run = await trial.play({
      steps: [call("trial_parse", { name: 1, count: 99 }), say("end")],
    })
    expect(run.results[0]?.status).toBe("completed")
    expect(run.results[0]?.output).toMatchInlineSnapshot(`
      "TOOL_ARGUMENTS_INVALID: trial_parse was not run: count: Too big: expected number to be <=9; name: Invalid input: expected string, received number.
      Call trial_parse again with: count?, name."
    `)
  })

  test("an unknown key is answered with the nearest name", async () => {
    const run = await trial.play({ steps: [call("trial_parse", { nane: "x" }), say("end")] })
    expect(run.results[0]?.output).toContain('unknown key "nane" (did you mean "name"?)')
  })

  test("limits and defaults of arguments are in the schema that the model gets", async () => {
    const run = await trial.play({ steps: [say("end")] })
    const tool = run.requests[0]?.tools.find((entry) =>
      JSON.stringify(entry).includes("trial_parse"),
    )
    expect(JSON.stringify(tool)).toContain('"maximum":9')
    expect(JSON.stringify(tool)).toContain('"default":3')
  })

  test("the arguments of a tool reach the model with their descriptions", async () => {
    const run = await trial.play({ steps: [say("end")] })
    const tool = run.requests[0]?.tools.find((entry) =>
      JSON.stringify(entry).includes("trial_parse"),
    )
    expect(JSON.stringify(tool)).toContain('"description":"How many."')
  })

  test("a fault of ours is a readable result without internals", async () => {
    const run = await trial.play({ steps: [call("trial_fail", {}), say("end")] })
    expect(run.results[0]?.output).toContain(
      "TOOL_INTERNAL: trial_fail failed by a fault of its own (TypeError).",
    )
    expect(run.results[0]?.output).not.toContain("internal detail")
    expect(run.answer).toBe("end")
  })

  test("a long output is spilled to a file that the host reads without a question", async () => {
    const live = await trial.open({ steps: [] })
    const first = await live.send("go", [call("trial_long", { lines: 5000 }), say("end")])
    const output = first.results[0]?.output ?? ""
    const file = /The whole text: (\S+)\]/.exec(output)?.[1] ?? ""
    expect(readFileSync(file, "utf8").endsWith("line 5000")).toBe(true)
    expect(output.split("\n").length).toBeLessThanOrEqual(1900)
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(48 * 1024)
    const second = await live.send("read", [
      call("read", { filePath: file, offset: 4990 }),
      say("end"),
    ])
    expect(second.results.at(-1)?.status).toBe("completed")
    expect(second.results.at(-1)?.output).toContain("line 4995")
  })

  test("an allowed permission resolves", async () => {
    const run = await trial.play({ steps: [call("trial_ask", { pattern: "fine" }), say("end")] })
    expect(run.results[0]?.output).toBe("allowed fine")
  })

  test("a deny rule is a readable refusal and the turn goes on", async () => {
    const run = await trial.play({
      steps: [call("trial_ask", { pattern: "deny this" }), say("end")],
    })
    expect(run.results[0]?.output).toMatchInlineSnapshot(`
      "HOST_PERMISSION_DENIED: The user's permission rules deny trial for deny this.
      Do not try this again; go on without it or tell the user what you needed."
    `)
    expect(run.answer).toBe("end")
  })

  test("the user's own no ends the turn by the host's rules", async () => {
    const live = await trial.open({ steps: [] })
    await live.start("go", [call("trial_ask", { pattern: "ask me" }), say("never")])
    const pending = await live.permission()
    await live.replyPermission(pending.id, "reject")
    const run = await live.idle()
    expect(run.results[0]?.status).toBe("error")
    expect(run.answer).not.toBe("never")
  })

  test("the user's no with a reason reaches the model and the turn goes on", async () => {
    const live = await trial.open({ steps: [] })
    await live.start("go", [call("trial_ask", { pattern: "ask me" }), say("went on")])
    const pending = await live.permission()
    await live.replyPermission(pending.id, "reject", "not today")
    const run = await live.idle()
    expect(run.results[0]?.output).toContain("not today")
    expect(run.answer).toBe("went on")
  })

  test("a file counts as seen once the session has read it", async () => {
    const live = await trial.open({ files, steps: [] })
    const file = `${live.directory}/b.txt`
    const run = await live.send("go", [
      call("trial_seen", { file }),
      call("read", { filePath: "b.txt" }),
      call("trial_seen", { file }),
      say("end"),
    ])
    expect(run.results.map((result) => result.output)).toMatchObject([
      "false",
      expect.anything(),
      "true",
    ])
  })
})

describe("unusual places", () => {
  test("a project without git works", async () => {
    const run = await trial.play({
      files,
      git: false,
      steps: [call("read", { filePath: "a.txt" }), say("end")],
    })
    expect(run.results[0]?.output).toContain("beta")
  })

  test("a deleted session directory ends the turn as on the host alone, and the host lives on", async () => {
    const steps = [call("trial_parse", { name: "x" }), say("end")]
    const outcomes = []
    for (const host of [trial, alone]) {
      const live = await host.open({ files, steps: [] })
      rmSync(live.directory, { recursive: true })
      const run = await live.send("go", steps)
      outcomes.push({ answer: run.answer, error: run.error, messages: run.messages.length })
    }
    expect(outcomes[0]).toEqual(outcomes[1])
    const next = await trial.play({
      files,
      steps: [call("read", { filePath: "b.txt" }), say("end")],
    })
    expect(next.answer).toBe("end")
  })
})
