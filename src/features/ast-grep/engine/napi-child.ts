// The program of the child process: reads one request from standard input, parses file by file with
// `@ast-grep/napi`, and prints results in the form of the `ast-grep` binary. Exit codes are the binary's, too.

import { readFileSync, writeSync } from "node:fs"
import { type NapiConfig, parse, type SgNode } from "@ast-grep/napi"
import { capturedNames } from "../metavariables.ts"

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
 * without a collection now and then, memory grows with every file.
 */
const sourceBytesPerCollection = 2 * 1024 * 1024
const invalidQueryExitCode = 8

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
  let uncollected = 0
  for (const file of request.files) {
    const source = readIfThere(file)
    if (source === undefined) continue
    count += searchSource(file, source, config)
    uncollected += source.length
    if (uncollected > sourceBytesPerCollection) {
      await collectGarbage()
      uncollected = 0
    }
  }
  return count > 0 ? 0 : 1
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
  const nodes = parse(request.language, source).root().findAll(config)
  const toBytes = byteOffsets(source)
  for (const node of nodes) writeText(1, `${JSON.stringify(describeMatch(file, node, toBytes))}\n`)
  return nodes.length
}

/** A file can vanish between the listing and now; anything else that goes wrong ends the process. */
function readIfThere(file: string): string | undefined {
  try {
    return decoder.decode(readFileSync(file))
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
