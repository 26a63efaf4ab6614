// Where the host shows no sidebar (HOST-QUIRK-156): a narrow terminal, and the session of a task.

import { expect, test } from "vitest"
import { call, say } from "./support/script.ts"
import { panelOf, useTerminal } from "./support/use-terminal.ts"

/** Its letters take two columns each: with one column each it would fit beside the state. */
const agent = "長い名前の調査担当者"
const stage = await useTerminal({
  columns: 100,
  rows: 30,
  config: {
    permission: { bash: "ask" },
    agent: { [agent]: { mode: "subagent", description: "Looks around." } },
  },
})

const footer = /^ +2 running · 1 blocked$/m

test("100 columns show one line below everything, and so does a task's own session", async () => {
  const ui = await stage.terminal()
  await stage.prompt(
    "Two things at once.",
    [
      call("task_batch", {
        agent,
        tasks: ["count the files", "list the folder"],
        background: true,
      }),
      say("started"),
      say("seen"),
      say("seen"),
    ],
    [
      { match: "count the files", steps: [say("never", { delayMs: 120_000 })] },
      {
        match: "list the folder",
        steps: [call("bash", { command: "ls", description: "list" }), say("Listed.")],
      },
    ],
  )
  const narrow = await ui.see(footer)
  expect(panelOf(narrow)).toBe("")
  ui.resize(160, 50)
  const wide = await ui.see((screen) => panelOf(screen).includes("job-1"))
  expect(wide).toMatch(/job-1 長い名前の調査担?… +[a-z]+ \d+s/)
  expect(wide).not.toMatch(footer)
  const child = await ui.command(
    ["C-x", "w"],
    (screen) => screen.includes("list the folder") && footer.test(screen),
  )
  expect(panelOf(child)).toBe("")
  ui.resize(100, 30)
  await ui.see(footer)
})
