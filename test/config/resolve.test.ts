import { describe, expect, test } from "vitest"
import { z } from "zod"
import { describeProblem } from "../../src/config/problem.ts"
import { type ConfigLayer, resolveConfig } from "../../src/config/resolve.ts"
import type { EnvironmentSwitches, Trust } from "../../src/config/sources.ts"
import { defineFeature } from "../../src/feature/feature.ts"

const fetching = defineFeature({
  name: "fetching",
  summary: "A feature.",
  options: {
    timeoutMs: z.number().int().min(1).default(100).describe("How long."),
    allow: z.array(z.string()).default([]).describe("Opens."),
    deny: z.array(z.string()).default([]).describe("Restricts."),
  },
  opens: ["allow"],
  restricts: ["deny"],
  actsOn: [],
  offers: ["a", "b"],
  create: () => ({}),
})

const layer = (trust: Trust, value: unknown): ConfigLayer => ({
  trust,
  value,
  place: (keyPath) => `${trust}:${keyPath.join(".")}`,
})
const noSwitches: EnvironmentSwitches = { isAllOff: false, unknown: undefined, disabled: [] }
const resolve = (layers: readonly ConfigLayer[], switches = noSwitches) => {
  const resolved = resolveConfig([fetching], layers, switches)
  return {
    ...resolved,
    setting: resolved.features.get("fetching"),
    lines: resolved.problems.map(describeProblem),
  }
}

describe("resolving the configuration", () => {
  test("without any source a feature is on with its defaults", () => {
    const { setting, lines } = resolve([])
    expect(setting).toEqual({
      isEnabled: true,
      options: { timeoutMs: 100, allow: [], deny: [] },
      blockedBy: undefined,
    })
    expect(lines).toEqual([])
  })

  test("a later source wins key by key", () => {
    const { setting } = resolve([
      layer("trusted", { fetching: { timeoutMs: 1, deny: ["a"] } }),
      layer("trusted", { fetching: { timeoutMs: 2 } }),
    ])
    expect(setting?.options).toEqual({ timeoutMs: 2, allow: [], deny: ["a"] })
  })

  test.each([false, { enabled: false }])("%j switches the feature off", (value) => {
    expect(resolve([layer("project", { fetching: value })]).setting?.isEnabled).toBe(false)
  })

  test("the project's file cannot switch on what a trusted source switched off", () => {
    const { setting, lines } = resolve([
      layer("trusted", { fetching: false }),
      layer("project", { fetching: true }),
    ])
    expect(setting?.isEnabled).toBe(false)
    expect(lines).toHaveLength(1)
  })

  test("the project's file cannot open, and is told so", () => {
    const { setting, lines } = resolve([layer("project", { fetching: { allow: ["x"] } })])
    expect(setting?.options.allow).toEqual([])
    expect(lines).toEqual([
      'CONFIG_KEY_UNTRUSTED: "fetching.allow" is not taken from the project\'s own file; set it in the global file or in opencode.json. (project:fetching.allow)',
    ])
  })

  test("the project's file may restrict, but not change a restriction of a trusted source", () => {
    expect(
      resolve([layer("project", { fetching: { deny: ["p"] } })]).setting?.options.deny,
    ).toEqual(["p"])
    const both = resolve([
      layer("trusted", { fetching: { deny: ["g"] } }),
      layer("project", { fetching: { deny: [] } }),
    ])
    expect(both.setting?.options.deny).toEqual(["g"])
  })

  test("a bad value keeps what was there before", () => {
    const { setting, lines } = resolve([
      layer("trusted", { fetching: { timeoutMs: 5 } }),
      layer("project", { fetching: { timeoutMs: "fast" } }),
    ])
    expect(setting?.options.timeoutMs).toBe(5)
    expect(setting?.blockedBy).toBeUndefined()
    expect(lines[0]).toContain(
      'CONFIG_VALUE_INVALID: "fetching.timeoutMs" is wrong: Invalid input: expected number, received string.',
    )
  })

  test.each([{ deny: "all" }, { enabled: "no" }])(
    "a bad restricting value blocks the feature: %j",
    (section) => {
      const { setting } = resolve([layer("project", { fetching: section })])
      expect(setting?.blockedBy).toContain("CONFIG_RESTRICTION_INVALID")
    },
  )

  test("a section of the wrong type blocks the feature", () => {
    expect(resolve([layer("project", { fetching: "off" })]).setting?.blockedBy).toContain(
      "must be an object, true or false",
    )
  })

  test("unknown names are answered with the nearest one", () => {
    const { lines } = resolve([layer("trusted", { fetchin: {}, fetching: { timeout: 1 } })], {
      ...noSwitches,
      disabled: ["fetchng"],
    })
    expect(lines.map((line) => /did you mean "(\w+)"/.exec(line)?.[1])).toEqual([
      "fetching",
      "fetching",
      "timeoutMs",
    ])
  })

  test("inherited property names are unknown keys", () => {
    const { lines } = resolve([layer("trusted", { fetching: { constructor: 1, toString: 2 } })])
    expect(lines).toHaveLength(2)
  })

  test("the environment switches off one or all", () => {
    expect(resolve([], { ...noSwitches, isAllOff: true }).setting?.isEnabled).toBe(false)
    expect(resolve([], { ...noSwitches, disabled: ["fetching"] }).setting?.isEnabled).toBe(false)
  })

  test("tools switched off add up over the sources", () => {
    const { shared } = resolve([
      layer("trusted", { disabledTools: ["a"], logLevel: "warn" }),
      layer("project", { disabledTools: ["b"] }),
    ])
    expect(shared).toEqual({ logLevel: "warn", disabledTools: ["a", "b"] })
  })

  test("a feature among the tools switched off is told how to switch it off", () => {
    const { lines } = resolve([layer("trusted", { disabledTools: ["fetching", "a", "zzzz"] })])
    expect(lines).toEqual([
      'CONFIG_KEY_UNKNOWN: "disabledTools" names a feature, not a tool; write "fetching": false to switch it off. (trusted:disabledTools.0)',
      'CONFIG_KEY_UNKNOWN: "disabledTools" names "zzzz", which does not exist; known are a, b. (trusted:disabledTools.2)',
    ])
  })

  test("a source that is no object is reported and ignored", () => {
    expect(resolve([layer("project", [1])]).lines[0]).toContain("must be an object")
  })
})
