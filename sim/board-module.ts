// The board under test: the one of src, or a copy of it with one change (a mutant).

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { createBoard } from "../src/board/board.ts"
import { brokenInvariants } from "../src/board/invariants.ts"
import { describeTask } from "../src/board/record.ts"
import { step } from "../src/board/step.ts"
import type { BoardModule } from "./model.ts"
import type { Mutant } from "./mutant.ts"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")

export const originalBoard: BoardModule = { createBoard, step, brokenInvariants, describeTask }

/** Fails where the place to change is not there exactly once: then the row is stale. */
export function mutate(text: string, mutant: Mutant): string {
  const parts = text.split(mutant.find)
  if (parts.length !== 2) {
    throw new Error(
      `mutant "${mutant.name}": its text occurs ${parts.length - 1} times in ${mutant.file}`,
    )
  }
  return parts.join(mutant.replace)
}

/** Loads a mutated copy. The copy lies below node_modules, out of the way, and is removed at once. */
export async function loadMutant(mutant: Mutant): Promise<BoardModule> {
  const folder = path.join(
    root,
    "node_modules/.cache/workbench-sim",
    `${process.pid}-${mutant.name}`,
  )
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}')
  for (const part of ["board", "lib"]) {
    cpSync(path.join(root, "src", part), path.join(folder, part), { recursive: true })
  }
  const file = path.join(folder, "board", mutant.file)
  writeFileSync(file, mutate(readFileSync(file, "utf8"), mutant))
  const load = (name: string) => import(pathToFileURL(path.join(folder, "board", name)).href)
  const [board, stepping, invariants, record] = await Promise.all([
    load("board.ts"),
    load("step.ts"),
    load("invariants.ts"),
    load("record.ts"),
  ])
  rmSync(folder, { recursive: true, force: true })
  return {
    createBoard: board.createBoard,
    step: stepping.step,
    brokenInvariants: invariants.brokenInvariants,
    describeTask: record.describeTask,
  }
}
