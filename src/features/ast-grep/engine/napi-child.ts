// The program of the child process: reads one request from standard input, searches the files group by group with
// `@ast-grep/napi`, and prints results in the form of the `ast-grep` binary. Exit codes are the binary's, too.

import { isUtf8 } from "node:buffer"
import { readFileSync, writeSync } from "node:fs"
import { findInFiles, type NapiConfig, parse, type SgNode } from "@ast-grep/napi"
import { capturedNames } from "../metavariables.ts"
import { withPlainNames } from "../pattern-syntax.ts"

interface ChildRequest {
  readonly language: string
  readonly query:
    | { readonly kind: "pattern"; readonly pattern: string; readonly selector?: string }
    | { readonly kind: "rule"; readonly document: NapiConfig }
    | { readonly kind: "kinds"; readonly kinds: readonly string[] }
  readonly files: readonly string[]
}

/**
 * The native library frees its trees only when the collector runs, and a tree takes about 17 times its source:
 * without a collection after each group of files, memory grows with every file.
 */
const groupBytes = 2 * 1024 * 1024
const invalidQueryExitCode = 8
const patternErrorWarning = "Warning: Pattern contains an ERROR node\n"

const request: ChildRequest = JSON.parse(readFileSync(0, "utf8"))
const names = namesOf(request)
const transforms = Object.keys(
  request.query.kind === "rule" ? Object(request.query.document.transform) : {},
)
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

process.exitCode = await run()

async function run(): Promise<number> {
  const config = configOf(request.query)
  const problem = problemOf(config)
  if (problem !== undefined) return fail(problem)
  let count = 0
  for (const group of groupsOf(request.files)) {
    count += await searchGroup(group, config)
    await collectGarbage()
  }
  if (count === 0 && isBrokenPattern(request.query)) writeText(2, patternErrorWarning)
  return count > 0 ? 0 : 1
}

/** The binary says it of a pattern alone, and only where nothing matches. */
function isBrokenPattern(query: ChildRequest["query"]): boolean {
  if (query.kind !== "pattern" || query.selector !== undefined) return false
  // As the binary judges: the outermost node with a choice, not every node inside it.
  let node = parse(request.language, withPlainNames(query.pattern)).root()
  for (let only = node.children(); node.kind() !== "ERROR" && only.length === 1; ) {
    node = only[0] ?? node
    only = node.children()
  }
  return node.kind() === "ERROR"
}

/** Files to be searched together, with their bytes by path. */
interface Group {
  readonly sources: ReadonlyMap<string, Uint8Array>
  /** Files that the native reader would leave out: not UTF-8 throughout. */
  readonly illegible: ReadonlySet<string>
}

function* groupsOf(files: readonly string[]): Generator<Group> {
  let sources = new Map<string, Uint8Array>()
  let illegible = new Set<string>()
  let bytesRead = 0
  for (const file of files) {
    const bytes = readIfThere(file)
    if (bytes === undefined) continue
    sources.set(file, bytes)
    if (!isUtf8(bytes)) illegible.add(file)
    bytesRead += bytes.byteLength
    if (bytesRead < groupBytes) continue
    yield { sources, illegible }
    sources = new Map()
    illegible = new Set()
    bytesRead = 0
  }
  if (sources.size > 0) yield { sources, illegible }
}

/** Prints the matches of a group, file by file in the order asked for, and gives their number. */
async function searchGroup({ sources, illegible }: Group, config: NapiConfig): Promise<number> {
  const legible = [...sources.keys()].filter((file) => !illegible.has(file))
  const found = await findNatively(legible, config)
  let count = 0
  for (const [file, bytes] of sources) {
    const native = found.get(file)
    if (native === undefined && !illegible.has(file)) continue
    const source = decoder.decode(bytes)
    // A file that was written between the two readings is read once more.
    const isAsRead = native?.every((node) => isNodeOf(node, source)) ?? false
    count += isAsRead
      ? printMatches(file, source, native ?? [])
      : searchSource(file, readSource(file), config)
  }
  return count
}

/**
 * One pass in native code: it reads and parses without a copy for JavaScript, which takes less than half the processor
 * time. Gives the matches of the files that have some. Callbacks may come after the count that it resolves to.
 */
async function findNatively(
  paths: string[],
  matcher: NapiConfig,
): Promise<ReadonlyMap<string, readonly SgNode[]>> {
  const found = new Map<string, readonly SgNode[]>()
  if (paths.length === 0) return found
  let expected = Number.POSITIVE_INFINITY
  await new Promise<void>((resolve, reject) => {
    let answers = 0
    const settle = () => {
      if (answers >= expected) resolve()
    }
    findInFiles(request.language, { paths, matcher }, (error, nodes) => {
      if (error) reject(error)
      const file = nodes?.[0]?.getRoot().filename()
      if (file !== undefined) found.set(file, nodes)
      answers += 1
      settle()
    }).then((count) => {
      expected = count
      settle()
    }, reject)
  })
  return found
}

function isNodeOf(node: SgNode, source: string): boolean {
  const { start, end } = node.range()
  return source.slice(start.index, end.index) === node.text()
}

function configOf(query: ChildRequest["query"]): NapiConfig {
  if (query.kind === "rule") return query.document
  if (query.kind === "kinds") return { rule: { any: query.kinds.map((kind) => ({ kind })) } }
  if (query.selector === undefined) return { rule: { pattern: query.pattern } }
  return { rule: { pattern: { context: query.pattern, selector: query.selector } } }
}

/** A query is checked once, on an empty file, before any file is read. */
function problemOf(config: NapiConfig): string | undefined {
  try {
    parse(request.language, "").root().findAll(config)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function fail(problem: string): number {
  writeText(2, `Error: ${problem}\n`)
  return invalidQueryExitCode
}

function searchSource(file: string, source: string, config: NapiConfig): number {
  return printMatches(file, source, parse(request.language, source).root().findAll(config))
}

function printMatches(file: string, source: string, nodes: readonly SgNode[]): number {
  const toBytes = byteOffsets(source)
  for (const node of nodes) writeText(1, `${JSON.stringify(describeMatch(file, node, toBytes))}\n`)
  return nodes.length
}

function readSource(file: string): string {
  return decoder.decode(readIfThere(file) ?? new Uint8Array())
}

/** A file can vanish between the listing and now; anything else that goes wrong ends the process. */
function readIfThere(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw error
  }
}

type ToBytes = (index: number) => number

function describeMatch(file: string, node: SgNode, toBytes: ToBytes) {
  const single: Record<string, unknown> = {}
  const multi: Record<string, unknown> = {}
  const transformed: Record<string, string> = {}
  for (const name of names.single) {
    const captured = node.getMatch(name)
    if (captured) single[name] = describeNode(captured, toBytes)
  }
  for (const name of names.list) {
    multi[name] = node.getMultipleMatches(name).map((captured) => describeNode(captured, toBytes))
  }
  for (const name of transforms) {
    const text = node.getTransformed(name)
    if (text !== null) transformed[name] = text
  }
  return { file, ...describeNode(node, toBytes), metaVariables: { single, multi, transformed } }
}

function describeNode(node: SgNode, toBytes: ToBytes) {
  const { start, end } = node.range()
  return {
    text: node.text(),
    range: {
      byteOffset: { start: toBytes(start.index), end: toBytes(end.index) },
      start: { line: start.line },
    },
  }
}

/** The native library counts UTF-16 units. Translates them, remembering the last answer: matches come in order. */
function byteOffsets(source: string): ToBytes {
  if (Buffer.byteLength(source) === source.length) return (index) => index
  let lastIndex = 0
  let lastBytes = 0
  return (index) => {
    const isBehind = index < lastIndex
    const from = isBehind ? 0 : lastIndex
    const bytes = (isBehind ? 0 : lastBytes) + Buffer.byteLength(source.slice(from, index))
    lastIndex = index
    lastBytes = bytes
    return bytes
  }
}

function namesOf({ query }: ChildRequest) {
  if (query.kind === "kinds") return capturedNames("")
  return capturedNames(query.kind === "pattern" ? query.pattern : JSON.stringify(query.document))
}

async function collectGarbage(): Promise<void> {
  const collect: unknown = Reflect.get(globalThis, "gc")
  if (typeof collect === "function") collect()
  await new Promise((resolve) => setImmediate(resolve))
}

function writeText(descriptor: 1 | 2, text: string): void {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.byteLength; ) {
    try {
      written += writeSync(descriptor, bytes, written)
    } catch (error) {
      // A full pipe is not an error: the reader is slower than we are.
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error
    }
  }
}
