import { existsSync } from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { describe, expect, test } from "vitest"
import { packageFile, packageRoot } from "../../src/lib/package-file.ts"

const root = path.resolve(import.meta.dirname, "../..")

describe("a file of the package that is started on its own", () => {
  test("is found in the source tree", () => {
    expect(existsSync(packageFile("cli/main"))).toBe(true)
  })

  test("is found from a part of the built package, wherever that lies", () => {
    const part = pathToFileURL(path.join(root, "dist/parts/chunk-1.js")).href
    expect(packageFile("cli/main", part)).toBe(path.join(root, "dist/cli/main.js"))
  })

  test("lies below the folder of package.json", () => {
    expect(packageRoot()).toBe(root)
  })
})
