// Searches on a host that finds no ripgrep: the guard needs none, and the loop guard says so once it is known.

import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
import { call, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

const tools = mkdtempSync(path.join(os.tmpdir(), "guard-path-"))
afterAll(() => rmSync(tools, { recursive: true, force: true }))

const hosts = await useHosts({
  environment: {
    PATH: pathWithoutRipgrep(),
    // The download that the host would try ends at a closed port.
    HTTPS_PROXY: "http://127.0.0.1:9",
    HTTP_PROXY: "http://127.0.0.1:9",
    NO_PROXY: "127.0.0.1,localhost",
  },
})

test("a missing path is answered, and the next search after the host's failure is refused with one sentence", async () => {
  const { ours, alone } = await hosts.both({
    files: { "src/lib/a.ts": "needle\n" },
    steps: [
      call("grep", { pattern: "needle", path: "src/lob" }),
      call("grep", { pattern: "needle" }),
      call("glob", { pattern: "*.ts" }),
      call("read", { filePath: "src/lib/a.ts" }),
      say("end"),
    ],
  })
  expect(alone.results.slice(0, 3).map((result) => result.output)).toEqual([
    expect.stringContaining("ripgrep execution failed"),
    expect.stringContaining("ripgrep execution failed"),
    expect.stringContaining("ripgrep execution failed"),
  ])
  const [missing, failed, refused, read] = ours.results.map((result) => result.output)
  expect(missing).toContain("SEARCH_PATH_MISSING")
  expect(failed).toContain("ripgrep execution failed")
  expect(refused).toMatch(/^LOOP_RIPGREP_MISSING: The host found no ripgrep/)
  expect(read).toContain("needle")
})

/** A folder with links to what the host needs, and nothing else. */
function pathWithoutRipgrep(): string {
  mkdirSync(tools, { recursive: true })
  const folders = (process.env.PATH ?? "").split(path.delimiter)
  for (const name of ["sh", "bash", "git", "cat", "env", "uname", "tar"]) {
    const found = folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
    if (found !== undefined) symlinkSync(found, path.join(tools, name))
  }
  return tools
}
