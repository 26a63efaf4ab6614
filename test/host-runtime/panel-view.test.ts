// The panel drawn by the host's own renderer, against an API that a test drives. Runs in the host's runtime only:
// its renderer needs what Node has not.

import { testRender } from "@opentui/solid"
import { jsx } from "@opentui/solid/jsx-runtime"
import { afterEach, describe, expect, test } from "vitest"
import { metadataKey } from "../../src/board/record.ts"
import panel from "../../src/tui/index.ts"
import { rawSession, taskRecord } from "../support/task-session.ts"
import { createFakeApi } from "./fake-api.ts"

const dispose: (() => void)[] = []
afterEach(() => {
  for (const end of dispose.splice(0)) end()
})

const session = (id: string, more: Parameters<typeof taskRecord>[1] = {}) =>
  rawSession(id, { [metadataKey]: { v: 1, task: taskRecord(id, more) } })

/** The panel's slots on a screen of the sidebar's width. */
async function draw(children: readonly unknown[], options: unknown = {}) {
  const fake = createFakeApi(children)
  await panel.tui(fake.api, options as never, {} as never)
  dispose.push(() => fake.dispose())
  const screen = await testRender(
    () =>
      jsx("box", {
        flexDirection: "column",
        get children() {
          return [fake.slot("sidebar_content"), fake.slot("app_bottom")]
        },
      }),
    { width: 37, height: 14 },
  )
  dispose.push(() => screen.renderer.destroy())
  const show = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    await screen.renderOnce()
    return screen
      .captureCharFrame()
      .replace(/[ \t]+$/gm, "")
      .trimEnd()
  }
  return { fake, show }
}

describe("the panel in the host's renderer", () => {
  test("draws nothing where there is no task", async () => {
    const { show } = await draw([])
    expect(await show()).toBe("")
  })

  test("draws the tasks of the open session and follows their changes", async () => {
    const running = session("ses_1", { launchedAt: Date.now() })
    const { fake, show } = await draw([running])
    expect(await show()).toBe(
      ["Tasks                       1 running", "● gen-1 general            running 0s"].join("\n"),
    )
    const ended = { state: "completed", endedAt: Date.now(), launchedAt: Date.now() } as const
    fake.tell("session.updated", { info: session("ses_1", ended) })
    expect(await show()).toContain("✓ gen-1 general               done 0s")
    fake.tell("session.deleted", { info: { id: "ses_1" }, sessionID: "ses_1" })
    expect(await show()).toBe("")
  })

  test("shows the tool in progress, and what the host shows of a permission", async () => {
    const { fake, show } = await draw([session("ses_1", { launchedAt: Date.now() })])
    await show()
    const state = { status: "running", input: {} }
    fake.tell("message.part.updated", {
      part: {
        id: "p",
        messageID: "m",
        sessionID: "ses_1",
        type: "tool",
        tool: "bash",
        callID: "c",
        state,
      },
    })
    expect(await show()).toContain("  tool: bash")
    fake.setPending("ses_1", [{ id: "per_1" }])
    fake.tell("permission.asked", { id: "per_1", sessionID: "ses_1", permission: "bash" })
    expect(await show()).toContain("  blocked: permission")
  })

  test("a record that breaks while it is shown takes its row along and nothing else", async () => {
    const { fake, show } = await draw([
      session("ses_1", { launchedAt: Date.now() }),
      session("ses_2", { alias: "gen-2", launchedAt: Date.now() }),
    ])
    expect(await show()).toContain("gen-1")
    for (const task of [
      undefined,
      null,
      5,
      [],
      { taskId: "ses_1" },
      taskRecord("ses_1", { alias: 7 as never }),
    ]) {
      fake.tell("session.updated", { info: rawSession("ses_1", { [metadataKey]: { task } }) })
      const screen = await show()
      expect(screen).toContain("gen-2")
      expect(screen).not.toContain("gen-1")
    }
  })

  test("an API that throws everywhere leaves an empty screen, not a crash", async () => {
    const { fake, show } = await draw([session("ses_1")])
    fake.breakState()
    fake.tell("session.updated", { info: session("ses_1", { alias: "other" }) })
    expect(await show()).toContain("other")
    fake.breakTheme()
    fake.tell("session.updated", { info: session("ses_1", { alias: "third" }) })
    expect(await show()).toContain("third")
  })

  test("200 records of any shape are drawn or left out within the width", async () => {
    const { fake, show } = await draw([])
    const odd = ["", "x".repeat(200), "\u001b[2J", "日本語".repeat(9), 0, Number.NaN, null, {}, []]
    const keys = Object.keys(taskRecord("ses_1"))
    for (let index = 0; index < 200; index++) {
      const damage = { [keys[index % keys.length] ?? ""]: odd[index % odd.length] }
      const task = { ...taskRecord(`ses_${index}`), ...damage }
      fake.tell("session.updated", {
        info: rawSession(`ses_${index}`, { [metadataKey]: { task } }),
      })
      if (index % 20 === 0) await show()
    }
    const screen = await show()
    expect(screen).toContain("Tasks")
    for (const line of screen.split("\n")) expect([...line].length).toBeLessThan(38)
  })

  test("the line below everything stands where there is no sidebar", async () => {
    const { fake, show } = await draw([session("ses_1", { launchedAt: Date.now() })])
    expect(await show()).not.toMatch(/^ {2}1 running$/m)
    fake.setColumns(100)
    expect(await show()).toMatch(/^ {2}1 running$/m)
  })

  test("its function resolves within a second, whatever the API does", async () => {
    const fake = createFakeApi([], { isHanging: true })
    const began = performance.now()
    await panel.tui(fake.api, undefined, {} as never)
    fake.dispose()
    const broken = createFakeApi([])
    broken.breakEverything()
    await panel.tui(broken.api, undefined, {} as never)
    // The bound is the requirement itself.
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  test("switched off it registers nothing", async () => {
    const fake = createFakeApi([])
    await panel.tui(fake.api, { enabled: false }, {} as never)
    expect(fake.registrations()).toBe(0)
  })
})
