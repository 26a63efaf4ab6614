import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { judgeVersion } from "../../src/cli/checks/host.ts"
import { judgeTools } from "../../src/cli/checks/load.ts"
import { defaultSpec, isOurSpec } from "../../src/cli/plugin-spec.ts"

describe("the version of the host", () => {
  test.each([
    ["1.18.33", "ok"],
    ["1.18.34", "info"],
    ["1.19.0", "info"],
    ["2.0.0-beta.1", "info"],
    ["1.18.4", "error"],
    ["1.9.99", "error"],
  ])("%s is %s", (version, level) => {
    expect(judgeVersion(version, "/bin/opencode").level).toBe(level)
  })
})

describe("the tools that the host offers", () => {
  const judge = (loaded: readonly string[], without: readonly string[]) =>
    judgeTools({ expected: ["webfetch", "web_search"], loaded, without, seconds: "2.0" })

  test("show that the plugin loaded", () => {
    expect(judge(["read", "webfetch", "web_search"], ["read", "webfetch"])).toEqual([
      { level: "ok", message: "The host starts in 2.0 s and offers web_search." },
    ])
  })

  test("show that it did not", () => {
    expect(judge(["read", "webfetch"], ["read", "webfetch"])[0]).toMatchObject({
      level: "error",
      message: "The host starts, but does not offer web_search.",
    })
  })

  test("show another plugin that offers the same", () => {
    const findings = judge(["web_search"], ["web_search"])
    expect(findings[1]?.message).toContain("TOOL_CLASH: another plugin also offers web_search")
  })
})

describe("an entry of the plugin list names this package", () => {
  const root = "/home/me/opencode-workbench"

  test.each([
    "opencode-workbench",
    "opencode-workbench@1.2.3",
    "opencode-workbench@file:/tmp/x.tgz",
    "./plugins/opencode-workbench",
    "../opencode-workbench/src/index.ts",
    "file:///srv/opencode-workbench/dist/index.js",
    "/home/me/opencode-workbench/src/index.ts",
  ])("as %s", (spec) => {
    expect(isOurSpec(spec, root)).toBe(true)
  })

  test.each(["opencode-workbench-theme", "my-opencode-workbench", "/home/me/other", "file:///%"])(
    "but not as %s",
    (spec) => {
      expect(isOurSpec(spec, root)).toBe(false)
    },
  )
})

test("a copy that was installed from a file is named by that file", () => {
  const root = mkdtempSync(path.join(os.tmpdir(), "workbench-spec-"))
  const specWhen = (dependencies: Readonly<Record<string, string>>) => {
    writeFileSync(path.join(root, "package.json"), JSON.stringify({ dependencies }))
    return defaultSpec(path.join(root, "node_modules", "opencode-workbench"))
  }
  try {
    expect(specWhen({ "opencode-workbench": "file:../a/b.tgz" })).toBe(
      `opencode-workbench@file:${path.resolve(root, "../a/b.tgz")}`,
    )
    expect(specWhen({ "opencode-workbench": "file:../a" })).toBe(path.resolve(root, "../a"))
    expect(specWhen({ "opencode-workbench": "0.1.0" })).toBe("opencode-workbench")
    expect(specWhen({})).toBe("opencode-workbench")
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

test("an installed copy is named, a checkout that is not built is listed by its source", () => {
  expect(defaultSpec("/app/node_modules/opencode-workbench")).toBe("opencode-workbench")
  expect(defaultSpec("/no/such/checkout")).toBe("/no/such/checkout/src/index.ts")
})
