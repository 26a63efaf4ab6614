// Judges URL cases with the address policy, before any connection: `[--cases FILE] [--json]`.
// Without --cases: those of ../shared/web-cases where that folder exists, else those of our own.
// A case is {url, verdict: "refuse" | "allow"}; prints {cases, right, wrongIds}.

import { readFile } from "node:fs/promises"
import { parseArgs } from "node:util"
import { z } from "zod"
import { checkTarget, createAccess } from "../src/net/access.ts"
import { NetFailure } from "../src/net/net-failure.ts"
import { parseWebUrl } from "../src/net/url.ts"
import { defaultInput } from "./default-input.ts"

const shownCharactersMax = 120

const casesSchema = z.array(z.object({ url: z.string(), verdict: z.enum(["refuse", "allow"]) }))

const { values } = parseArgs({
  options: { cases: { type: "string" }, json: { type: "boolean", default: false } },
})
const file = values.cases ?? defaultInput("../shared/web-cases/url-cases.json", "url-cases.json")
const cases = casesSchema.parse(JSON.parse(await readFile(file, "utf8")))
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
