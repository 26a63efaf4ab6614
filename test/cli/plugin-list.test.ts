import { describe, expect, test } from "vitest"
import { addPlugin, readPluginList, removePlugin } from "../../src/cli/plugin-list.ts"

const isOurs = (spec: string) => spec === "ours"

async function added(text: string): Promise<string> {
  const edit = await addPlugin(text, { spec: "ours", kind: "config" }, isOurs)
  return edit.kind === "changed" ? edit.text : edit.kind
}

async function removed(text: string): Promise<string> {
  const edit = await removePlugin(text, isOurs)
  return edit.kind === "changed" ? edit.text : edit.kind
}

/** Configuration as people write it, with and without our entry. */
const pairs: readonly [name: string, without: string, withOurs: string][] = [
  ["a list on one line", '{"plugin":["x"]}', '{"plugin":["x", "ours"]}'],
  ["a list on one line with a last comma", '{"plugin":["x",]}', '{"plugin":["x", "ours",]}'],
  [
    "a list with comments",
    '{\n  "plugin": [\n    "x" // keep this one\n    // and this\n  ]\n}\n',
    '{\n  "plugin": [\n    "x", // keep this one\n    // and this\n    "ours"\n  ]\n}\n',
  ],
  [
    "a list with a last comma",
    '{\n  "plugin": [\n    ["x", { "a": 1 }], // x\n  ],\n}\n',
    '{\n  "plugin": [\n    ["x", { "a": 1 }], // x\n    "ours",\n  ],\n}\n',
  ],
  [
    "Windows line ends and tabs",
    '{\r\n\t"plugin": [\r\n\t\t"x"\r\n\t]\r\n}\r\n',
    '{\r\n\t"plugin": [\r\n\t\t"x",\r\n\t\t"ours"\r\n\t]\r\n}\r\n',
  ],
  [
    "no list",
    '{\n  // my models\n  "model": "a/b" // fast\n}\n',
    '{\n  // my models\n  "model": "a/b", // fast\n  "plugin": ["ours"]\n}\n',
  ],
  ["no list, tabs", '{\n\t"model": "a/b"\n}', '{\n\t"model": "a/b",\n\t"plugin": ["ours"]\n}'],
  ["no list on one line", '{"model":"a/b"}', '{"model":"a/b", "plugin": ["ours"]}'],
  [
    "a byte order mark",
    '\uFEFF{\n  "model": "a/b"\n}\n',
    '\uFEFF{\n  "model": "a/b",\n  "plugin": ["ours"]\n}\n',
  ],
]

describe("adding to a configuration with", () => {
  test.each(pairs)("%s inserts the entry and keeps every other byte", async (_, before, after) => {
    expect(await added(before)).toBe(after)
  })

  test.each(pairs)("%s is undone byte for byte by removing", async (_, before, after) => {
    expect(await removed(after)).toBe(before)
  })

  test.each([
    ["nothing", ""],
    ["white space", " \n"],
    ["an empty object", "{}"],
    ["an empty object on two lines", "{\n}\n"],
    ["an empty list", '{ "plugin": [] }'],
    ["an empty list with a comment", '{\n  "plugin": [\n    // none yet\n  ]\n}\n'],
    ["a comment alone", "// to be filled\n"],
  ])("%s makes a list of one entry", async (_, before) => {
    const after = await added(before)
    expect(await readPluginList(after)).toMatchObject({ entries: [{ spec: "ours" }] })
    for (const comment of before.match(/\/\/.*/g) ?? []) expect(after).toContain(comment)
  })

  test("our entry, plain or with options, changes nothing", async () => {
    expect(await added('{"plugin":["ours"]}')).toBe("unchanged")
    expect(await added('{"plugin":[["ours",{"webfetch":false}]]}')).toBe("unchanged")
  })

  test.each([
    ["a missing bracket", '{\n  "plugin": [\n', 3, 'a "]" is missing'],
    ["a broken value", '{\n  "model": nope\n}', 2, "a word that is no value"],
    ["a list that is none", '{\n  "a": 1,\n  "plugin": "x"\n}', 3, '"plugin" is not a list'],
    ["no object", "[]", 1, "the file is not an object"],
  ])("%s names line and reason", async (_, text, line, reason) => {
    expect(await addPlugin(text, { spec: "ours", kind: "config" }, isOurs)).toEqual({
      kind: "broken",
      line,
      reason,
    })
    expect(await removePlugin(text, isOurs)).toEqual({ kind: "broken", line, reason })
  })
})

describe("removing", () => {
  test("takes out every entry of ours and leaves the others in order", async () => {
    expect(await removed('{"plugin":["ours", "a", ["ours",{}], "b"]}')).toBe(
      '{"plugin":["a", "b"]}',
    )
  })

  test("changes nothing where there is none", async () => {
    expect(await removed('{"plugin":["x"]}')).toBe("unchanged")
    expect(await removed("")).toBe("unchanged")
  })
})

test("entries are read with options and lines", async () => {
  const list = await readPluginList('{\n  "plugin": [\n    "a",\n    ["b", { "c": 1 }]\n  ]\n}')
  expect(list).toEqual({
    kind: "list",
    isThere: true,
    entries: [
      { spec: "a", options: undefined, line: 3 },
      { spec: "b", options: { c: 1 }, line: 4 },
    ],
  })
})
