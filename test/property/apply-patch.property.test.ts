// The patch engine over generated cases: real source text, seeded edits, seeded deviations.
// The one promise that counts: a file is never wrong. With WORKBENCH_LONG=1 many more cases run.

import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { runEngine } from "../../eval/patch/engine.ts"
import { gradeCase } from "../../eval/patch/grade.ts"
import { findEnvelope } from "../../src/features/apply-patch/engine/envelope.ts"
import {
  createNativeDeriver,
  deriveNative,
  parseNative,
} from "../../src/features/apply-patch/engine/native.ts"
import { parsePatch } from "../../src/features/apply-patch/engine/parse.ts"
import { printPatch } from "../../src/features/apply-patch/engine/print.ts"
import {
  applyEdits,
  type Edit,
  editText,
  joinText,
  parseText,
} from "../../src/features/apply-patch/engine/text-file.ts"
import { apply, plan, update } from "../features/apply-patch/support/apply.ts"
import { applicableDeviations } from "./support/patch-deviations.ts"
import { createDraft, type FinishedCase, finish } from "./support/patch-draft.ts"
import { createRandom, type Random } from "./support/random.ts"
import { refusedDeviations } from "./support/refused-deviations.ts"

const isLong = process.env.WORKBENCH_LONG === "1"
const caseCount = isLong ? 40_000 : 3000
const parserInputs = isLong ? 100_000 : 2000
const textInputs = { numRuns: isLong ? 5000 : 300, seed: 4711 }

const deviations = { ...applicableDeviations, ...refusedDeviations }

/** Source text that the lock file pins: the same cases for every commit that keeps these versions. */
const packages: readonly string[] = ["linkedom", "parse5", "undici", "zod"]

function sourceFiles(): readonly string[] {
  const root = path.resolve(import.meta.dirname, "../../node_modules")
  return packages
    .flatMap((name) => readdirSync(path.join(root, name), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(js|ts|md)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}

// Pairs whose outcome is not defined: a second place that a header or a change tells apart after all.
const undefinedPairs: readonly (readonly [RegExp, RegExp])[] = [
  [/ambiguous|twin|applied|split/, /header|stale|moved|dropped|low-ctx|newstate|overlap/],
  [/line-numbers/, /indent|no-lead|typo|inner|trail-ws-patch|uni/],
  [/indent|no-lead/, /indent|no-lead/],
  [/elided|overlap|pure-add|low-ctx|newstate/, /./],
]

function isDefinedPair(first: string, second: string): boolean {
  return !undefinedPairs.some(
    ([left, right]) =>
      (left.test(first) && right.test(second)) || (left.test(second) && right.test(first)),
  )
}

interface GeneratedCase extends FinishedCase {
  readonly kind: string
}

function generate(base: readonly string[], random: Random): GeneratedCase | undefined {
  const context = random.chance(0.8) ? 3 : 2 + random.below(5)
  const draft = createDraft(base, random, { hunks: 1 + random.below(3), context })
  const first = random.pick(Object.keys(deviations))
  if (!draft || !deviations[first]?.(draft, random)) return undefined
  if (random.chance(0.6)) return { kind: first, ...finish(draft) }
  const second = random.pick(Object.keys(applicableDeviations))
  if (first === second || !isDefinedPair(first, second)) return undefined
  if (!deviations[second]?.(draft, random)) return undefined
  return { kind: `${first}+${second}`, ...finish(draft) }
}

function excerpt(text: string, random: Random): readonly string[] | undefined {
  const lines = text.split("\n")
  while (lines.at(-1) === "") lines.pop()
  if (lines.length < 30) return undefined
  const start = random.below(Math.max(1, lines.length - 120))
  const taken = lines.slice(start, start + 30 + random.below(120))
  while (taken.at(-1)?.trim() === "") taken.pop()
  return taken
}

describe("a patch that deviates", () => {
  test("is applied as it was meant or refused, but never wrong", () => {
    const random = createRandom(20_260_101)
    const texts = sourceFiles()
      .map((file) => readFileSync(file, "utf8"))
      .filter((text) => text.length < 60_000 && !/[\r\uFFFD\uFEFF]/.test(text))
    const faults: string[] = []
    let graded = 0
    let right = 0
    for (let count = 0; count < caseCount; count++) {
      const base = excerpt(random.pick(texts), random)
      const generated = base && generate(base, random)
      if (!generated || generated.expected === generated.content) continue
      const accepts = { finalNewline: false, unchanged: false, refusal: false }
      const patchCase = { id: String(count), ...generated, accepts }
      const useSnapshots = random.chance(0.5)
      const result = runEngine(patchCase, { useSnapshots, via: "engine" })
      const grade = gradeCase(patchCase, result)
      graded += 1
      if (grade === "right" || grade === "refusedRightly") right += 1
      if (grade === "wrong" || grade === "noop") {
        faults.push(`${count} ${generated.kind}\n${generated.patch}`)
      }
    }
    expect(faults).toEqual([])
    expect(right / graded).toBeGreaterThan(0.9)
  })
})

const line = fc.string({ unit: fc.constantFrom("a", "b", "c", " ", "\t", "x", "(", "1", "é") })
const ending = fc.constantFrom("\n", "\r\n")
const fileText = fc
  .tuple(fc.array(fc.tuple(line, ending), { maxLength: 30 }), fc.boolean(), fc.boolean())
  .map(([rows, hasBom, isOpen]) => {
    const text = rows.map((parts) => parts.join("")).join("")
    return (hasBom ? "\uFEFF" : "") + text + (isOpen ? "open" : "")
  })

describe("text", () => {
  test("comes out of the file model as it went in", () => {
    fc.assert(
      fc.property(fileText, (text) => joinText(parseText(text)) === text),
      textInputs,
    )
  })

  test("is edited in place as it would be line by line", () => {
    const edit = fc.tuple(fc.nat(4), fc.nat(3), fc.array(line, { maxLength: 3 }))
    fc.assert(
      fc.property(fileText, fc.array(edit, { maxLength: 4 }), (text, wanted) => {
        const file = parseText(text)
        let at = 0
        const edits = wanted.flatMap(([gap, count, added]): readonly Edit[] => {
          const start = at + gap
          if (start > file.lines.length) return []
          at = Math.min(start + count, file.lines.length)
          return [{ start, removed: at - start, added, hunk: 1 }]
        })
        expect(editText(text, file, edits)).toBe(joinText(applyEdits(file, edits)))
      }),
      textInputs,
    )
  })

  test("of a printed patch is read back as the same change by the host's rules", () => {
    fc.assert(
      fc.property(fileText, fileText, (before, after) => {
        const text = printPatch(
          [{ kind: "update", path: "f", movePath: undefined, before, after }],
          createNativeDeriver(),
        )
        if (text === undefined) return true
        const parsed = parseNative(text)
        const section = parsed.kind === "sections" ? parsed.sections[0] : undefined
        if (section?.type !== "update") return false
        const derived = deriveNative(before, section.chunks)
        return derived.kind === "text" && [after, `${after}\n`].includes(derived.text)
      }),
      textInputs,
    )
  })

  test("of a printed patch is plain for the lenient reader", () => {
    fc.assert(
      fc.property(fileText, fileText, (before, after) => {
        const text = printPatch(
          [{ kind: "update", path: "f", movePath: undefined, before, after }],
          createNativeDeriver(),
        )
        const parsed = text === undefined || text.includes("\r") ? undefined : parsePatch(text)
        return (
          parsed === undefined ||
          (parsed.kind === "patch" && parsed.patch.isPlain) ||
          before === after
        )
      }),
      textInputs,
    )
  })
})

describe("an applied patch", () => {
  const content = fc.array(fc.constantFrom("alpha", "beta", "gamma", "", "  delta"), {
    minLength: 3,
    maxLength: 12,
  })

  test("leaves every line outside its hunks with its ending", () => {
    fc.assert(
      fc.property(content, fc.array(ending, { minLength: 14 }), fc.nat(20), (rows, endings, at) => {
        const unique = rows.map((row, index) => (row === "" ? "" : `${row} ${index}`))
        const text = unique.map((row, index) => row + (endings[index] ?? "\n")).join("")
        const target = at % unique.length
        const old = unique[target] ?? ""
        if (old === "") return true
        const result = apply(update("@@", `-${old}`, "+replaced"), { "file.txt": text })
        const wanted = unique
          .map((row, index) => (index === target ? "replaced" : row) + (endings[index] ?? "\n"))
          .join("")
        return typeof result !== "string" && result["file.txt"] === wanted
      }),
      textInputs,
    )
  })

  test("that passes unchanged is what the host's rules make of it", () => {
    fc.assert(
      fc.property(content, content, (rows, added) => {
        const text = `${rows.join("\n")}\n`
        const hunk = [
          "@@",
          ...rows.slice(0, 2).map((row) => ` ${row}`),
          ...added.map((row) => `+${row}`),
        ]
        const result = plan(update(...hunk), { "file.txt": text })
        if (result.kind !== "pass") return true
        const host = apply(update(...hunk), { "file.txt": text })
        return typeof host !== "string" && host["file.txt"] === result.outcome.get("file.txt")
      }),
      textInputs,
    )
  })
})

describe("the lenient reader", () => {
  const pieces = fc.constantFrom(
    "*** Begin Patch",
    "*** End Patch",
    "*** Update File: f",
    "*** Add File: g",
    "*** Delete File: h",
    "*** Move to: i",
    "*** End of File",
    "@@",
    "@@ -1,2 +3,4 @@ x",
    " context",
    "-old",
    "+new",
    "",
    "```",
    "--- a/f",
    "+++ b/f",
    "1: numbered",
    "{",
    '{"patch": "*** Begin Patch"}',
    "\\ No newline at end of file",
    "\u0000",
    "***",
  )

  test("answers every text, and never throws", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 25 }), (lines) => {
        const text = lines.join("\n")
        const parsed = parsePatch(text)
        findEnvelope(text)
        if (parsed.kind === "patch") plan(text, { f: "context\nold\n", h: "x\n" })
        return parsed.kind === "patch" || parsed.kind === "malformed"
      }),
      { numRuns: parserInputs, seed: 815 },
    )
  })
})
