// Builds the published form of src/: one file for what the host loads at start, further files for what is loaded at
// first use (docs/decisions/0003-bundled-start.md), and the declarations of the entry points.
// Usage: node scripts/build.mjs [--out-dir folder]

import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { cp } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { build } from "esbuild"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"))
const { values } = parseArgs({ options: { "out-dir": { type: "string" } } })
const outDir = path.resolve(values["out-dir"] ?? path.join(root, "dist"))

/** Files that are started as threads and processes of their own, found by their place (src/lib/package-file.ts). */
const started = [
  "src/features/webfetch/convert/worker.ts",
  "src/features/ast-grep/engine/napi-child.ts",
]

/**
 * Libraries that the start needs are built in: as packages they cost more than all of ours, zod alone for forty
 * languages of error texts that nobody reads. Their licences go with them.
 */
const inlined = ["zod", "ipaddr.js", "picomatch", "get-east-asian-width"]

const exported = Object.values(manifest.exports).flatMap((entry) => entry.types ?? [])
const modules = [...exported, ...Object.values(manifest.bin)].map((file) =>
  file.replace(/^\.\/dist\//, "src/").replace(/(\.d)?\.[tj]s$/, ".ts"),
)
const libraries = ["dependencies", "optionalDependencies", "peerDependencies", "devDependencies"]
  .flatMap((kind) => Object.keys(manifest[kind] ?? {}))
  .filter((name) => !inlined.includes(name))

rmSync(outDir, { recursive: true, force: true })
const everywhere = {
  absWorkingDir: root,
  outbase: "src",
  outdir: outDir,
  chunkNames: "parts/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  external: libraries,
  legalComments: "inline",
  logLevel: "warning",
}
const isPanel = (file) => file.startsWith("src/tui/")
await build({
  ...everywhere,
  entryPoints: [...new Set([...modules, ...started])].filter((file) => !isPanel(file)),
  // Names stay, so that a stack trace can be read; what is left out is what the host's start would pay for.
  minifyWhitespace: true,
  minifySyntax: true,
  // Tells the host's runtime that there is nothing to translate (HOST-QUIRK-170): half of the start.
  banner: { js: "// @bun" },
})
// The host's terminal UI finds the imports of its own modules by how they are written, so nothing is left out here.
await build({ ...everywhere, entryPoints: modules.filter(isPanel) })
await writeDeclarations([
  ...new Set(modules.filter((file) => exported.some((types) => types.includes(nameOf(file))))),
])

const licences = inlined.map((name) => {
  const folder = path.join(root, "node_modules", name)
  const file = readdirSync(folder).find((entry) => /^licen[cs]e$/i.test(entry)) ?? "LICENSE"
  const text = readFileSync(path.join(folder, file), "utf8")
  return `${name}\n\n${text.trim()}\n`
})
writeFileSync(path.join(outDir, "third-party-licences.txt"), licences.join("\n---\n\n"))

/** Compiles the declarations and keeps those that the entry points reach. */
async function writeDeclarations(entries) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "workbench-types-"))
  try {
    const compiler = path.join(root, "node_modules/typescript/bin/tsc")
    const args = [compiler, "-p", "tsconfig.build.json", "--outDir", folder]
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" })
    if (status !== 0) process.exit(status ?? 1)
    const queue = entries.map((file) => file.replace(/^src\//, "").replace(/\.ts$/, ".d.ts"))
    const kept = new Set(queue)
    for (const file of kept) {
      const text = readFileSync(path.join(folder, file), "utf8")
      for (const [, specifier] of text.matchAll(/(?:from |import\()"(\.[^"]+)"/g)) {
        kept.add(path.join(path.dirname(file), specifier).replace(/\.[jt]s$/, ".d.ts"))
      }
      await cp(path.join(folder, file), path.join(outDir, file))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function nameOf(file) {
  return file.replace(/^src\//, "").replace(/\.ts$/, "")
}
