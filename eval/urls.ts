// Judges URL cases with the address policy, before any connection: `--cases FILE [--json]`.
// A case is {url, verdict: "refuse" | "allow"}; prints {cases, right, wrongIds}.

import { readFile } from "node:fs/promises"
import { parseArgs } from "node:util"
import { z } from "zod"
import { checkTarget, createAccess } from "../src/net/access.ts"
import { NetFailure } from "../src/net/net-failure.ts"
import { parseWebUrl } from "../src/net/url.ts"

const shownCharactersMax = 120

const casesSchema = z.array(z.object({ url: z.string(), verdict: z.enum(["refuse", "allow"]) }))

const { values } = parseArgs({
  options: { cases: { type: "string" }, json: { type: "boolean", default: false } },
})
if (values.cases === undefined) {
  console.error("usage: npm run eval:urls -- --cases FILE [--json]")
  process.exit(2)
}
const cases = casesSchema.parse(JSON.parse(await readFile(values.cases, "utf8")))
const wrong = cases.filter((it) => judge(it.url) !== it.verdict)
const wrongIds = wrong.map((it) => it.url.slice(0, shownCharactersMax))
const summary = { cases: cases.length, right: cases.length - wrong.length, wrongIds }
if (values.json) console.log(JSON.stringify(summary))
else console.log(`${summary.right} of ${summary.cases} right\n${wrongIds.join("\n")}`.trim())
process.exitCode = wrong.length === 0 ? 0 : 1

function judge(url: string): "refuse" | "allow" {
  try {
    return checkTarget(parseWebUrl(url), createAccess()) === undefined ? "allow" : "refuse"
  } catch (error) {
    if (error instanceof NetFailure) return "refuse"
    throw error
  }
}
