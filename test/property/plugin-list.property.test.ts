// Whatever a configuration looks like, adding our entry adds exactly that, and removing it gives every byte back.

import fc from "fast-check"
import { expect, test } from "vitest"
import { addPlugin, removePlugin } from "../../src/cli/plugin-list.ts"
import { loadJsonc } from "../../src/config/jsonc.ts"

const runs = process.env.WORKBENCH_LONG === "1" ? 20_000 : 500

const isOurs = (spec: string) => spec === "ours"

const names = fc.constantFrom("model", "theme", "a,b", '"', "}", "// no", "ключ")
const values = fc.oneof(fc.string(), fc.integer(), fc.constant([1, { a: [] }]), fc.constant({}))
const lists = fc.array(fc.oneof(fc.constantFrom("x", "y@1"), fc.constant(["z", { a: 1 }])), {
  minLength: 1,
  maxLength: 3,
})

/** A file as somebody wrote it: indented or not, with comments at line ends, last commas, Windows line ends. */
const files = fc
  .record({
    others: fc.dictionary(names, values, { minKeys: 1, maxKeys: 3 }),
    list: fc.option(lists, { nil: undefined }),
    isListFirst: fc.boolean(),
    indent: fc.constantFrom(undefined, 2, 4, "\t"),
    hasComments: fc.boolean(),
    hasLastCommas: fc.boolean(),
    isWindows: fc.boolean(),
  })
  .map(({ others, list, isListFirst, indent, ...style }) => {
    const plugin = list === undefined ? {} : { plugin: list }
    const config = isListFirst ? { ...plugin, ...others } : { ...others, ...plugin }
    const text = styled(JSON.stringify(config, undefined, indent), style)
    return { config: { ...config }, list: list ?? [], text }
  })

interface Style {
  readonly hasComments: boolean
  readonly hasLastCommas: boolean
  readonly isWindows: boolean
}

function styled(json: string, { hasComments, hasLastCommas, isWindows }: Style): string {
  const lines = json.split("\n").map((line, at, all) => {
    const isLastChild = /^\s*[\]}]/.test(all[at + 1] ?? "") && !/[[{,]$/.test(line)
    const withComma = hasLastCommas && isLastChild ? `${line},` : line
    return hasComments && at % 2 === 1 ? `${withComma} // note ] } ,` : withComma
  })
  return lines.join(isWindows ? "\r\n" : "\n")
}

test("adding appends one entry and keeps the rest, removing gives the bytes back", async () => {
  const { parse } = await loadJsonc()
  await fc.assert(
    fc.asyncProperty(files, async ({ config, list, text }) => {
      const added = await addPlugin(text, { spec: "ours", kind: "config" }, isOurs)
      if (added.kind !== "changed") throw new Error(`the edit is ${added.kind}`)
      const errors: { error: number; offset: number; length: number }[] = []
      const value: unknown = parse(added.text, errors, { allowTrailingComma: true })
      expect(errors).toEqual([])
      expect(value).toEqual({ ...config, plugin: [...list, "ours"] })
      expect(await removePlugin(added.text, isOurs)).toEqual({ kind: "changed", text })
    }),
    { numRuns: runs, seed: 23 },
  )
})
