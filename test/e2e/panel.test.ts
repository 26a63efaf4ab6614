// The task panel in the real terminal UI, 160 columns wide. One UI; every case opens a session of its own.

import { expect, test } from "vitest"
import { readString } from "../../src/lib/json.ts"
import { until } from "./support/case.ts"
import { call, gated, say } from "./support/script.ts"
import {
  dialogOf,
  expectScreen,
  keepPicture,
  panelOf,
  useTerminal,
} from "./support/use-terminal.ts"

const stage = await useTerminal()

/** One call for each task, so that the first is gen-1 for certain. */
const batches = (...tasks: readonly string[]) =>
  tasks.map((task) => call("task_batch", { agent: "general", tasks: [task], background: true }))
const ls = { calls: [{ tool: "bash", args: { command: "ls", description: "list" } }] }
const seen = Array.from({ length: 6 }, () => say("seen"))

/** Notices about tasks in a session. */
async function notices(sessionId: string): Promise<readonly string[]> {
  const messages = await stage.messages(sessionId)
  return messages
    .filter((message) => message.info.role === "user")
    .flatMap((message) => message.parts)
    .map((part) => readString(part, "text") ?? "")
    .filter((text) => text.startsWith("<task id="))
}

/** A session with a task that finished, gen-1, and one that waits for a permission, gen-2. */
async function twoTasks(): Promise<string> {
  const ui = await stage.terminal()
  const sessionId = await stage.prompt(
    "Two things at once.",
    [...batches("count the files", "list the folder"), say("started"), ...seen],
    [
      { match: "count the files", steps: [say("There are 12 files.")] },
      { match: "list the folder", steps: [ls, say("Listed.")] },
    ],
  )
  await ui.see(/gen-2 general +blocked[\s\S]*gen-1 general +done/)
  return sessionId
}

test("the panel appears with a running child, counts up, shows it blocked, and its end", async () => {
  const ui = await stage.terminal()
  const report = gated(say("There are 12 files."))
  const listing = gated(ls)
  await stage.prompt(
    "Two things at once.",
    [...batches("count the files", "list the folder"), say("started"), ...seen],
    [
      { match: "count the files", steps: [report.step] },
      { match: "list the folder", steps: [listing.step] },
    ],
  )
  const first = await ui.see(/gen-1 general +running \d+s\n.*gen-2 general +running \d+s/)
  const seconds = (screen: string) => Number(/gen-2 general +running (\d+)s/.exec(screen)?.[1])
  await ui.see((screen) => seconds(screen) > seconds(first))
  await expectScreen(ui, "panel-running", panelOf)
  listing.open()
  await ui.see(/gen-2 waits: permission/)
  await ui.see(/blocked: permission/)
  await expectScreen(ui, "panel-blocked", panelOf)
  report.open()
  await ui.see(/gen-1 done\s/)
  await ui.see(/✓ gen-1 general +done/)
  await expectScreen(ui, "panel-finished", panelOf)
})

test("a cancel by key asks once, leaves no permission open, and the parent is told once", async () => {
  const ui = await stage.terminal()
  const sessionId = await twoTasks()
  expect(await stage.pendingPermissions(sessionId)).toBe(1)
  await ui.command(["C-x", "k"], /Cancel gen-2\?/)
  await expectScreen(ui, "dialog-cancel", (screen) => dialogOf(screen, "Cancel gen-2?"))
  // The toast is gone after some seconds, so it is waited for from the beginning.
  const told = ui.see(/gen-2 is cancelled; check/)
  await ui.command(["Enter"], /⊘ gen-2 general +cancelled/)
  await told
  await expectScreen(ui, "panel-cancelled", panelOf)
  expect(await stage.pendingPermissions(sessionId)).toBe(0)
  const ending = () => notices(sessionId).then((all) => all.filter((one) => /cancelled/.test(one)))
  await until(20_000, "no notice", async () => ((await ending()).length > 0 ? true : undefined))
  expect(await ending()).toHaveLength(1)
  expect((await ending())[0]).toContain("cancelled (by the user, in the task panel)")
  const titles = (await stage.children(sessionId)).map((child) => child.title)
  expect(titles.join(" | ")).not.toContain("Request of the task panel")
})

test("a revive by key passes agent and model, and the parent is told once", async () => {
  const ui = await stage.terminal()
  const again = gated(say("There are 14 now."))
  const sessionId = await stage.prompt(
    "One thing.",
    [...batches("count the files"), say("started"), ...seen],
    [{ steps: [say("There are 12 files."), again.step] }],
  )
  await ui.see(/gen-1 general +done/)
  await ui.command(["C-x", "v"], /Revive gen-1/)
  await expectScreen(ui, "dialog-revive", (screen) => dialogOf(screen, "Revive gen-1"))
  await ui.type("Count them again.")
  const told = ui.see(/gen-1 goes on with the new instruction/)
  await ui.command(["Enter"], /gen-1 general +running/)
  await told
  again.open()
  await ui.see(/gen-1 general +done/)
  const [child] = await stage.children(sessionId)
  const asked = (await stage.messages(readString(child, "id") ?? ""))
    .map((message) => message.info)
    .filter((info) => info.role === "user")
  expect(asked).toHaveLength(2)
  expect(asked[1]).toMatchObject({ agent: "general", model: asked[0]?.model })
  const ending = () => notices(sessionId).then((all) => all.filter((one) => /14 now/.test(one)))
  await until(20_000, "no notice", async () => ((await ending()).length > 0 ? true : undefined))
  expect(await ending()).toHaveLength(1)
})

test("the board is a dialog with a filter, and each task has its actions", async () => {
  const ui = await stage.terminal()
  await twoTasks()
  await ui.command(["C-x", "j"], /Filter tasks[\s\S]*gen-1/)
  await expectScreen(ui, "board", (screen) => dialogOf(screen, "Tasks"))
  await ui.type(
    "gen-1",
    (screen) =>
      dialogOf(screen, "Tasks").includes("gen-1") && !/gen-2 b/.test(dialogOf(screen, "Tasks")),
  )
  await ui.command(["Enter"], /gen-1 \(done/)
  await expectScreen(ui, "board-actions", (screen) => dialogOf(screen, "gen-1 ("))
  await ui.close("gen-1 (done")
})

test("every command does its work by its key", async () => {
  const ui = await stage.terminal()
  await twoTasks()
  await ui.command(["C-x", "j"], /Filter tasks[\s\S]*gen-1/)
  await ui.close("Filter tasks")
  await ui.command(["C-x", "k"], /Cancel gen-2\?/)
  await ui.close("Cancel gen-2?")
  await ui.command(["C-x", "v"], /Revive gen-1/)
  await ui.close("Revive gen-1")
  await ui.command(["C-x", "p"], /Copy task result/)
  await ui.type("gen-1", (screen) => !dialogOf(screen, "Copy task").includes("gen-2"))
  await ui.command(["Enter"], /Copied the result of gen-1/)
  expect(ui.clipboard()).toBe("There are 12 files.")
  await ui.command(["C-x", "o"], /Open task[\s\S]*gen-2/)
  await ui.type("gen-1", (screen) => !dialogOf(screen, "Open task").includes("gen-2"))
  await ui.command(["Enter"], /There are 12 files\.[\s\S]*1 running · 1 blocked/)
  await ui.command(["C-x", "w"], /list the folder[\s\S]*1 running · 1 blocked/)
})

test("every command does its work by its name in the palette", async () => {
  const ui = await stage.terminal()
  await twoTasks()
  const run = async (title: string, what: RegExp) => {
    await ui.command(["C-p"], /Commands/)
    await ui.type(title, (screen) => screen.split(title).length > 2)
    await ui.command(["Enter"], what)
  }
  await run("Task board", /Filter tasks[\s\S]*gen-2/)
  await ui.close("Filter tasks")
  await run("Cancel task", /Cancel gen-2\?/)
  await ui.close("Cancel gen-2?")
  await run("Revive task", /Revive gen-1/)
  await ui.close("Revive gen-1")
  await run("Copy task result", /Filter tasks[\s\S]*gen-2/)
  await ui.command(["Enter"], /gen-2 has written nothing yet/)
  await run("Open task", /Filter tasks[\s\S]*gen-2/)
  await ui.close("Filter tasks")
  await run("Go to blocked task", /list the folder[\s\S]*1 running · 1 blocked/)
})

test("a broken record and a deleted session take their row along and nothing else", async () => {
  const ui = await stage.terminal()
  const sessionId = await twoTasks()
  const { directory } = stage
  const [finished, blocked] = await stage.children(sessionId)
  const idOf = (child: Record<string, unknown> | undefined) => readString(child, "id") ?? ""
  const rows = (screen: string) => panelOf(screen).match(/gen-\d/g)?.length
  // The board may write its record once more, as it does when the caller has been told of the end.
  const breakRecord = (shows: (screen: string) => boolean) =>
    until(60_000, "the row stays", async () => {
      await ui.client.must("PATCH", `/session/${idOf(finished)}`, {
        directory,
        body: { metadata: { workbench: { v: 1, task: { taskId: idOf(finished), alias: [] } } } },
      })
      return ui.see(shows, 3_000).catch(() => undefined)
    })
  await breakRecord((screen) => rows(screen) === 1)
  await ui.client.must("DELETE", `/session/${idOf(blocked)}`, { directory })
  await breakRecord((screen) => panelOf(screen) === "")
  await ui.see(/Context/)
})

test("states are told apart by the colours of the host's theme", async () => {
  const ui = await stage.terminal()
  ui.resize(128, 26)
  const explore = call("task_batch", {
    agent: "explore",
    tasks: ["find every caller of parseDate"],
    background: true,
  })
  await stage.prompt(
    "Move the date functions to their own module.",
    [
      explore,
      ...batches("write tests for parseDate", "list the unused exports", "check the changelog"),
      say("Four tasks are at work; I go on when they report."),
      ...seen,
    ],
    [
      { match: "find every", steps: [say("…", { delayMs: 60_000 })] },
      { match: "write tests", steps: [ls, say("Listed.")] },
      { match: "list the unused", steps: [say("There are none.", { delayMs: 1_000 })] },
      { match: "check the change", steps: [{ status: 400, errorMessage: "no such model" }] },
    ],
  )
  await ui.see(/exp-1[^\n]*running [^\n]*s[\s\S]*gen-1[^\n]*blocked[\s\S]*failed/)
  const coloured = ui.colouredScreen()
  keepPicture("task-panel", coloured)
  const colourOf = (mark: string) =>
    new RegExp(
      `\\[[\\d;]*38;2;(\\d+;\\d+;\\d+)[\\d;]*m(?:(?!38;2;)[^\\n])*${mark} (?:exp|gen)`,
    ).exec(coloured)?.[1]
  const colours = ["●", "▲", "✓", "✗"].map(colourOf)
  expect(colours).not.toContain(undefined)
  expect(new Set(colours).size).toBe(4)
})
