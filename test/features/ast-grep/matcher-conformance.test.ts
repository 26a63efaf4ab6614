// One suite for both engines: whatever one finds in a web language, the other finds at the same bytes.

import path from "node:path"
import { describe, expect, test } from "vitest"
import type { EngineMatch, Matcher, Query } from "../../../src/features/ast-grep/engine/matcher.ts"
import { agreementQueries, agreementSources } from "./support/agreement-cases.ts"
import {
  createProject,
  createTestBinary,
  createTestNapi,
  fastRuntime,
  matchAll,
  request,
} from "./support/engines.ts"

function comparable(matches: readonly EngineMatch[]): readonly EngineMatch[] {
  return [...matches].sort(
    (left, right) => left.span.start - right.span.start || right.span.end - left.span.end,
  )
}

function projectFile(name: string, content: string | Uint8Array): string {
  return path.join(createProject({ [name]: content }), name)
}

const engines: readonly (readonly [string, () => Matcher])[] = [
  ["binary", createTestBinary],
  ["napi", () => createTestNapi(fastRuntime())],
]

describe.each(engines)("the %s engine", (_name, create) => {
  test("gives byte offsets and lines after multi-byte characters and a BOM", async () => {
    const file = projectFile("a.ts", '\uFEFFs("é😀"); foo(1)\n  foo(2)\n')
    const matches = await matchAll(create(), request("typescript", "foo($A)", [file]))
    expect(matches.map(({ span, line }) => [span.start, span.end, line])).toEqual([
      [16, 22, 0],
      [25, 31, 1],
    ])
  })

  test("captures a list from its first to its last node, separators included", async () => {
    const file = projectFile("a.ts", "foo(a, b /* x */, c)\nfoo()\n")
    const matches = await matchAll(create(), request("typescript", "foo($$$A)", [file]))
    expect(matches.map((match) => match.list.A)).toEqual([{ start: 4, end: 19 }, undefined])
  })

  test("parses a file with a foreign extension as the language that was asked for", async () => {
    const file = projectFile("a.vue", "foo(1)\n")
    expect(await matchAll(create(), request("javascript", "foo($A)", [file]))).toHaveLength(1)
  })

  test("gives the results of transform", async () => {
    const document = {
      rule: { pattern: "foo($A)" },
      transform: { SNAKE: { convert: { source: "$A", toCase: "snakeCase" } } },
    }
    const file = projectFile("a.ts", "foo(oneTwo)\n")
    const [match] = await matchAll(
      create(),
      request("typescript", { kind: "rule", document }, [file]),
    )
    expect(match?.transformed).toEqual({ SNAKE: "one_two" })
    expect(match?.single.A?.text).toBe("oneTwo")
  })

  test.each<readonly [string, Query, RegExp]>([
    ["two nodes", { kind: "pattern", pattern: "foo(); bar()" }, /Multiple AST nodes/],
    ["an unknown kind", { kind: "kinds", kinds: ["nonsense"] }, /nonsense/],
    ["a bad expression", { kind: "rule", document: { rule: { regex: "(" } } }, /regex|paren/i],
  ])("calls %s invalid and says why", async (_what, query, reason) => {
    const outcome = await create().match(request("typescript", query, [projectFile("a.ts", "x\n")]))
    expect(outcome).toMatchObject({ kind: "invalid", reason: expect.stringMatching(reason) })
  })

  test("cuts its output at the limit, at the end of a result", async () => {
    const file = projectFile("a.ts", "foo(1)\n".repeat(3000))
    const asked = { ...request("typescript", "foo($A)", [file]), bytesMax: 20_000 }
    const outcome = await create().match(asked)
    expect(outcome).toMatchObject({ kind: "matches", isCut: true })
  })

  test("ends within 200 ms of an abort and rejects with its reason", async () => {
    const file = projectFile("a.ts", "foo(1, { a: [1, 2, 3] })\n".repeat(60_000))
    const abort = new AbortController()
    const running = create().match({
      ...request("typescript", "foo($$$A)", Array(20).fill(file)),
      bytesMax: 1e9,
      signal: abort.signal,
    })
    setTimeout(() => abort.abort(new Error("stopped")), 150)
    await expect(running).rejects.toThrow("stopped")
  })

  test("takes a vanished file as one without matches", async () => {
    const file = projectFile("a.ts", "foo(1)\n")
    const asked = request("typescript", "foo($A)", [file, `${file}.gone.ts`])
    const outcome = await create().match(asked)
    expect(outcome).toMatchObject({ kind: "matches", matches: [{ file }] })
  })
})

test("the napi engine keeps the order of the files, one that is not UTF-8 throughout in its place", async () => {
  const files = [
    projectFile("z.ts", "foo(1)\n".repeat(200)),
    projectFile("latin.ts", Buffer.from('foo("caf\xe9")\nfoo(2)\n', "latin1")),
    projectFile("none.ts", "bar(1)\n"),
    projectFile("a.ts", "foo(3)\n"),
  ]
  const matches = await matchAll(
    createTestNapi(fastRuntime()),
    request("typescript", "foo($A)", files),
  )
  const [z, latin, , a] = files
  expect(matches.map(({ file }) => file)).toEqual([...Array(200).fill(z), latin, latin, a])
})

describe("the two engines agree", () => {
  test.each(agreementQueries)("on $language: $name", async ({ language, query }) => {
    const files = agreementSources(language).map(([name, content]) => projectFile(name, content))
    const asked = request(language, query, files)
    const [binary, napi] = await Promise.all([
      matchAll(createTestBinary(), asked),
      matchAll(createTestNapi(fastRuntime()), asked),
    ])
    for (const file of files) {
      const ofFile = (match: EngineMatch) => match.file === file
      expect(comparable(napi.filter(ofFile))).toEqual(comparable(binary.filter(ofFile)))
    }
    expect(binary.length).toBeGreaterThan(0)
  })

  test("on at least sixty pairs of pattern and file", () => {
    const pairs = agreementQueries.flatMap(({ language }) => agreementSources(language))
    expect(pairs.length).toBeGreaterThanOrEqual(60)
  })
})
