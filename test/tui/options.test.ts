import { describe, expect, test } from "vitest"
import { defaultKeys, parsePanelOptions } from "../../src/tui/options.ts"

const parse = (given: unknown, environment = {}) => parsePanelOptions(given, environment)

describe("the panel's options", () => {
  test("nothing given means everything on", () => {
    expect(parse(undefined)).toEqual({
      isEnabled: true,
      keys: defaultKeys,
      toasts: { ended: true, blocked: true, stuck: true },
      problems: [],
    })
  })

  test("keys can be changed, taken away one by one, and all at once", () => {
    const keys = { board: "ctrl+t", cancel: false }
    expect(parse({ keys }).keys).toEqual({ ...defaultKeys, board: "ctrl+t", cancel: undefined })
    expect(Object.values(parse({ keys: false }).keys)).toEqual(Array(6).fill(undefined))
  })

  test("toasts can be switched off together or by kind", () => {
    expect(parse({ toasts: false }).toasts).toEqual({ ended: false, blocked: false, stuck: false })
    expect(parse({ toasts: { stuck: false } }).toasts.stuck).toBe(false)
  })

  test.each([
    [{ enabled: false }, {}],
    [{}, { OPENCODE_WORKBENCH: "off" }],
    [{}, { OPENCODE_WORKBENCH_DISABLE: "webfetch, tasks" }],
  ])("%j with %j switches it off", (given, environment) => {
    expect(parse(given, environment).isEnabled).toBe(false)
  })

  test("a mistake keeps the default and is told with the nearest name", () => {
    const { problems, keys, isEnabled } = parse({ enabled: "no", kees: {}, keys: { open: 5 } })
    expect({ isEnabled, open: keys.open }).toEqual({ isEnabled: true, open: "<leader>o" })
    expect(problems.join("\n")).toMatchInlineSnapshot(`
      ""kees" does not exist; did you mean "keys"?
      enabled must be true or false; true is used.
      keys.open must be a key such as "<leader>o", or false."
    `)
  })

  test.each([[null], [[]], ["x"], [7]])("%j as a whole is told, and the defaults hold", (given) => {
    const options = parse(given)
    expect(options.keys).toEqual(defaultKeys)
    expect(options.problems).toEqual(["options must be an object; the defaults are used."])
  })
})
