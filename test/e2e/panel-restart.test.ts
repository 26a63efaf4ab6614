// The board outlives the terminal UI, and the panel can be switched off.

import { expect, test } from "vitest"
import { call, say } from "./support/script.ts"
import {
  expectScreen,
  ourPanel,
  panelOf,
  useTerminal,
  withoutTimes,
} from "./support/use-terminal.ts"

const stage = await useTerminal()

test("a restart with -c shows the same board; switched off, nothing is loaded", async () => {
  const first = await stage.terminal()
  await stage.prompt(
    "Three things.",
    [
      ...["count the files", "list the folder", "read the notes"].map((task) =>
        call("task_batch", { agent: "general", tasks: [task], background: true }),
      ),
      say("started"),
      ...Array.from({ length: 6 }, () => say("seen")),
    ],
    [
      { match: "count the files", steps: [say("There are 12 files.")] },
      { match: "list the folder", steps: [{ status: 400, errorMessage: "no such model" }] },
      { match: "read the notes", steps: [say("never", { delayMs: 120_000 })] },
    ],
  )
  await first.see(/gen-3 general +running[\s\S]*gen-1 general +done/)
  await first.command(["C-x", "k"], /Cancel gen-3\?/)
  await first.command(["Enter"], /3 finished\n[\s\S]*gen-3 general +cancelled/)
  await expectScreen(first, "panel-before-restart", panelOf)
  const before = panelOf(first.screen())

  const again = await stage.restart({ args: ["-c"] })
  await again.see(/3 finished\n[\s\S]*gen-3 general +cancelled/)
  await again.see((screen) => panelOf(screen) === before)

  const off = await stage.restart({ args: ["-c"], panels: [[ourPanel, { enabled: false }]] })
  await off.see(/Three things\.[\s\S]*Context/)
  await off.command(["C-p"], /Commands/)
  await off.type("Task board")
  await off.see(/No results/)
  expect(panelOf(off.screen())).toBe("")
  expect(withoutTimes(off.screen())).not.toContain("gen-3")
})
