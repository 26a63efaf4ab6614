// Finding and starting the host, with programs that only look like one.

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { askTools, findHostBinary } from "../../src/cli/host-process.ts"
import { findPlaces } from "../../src/cli/places.ts"

let root = ""
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "workbench-host-"))
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

function putProgram(folder: string, text: string): string {
  mkdirSync(path.join(root, folder), { recursive: true })
  const file = path.join(root, folder, "opencode")
  writeFileSync(file, text)
  chmodSync(file, 0o755)
  return file
}

/** A program of Node that answers each request by the body of a function of (request, response). */
const server = (answer: string) => `#!/usr/bin/env node
const { createServer } = require("node:http")
require("node:fs").writeFileSync(${JSON.stringify(path.join(root, "pid"))}, String(process.pid))
const server = createServer((request, response) => { ${answer} })
server.listen(0, "127.0.0.1", () => {
  console.log("listening on http://127.0.0.1:" + server.address().port)
})
`
const ask = (binary: string) => askTools(binary, findPlaces(root, { PATH: process.env.PATH }), {})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe("the host's executable", () => {
  test("is the one on PATH before one in node_modules of a folder above", () => {
    const above = putProgram("node_modules/.bin", "#!/bin/sh\n")
    const below = path.join(root, "a", "b")
    mkdirSync(below, { recursive: true })
    expect(findHostBinary(findPlaces(below, { PATH: "" }))).toBe(above)
    const onPath = putProgram("bin", "#!/bin/sh\n")
    const places = findPlaces(below, { PATH: path.join(root, "bin") })
    expect(findHostBinary(places)).toBe(onPath)
    chmodSync(onPath, 0o644)
    expect(findHostBinary(places)).toBe(above)
  })
})

describe("a host that is started to see its tools", () => {
  test("is asked with its password for the folder, and ended", async () => {
    const binary = putProgram(
      "bin",
      server(`
        const wanted = "Basic " + Buffer.from("opencode:" + process.env.OPENCODE_SERVER_PASSWORD).toString("base64")
        const folder = new URL(request.url, "http://x").searchParams.get("directory")
        response.statusCode = request.headers.authorization === wanted ? 200 : 401
        response.end(JSON.stringify(["bash", folder]))`),
    )
    expect(await ask(binary)).toMatchObject({ kind: "offers", tools: ["bash", root] })
    const pid = Number(readFileSync(path.join(root, "pid"), "utf8"))
    while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 5))
  })

  test("that refuses the question is told with its status", async () => {
    const binary = putProgram("bin", server("response.statusCode = 503; response.end()"))
    expect(await ask(binary)).toEqual({ kind: "failed", reason: "it answered with status 503" })
  })

  test("that ends at once is told with its exit code", async () => {
    const binary = putProgram("bin", "#!/bin/sh\nexit 7\n")
    expect(await ask(binary)).toEqual({
      kind: "failed",
      reason: "it ended at start with exit code 7",
    })
  })
})
