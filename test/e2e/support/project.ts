// The files of one case: its own folder under the host's projects, with or without git.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import path from "node:path"
import { initializeGit, seedConfigFolder } from "./host-folders.ts"

/** Text, bytes, or a symbolic link to a path relative to its own folder. */
export type FileContent = string | Uint8Array | { readonly linkTo: string }

export interface Project {
  /** Absolute folder of the project. */
  readonly root: string
  resolve(file: string): string
  /** Text of a file, undefined where there is none. */
  read(file: string): string | undefined
  bytes(file: string): Buffer | undefined
  write(file: string, content: FileContent): void
  /** All files below the root with `/` separators, sorted; `.git` and seeded folders left out. */
  list(): readonly string[]
}

export interface ProjectOptions {
  readonly files?: Readonly<Record<string, FileContent>> | undefined
  /** Default true. */
  readonly git?: boolean | undefined
}

/** Makes the project folder, or empties the one that is there (its git repository stays). */
export function createProject(root: string, options: ProjectOptions): Project {
  mkdirSync(root, { recursive: true })
  for (const entry of readdirSync(root)) {
    if (entry !== ".git") rmSync(path.join(root, entry), { recursive: true, force: true })
  }
  if ((options.git ?? true) && !existsSync(path.join(root, ".git"))) initializeGit(root)
  const project = openProject(root)
  for (const [file, content] of Object.entries(options.files ?? {})) project.write(file, content)
  return project
}

function openProject(root: string): Project {
  const resolve = (file: string) => path.resolve(root, file)
  const bytes = (file: string) =>
    existsSync(resolve(file)) ? readFileSync(resolve(file)) : undefined
  return {
    root,
    resolve,
    bytes,
    read: (file) => bytes(file)?.toString("utf8"),
    write: (file, content) => {
      const target = resolve(file)
      mkdirSync(path.dirname(target), { recursive: true })
      // The host would install packages into a configuration folder that it meets (see host-folders.ts).
      if (isConfigFile(file)) seedConfigFolder(resolve(".opencode"))
      if (typeof content === "string" || content instanceof Uint8Array) {
        writeFileSync(target, content)
      } else symlinkSync(content.linkTo, target)
    },
    list: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
        .map((file) => file.split(path.sep).join("/"))
        .filter((file) => !/^(\.git|\.opencode\/node_modules)\//.test(file))
        .sort(),
  }
}

function isConfigFile(file: string): boolean {
  return file.split("/")[0] === ".opencode"
}
