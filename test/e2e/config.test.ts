// Every kind of configuration mistake still starts the host and is told once; every switch works.

import { writeFileSync } from "node:fs"
import path from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { until } from "./support/case.ts"
import { type CaseHost, createCaseHost, probePlugin } from "./support/case-host.ts"
import { call, say } from "./support/script.ts"
import { startScriptedModel } from "./support/scripted-model.ts"

const model = await startScriptedModel()
const started: CaseHost[] = []

afterAll(async () => {
  await Promise.all(started.map((host) => host.stop()))
  await model.close()
})

interface TrialHost {
  readonly options?: Readonly<Record<string, string | boolean | Record<string, unknown>>>
  readonly globalFile?: string
  readonly environment?: Readonly<Record<string, string>>
}

function trialHost({ options = {}, globalFile, environment }: TrialHost): CaseHost {
  const entry = probePlugin("trial-plugin.ts", JSON.parse(JSON.stringify(options)))
  const host = createCaseHost({ model, label: "config", plugins: [entry], environment })
  started.push(host)
  if (globalFile !== undefined) {
    writeFileSync(path.join(host.folders.config, "opencode-workbench.jsonc"), globalFile)
  }
  return host
}

const project = (text: string) => ({
  "a.txt": "alpha\n",
  "b.txt": "beta\n",
  ".opencode/opencode-workbench.jsonc": text,
})
const steps = [call("read", { filePath: "a.txt" }), call("trial_parse", { name: "x" }), say("end")]

/** Plays the steps in a project with this file; tells the two results and the new problems in the log. */
async function playWith(host: CaseHost, text: string) {
  const before = await loggedProblems(host)
  const run = await host.play({ files: project(text), steps })
  const [read, parsed] = run.results.map((result) => result.output)
  const after = await until(5_000, "no log yet", async () => {
    const lines = await loggedProblems(host)
    return lines.length > before.length || text === "{}" ? lines : undefined
  })
  return { read, parsed, problems: after.slice(before.length), answer: run.answer }
}

async function loggedProblems(host: CaseHost): Promise<readonly string[]> {
  const { log } = await host.process()
  return [...log().matchAll(/CONFIG_[A-Z_]+: .*/g)].map((match) => match[0].replaceAll('\\"', '"'))
}

const plain = trialHost({})

describe("mistakes in the project's file", () => {
  test("an unknown root key is told once with the nearest name", async () => {
    const { read, problems, answer } = await playWith(plain, '{ "rewritting": false }')
    expect(read).toContain("beta")
    expect(answer).toBe("end")
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('"rewritting" does not exist; did you mean "rewriting"?')
  })

  test("an unknown key of a feature is told with the nearest name and its line", async () => {
    const { problems } = await playWith(plain, '{\n  "rewriting": {\n    "sufix": "x" }\n}')
    expect(problems[0]).toContain('"rewriting.sufix" does not exist; did you mean "suffix"?')
    expect(problems[0]).toContain("opencode-workbench.jsonc:3")
  })

  test("a wrong value keeps its default", async () => {
    const { read, problems } = await playWith(plain, '{ "rewriting": { "suffix": 7 } }')
    expect(read).toContain("[noted]")
    expect(problems[0]).toContain('CONFIG_VALUE_INVALID: "rewriting.suffix" is wrong')
  })

  test("broken JSON leaves the file unused and names the line", async () => {
    const { read, problems } = await playWith(plain, '{\n  "rewriting": {\n')
    expect(read).toContain("[noted]")
    expect(problems[0]).toMatch(/CONFIG_FILE_UNREADABLE: .* line \d/)
  })

  test("comments and trailing commas are fine", async () => {
    const { read, problems } = await playWith(
      plain,
      '{ // a comment\n "rewriting": { "suffix": "mine", }, "nonsense": 1 }',
    )
    expect(read).toContain("[mine]")
    expect(problems).toHaveLength(1)
  })

  test("a list instead of an object is told", async () => {
    const { answer, problems } = await playWith(plain, "[]")
    expect(answer).toBe("end")
    expect(problems[0]).toContain("must be an object")
  })

  test("a bad restricting value makes the feature refuse with the report", async () => {
    const { parsed } = await playWith(plain, '{ "tools": { "deny": "all" } }')
    expect(parsed).toContain(
      "CONFIG_RESTRICTION_INVALID: tools does nothing because its configuration is wrong",
    )
    expect(parsed).toContain('"tools.deny"')
  })

  test("an opening key is not taken from the project's own file", async () => {
    const { parsed, problems } = await playWith(plain, '{ "tools": { "open": true } }')
    expect(parsed).toContain('"open":false')
    expect(problems[0]).toContain("CONFIG_KEY_UNTRUSTED")
  })
})

describe("switches", () => {
  test("false in place of the object leaves the host's own behaviour", async () => {
    const { read } = await playWith(plain, '{ "rewriting": false, "nonsense": 1 }')
    expect(read).toContain("alpha")
    expect(read).not.toContain("[noted]")
  })

  test("enabled: false means the same", async () => {
    const { read } = await playWith(plain, '{ "rewriting": { "enabled": false }, "nonsense": 1 }')
    expect(read).toContain("alpha")
  })

  test("a disabled tool is not offered", async () => {
    const { parsed } = await playWith(plain, '{ "disabledTools": ["trial_parse"], "nonsense": 1 }')
    expect(parsed).toContain("unavailable tool")
  })

  test("OPENCODE_WORKBENCH=off turns all off", async () => {
    const host = trialHost({ environment: { OPENCODE_WORKBENCH: "off" } })
    const { read, parsed } = await playWith(host, "{}")
    expect(read).toContain("alpha")
    expect(parsed).toContain("unavailable tool")
  })

  test("a word in OPENCODE_WORKBENCH that is neither on nor off is told and switches nothing", async () => {
    const host = trialHost({ environment: { OPENCODE_WORKBENCH: "of" } })
    const { read, problems } = await playWith(host, '{ "disabledTools": ["trial_pars"] }')
    expect(read).toContain("beta")
    expect(problems.join()).toContain('"of" is not understood')
    expect(problems.join()).toMatch(
      /"disabledTools" names "trial_pars", which does not exist; did you mean "trial_parse"\? \(.*:1\)/,
    )
  })

  test("OPENCODE_WORKBENCH_DISABLE turns single features off and reports unknown names", async () => {
    const host = trialHost({ environment: { OPENCODE_WORKBENCH_DISABLE: "tools, rewrting" } })
    const { read, parsed, problems } = await playWith(host, "{}")
    expect(read).toContain("beta")
    expect(parsed).toContain("unavailable tool")
    expect(problems.join()).toContain('"rewrting" does not exist; did you mean "rewriting"?')
  })
})

describe("precedence and trust", () => {
  test("tuple beats project file, project file beats global file, opening keys hold from the global file", async () => {
    const host = trialHost({
      globalFile:
        '{ "rewriting": { "suffix": "global" }, "tools": { "open": true, "deny": ["x"] } }',
    })
    const fromGlobal = await playWith(host, '{ "nonsense": 1 }')
    expect(fromGlobal.read).toContain("[global]")
    expect(fromGlobal.parsed).toContain('"open":true')
    const fromProject = await playWith(
      host,
      '{ "rewriting": { "suffix": "project" }, "tools": { "deny": [] } }',
    )
    expect(fromProject.read).toContain("[project]")
    expect(fromProject.parsed).toContain('"deny":["x"]')
    expect(fromProject.problems.join()).toContain("CONFIG_KEY_UNTRUSTED")
  })

  test("options in opencode.json win over both files", async () => {
    const host = trialHost({ options: { rewriting: { suffix: "tuple", sufix: "x" } } })
    const { read, problems } = await playWith(host, '{ "rewriting": { "suffix": "project" } }')
    expect(read).toContain("[tuple]")
    expect(problems.join()).toMatch(
      /"rewriting.sufix" does not exist; .*\(options in .*opencode\.json\(c\)\)/,
    )
  })
})
