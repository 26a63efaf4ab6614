import { expect, test } from "vitest"
import { entryFile } from "../../src/config/entry-file.ts"

const options = { webfetch: false }
const view = {
  plugin_origins: [
    "not an origin",
    { spec: "other", source: "/other/opencode.json" },
    { spec: ["other", { webfetch: true }], source: "/other/opencode.json" },
    { spec: ["opencode-workbench", { webfetch: false }], source: "/app/opencode.jsonc" },
  ],
}

test("the file is that of the entry with the same options", () => {
  expect(entryFile(view, options)).toBe("/app/opencode.jsonc")
})

test("of the global files the folder is known", () => {
  const global = { plugin_origins: [{ spec: ["x", options], source: "/home/me/.config/opencode" }] }
  expect(entryFile(global, options)).toBe("/home/me/.config/opencode/opencode.json(c)")
})

test.each([{}, { plugin_origins: 1 }, { plugin_origins: [null] }])(
  "nothing is known from %j",
  (config) => {
    expect(entryFile(config, options)).toBeUndefined()
  },
)
