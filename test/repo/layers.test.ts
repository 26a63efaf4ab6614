import { readFileSync } from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { filesBelow } from "./files.ts"

interface Import {
  readonly from: string
  readonly to: string
  readonly isType: boolean
  /** Loaded when first needed. */
  readonly isLazy: boolean
}

const readImports = (file: string): Import[] => {
  const text = readFileSync(file, "utf8")
  const matches = text.matchAll(
    /^(?:import|export) (type )?[^"']*?from "([^"]+)"|\bimport\("([^"]+)"\)/gm,
  )
  return [...matches].map((match) => ({
    from: file,
    to: resolve(file, match[2] ?? match[3] ?? ""),
    isType: match[1] !== undefined,
    isLazy: match[3] !== undefined,
  }))
}

const imports = filesBelow("src", [".ts"]).flatMap(readImports)

function resolve(file: string, specifier: string): string {
  return specifier.startsWith(".")
    ? path.posix.join(path.posix.dirname(file), specifier)
    : specifier
}

const layerOf = (file: string): number => {
  if (file.startsWith("src/lib/")) return 0
  if (file.startsWith("src/features/")) return 2
  if (file.startsWith("src/host/v1/") || file.startsWith("src/config/")) return 3
  if (/^src\/(cli|tui)\//.test(file) || /^src\/[^/]+$/.test(file)) return 4
  return 1
}
const show = (entry: Import) => `${entry.from} -> ${entry.to}`
const ours = imports.filter((entry) => entry.to.startsWith("src/"))

describe("the direction of imports", () => {
  test("no file imports from a layer above its own", () => {
    expect(ours.filter((entry) => layerOf(entry.to) > layerOf(entry.from)).map(show)).toEqual([])
  })

  test("no feature imports another feature", () => {
    const featureOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1]
    const crossing = ours.filter(
      (entry) =>
        featureOf(entry.from) &&
        featureOf(entry.to) &&
        featureOf(entry.from) !== featureOf(entry.to),
    )
    expect(crossing.map(show)).toEqual([])
  })

  test("there is no import cycle", () => {
    const files = ["src", "sim", "bench", "scripts", "test"].flatMap((folder) =>
      filesBelow(folder, [".ts"]),
    )
    const graph = new Map(files.map((file) => [file, readImports(file).map((entry) => entry.to)]))
    const done = new Set<string>()
    const visit = (file: string, trail: readonly string[]): string | undefined => {
      if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file].join(" -> ")
      if (done.has(file)) return undefined
      for (const next of graph.get(file) ?? []) {
        const cycle = visit(next, [...trail, file])
        if (cycle) return cycle
      }
      done.add(file)
      return undefined
    }
    expect(files.map((file) => visit(file, [])).filter((cycle) => cycle !== undefined)).toEqual([])
  })

  test("host types stay in the adapter and the entry", () => {
    const allowed = (file: string) =>
      file.startsWith("src/host/v1/") || file === "src/plugin.ts" || file.startsWith("src/tui/")
    const leaks = imports.filter(
      (entry) => entry.to.startsWith("@opencode-ai/") && !allowed(entry.from),
    )
    expect(leaks.map(show)).toEqual([])
    expect(
      imports.filter((entry) => entry.to.startsWith("@opencode-ai/") && !entry.isType).map(show),
    ).toEqual([])
  })
})

/** Everything that the entry reaches through static imports. */
function reachedFrom(entry: string): ReadonlySet<string> {
  const reached = new Set<string>()
  const queue = [entry]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    const next = imports.filter(({ from, isType, isLazy }) => from === file && !isType && !isLazy)
    queue.push(...next.map((candidate) => candidate.to))
  }
  return reached
}

describe("what is loaded at start", () => {
  test("no heavy library is imported statically by anything that the entry reaches", () => {
    const light = ["zod/mini", "zod/v4/locales/en.js", "jsonc-parser", "ipaddr.js", "picomatch"]
    const libraries = [...reachedFrom("src/index.ts")].filter(
      (name) => !name.startsWith("src/") && !name.startsWith("node:"),
    )
    expect(libraries.filter((library) => !light.includes(library))).toEqual([])
  })

  test("the panel in the terminal UI loads nothing but what the host brings and small files of ours", () => {
    const reached = [...reachedFrom("src/tui/index.ts")]
    expect(reached.filter((name) => !name.startsWith("src/")).sort()).toEqual([
      "@opentui/solid/jsx-runtime",
      // Built into the published panel (scripts/build.mjs): 9 kB.
      "get-east-asian-width",
      "node:child_process",
      "node:path",
      "solid-js",
    ])
    expect(reached.filter((name) => /^src\/(plugin|registry|net|feature)\b/.test(name))).toEqual([])
  })
})
