// Writes what is derived: from the registry schema.json, the option tables of docs/config.md and the feature table of
// README.md; from a captured screen the picture of the task panel. `--check` writes nothing and fails when one is stale.

import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { generatedFiles } from "./generated-files.ts"

const isCheck = process.argv.includes("--check")
const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "")
const stale = generatedFiles(read).filter(({ file, text }) => read(file) !== text)
for (const { file, text } of stale) {
  if (!isCheck) writeFileSync(file, text)
  console.log(`${isCheck ? "stale" : "written"}: ${file}`)
}
if (isCheck && stale.length > 0) process.exitCode = 1
