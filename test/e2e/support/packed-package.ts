// Builds and packs the package as npm would publish it, without touching the repository's own dist.

import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { repositoryRoot } from "./host-binary.ts"

/** Builds src into `folder/package` with everything that belongs to the package, and answers that folder. */
export function stagePackage(folder: string): string {
  const stage = path.join(folder, "package")
  mkdirSync(stage, { recursive: true })
  const outDir = path.join(stage, "dist")
  run(process.execPath, ["scripts/build.mjs", "--out-dir", outDir], repositoryRoot)
  for (const file of ["package.json", "README.md", "LICENSE", ...declaredFiles()]) {
    const source = path.join(repositoryRoot, file)
    if (!file.startsWith("dist") && existsSync(source)) {
      cpSync(source, path.join(stage, file), { recursive: true })
    }
  }
  return stage
}

/** Packs the staged package; answers the absolute path of the tarball. */
export function packPackage(folder: string): string {
  const stage = stagePackage(folder)
  const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder]
  const tarball = run("npm", args, stage).trim().split("\n").at(-1) ?? ""
  return path.join(folder, tarball)
}

function declaredFiles(): readonly string[] {
  const manifest: { readonly files?: readonly string[] } = JSON.parse(
    readFileSync(path.join(repositoryRoot, "package.json"), "utf8"),
  )
  return manifest.files ?? []
}

function run(program: string, args: readonly string[], cwd: string): string {
  const isShell = process.platform === "win32" && program === "npm"
  const result = spawnSync(program, [...args], { cwd, encoding: "utf8", shell: isShell })
  if (result.status !== 0) throw new Error(`${program} ${args.join(" ")} failed: ${result.stderr}`)
  return result.stdout
}

/** The caller's registry and certificates, for the one host that installs a package by itself. */
export function registryEnvironment(): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const key of ["registry", "cafile", "proxy", "https-proxy"]) {
    const value = run("npm", ["config", "get", key], repositoryRoot).trim()
    if (value !== "" && value !== "null" && value !== "undefined") {
      environment[`npm_config_${key.replace("-", "_")}`] = value
    }
  }
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  return certificates === undefined
    ? environment
    : { ...environment, NODE_EXTRA_CA_CERTS: certificates }
}
