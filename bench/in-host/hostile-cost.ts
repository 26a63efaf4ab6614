// Runs inside the host's runtime, in one process: reads every page that is built to exhaust a reader, and prints the
// slowest with its CPU time, and how many answers lacked what they must hold, as JSON.

import { convertPage } from "../../src/features/webfetch/convert/convert.ts"
import { hostilePages } from "../../test/support/hostile-pages.ts"

const bodyBytesMax = 10 * 1024 * 1024
let slowest = { name: "", cpuMs: 0 }
let wrong = 0
for (const [name, answer, page] of [
  ["of a few words", "Words", () => "<p>Words</p>"] as const,
  ...hostilePages,
]) {
  const bytes = new TextEncoder().encode(page()).subarray(0, bodyBytesMax)
  const before = process.cpuUsage()
  const { content } = await convertPage({
    bytes,
    contentType: "text/html",
    url: "https://site.test/",
    format: "markdown",
    extractMain: true,
    status: 200,
  })
  const { user, system } = process.cpuUsage(before)
  const cpuMs = (user + system) / 1000
  if (cpuMs > slowest.cpuMs) slowest = { name, cpuMs }
  if (!content.includes(answer)) wrong++
  if (process.argv.includes("--each")) console.error(name, Math.round(cpuMs))
}
process.stdout.write(JSON.stringify({ ...slowest, wrong, pages: hostilePages.length }))
