// Tasks that wait for the user's permission are seen, however deep; and where the host ends them unasked.

import { expect, test } from "vitest"
import { readString } from "../../src/lib/json.ts"
import { until } from "./support/case.ts"
import { recordsOf } from "./support/model-request.ts"
import { call, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

const hosts = await useHosts({
  oneProject: true,
  config: {
    subagent_depth: 2,
    permission: { bash: "ask", external_directory: "ask" },
    // A sub-agent that may start tasks of its own.
    agent: { general: { permission: { task: "allow" } } },
  },
})

const batch = (task: string) =>
  call("task_batch", { agent: "general", tasks: [task], background: true })
const nested = (prompt: string) =>
  call("task", { description: "nested", prompt, subagent_type: "general" })

test("a child that asks for a folder outside is seen as waiting (in-Q01)", async () => {
  const live = await hosts.ours.open({ steps: [] })
  await live.send("go", [batch("look outside"), say("started"), say("seen")], {
    children: [{ steps: [call("read", { filePath: "/etc/hostname" }), say("I could not.")] }],
  })
  const { id, detail } = await live.permission()
  expect(detail).toMatchObject({ permission: "external_directory" })
  const run = await live.send("look", [call("task_status", { task_id: "gen-1" }), say("seen")])
  expect(run.results.at(-1)?.output).toContain("outcome: blocked_on_permission")
  await live.replyPermission(id, "reject")
})

test("a child of a child that asks for a command is seen by the caller at the top (in-Q02)", async () => {
  const live = await hosts.ours.open({ steps: [] })
  await live.send("go", [batch("delegate"), say("started"), say("seen")], {
    children: [
      {
        match: "delegate",
        steps: [nested("run a command"), say("the middle is done")],
        children: [
          {
            match: "run a command",
            steps: [call("bash", { command: "ls", description: "list" }), say("x")],
          },
        ],
      },
    ],
  })
  const { client } = await hosts.ours.process()
  const id = await until(20_000, "no question of the inner task", async () => {
    const open = await client.must("GET", "/permission", { directory: live.directory })
    return readString(recordsOf(open)[0], "id")
  })
  const steps = [call("task_status", {}), call("task_status", { task_id: "gen-1" }), say("seen")]
  const run = await live.send("look", steps)
  const [board, one] = run.results.slice(-2).map(({ output }) => output)
  expect(board).toContain("a task of its own waits for permission")
  expect(one).toContain("blocked_below: permission")
  await live.replyPermission(id, "reject")
})

test("opencode run ends with the turn, and background tasks with it (HOST-QUIRK-17)", async () => {
  const { exitCode, stdout } = await hosts.ours.run({
    steps: [batch("slow work"), say("the turn is over")],
    children: [{ steps: [say("Report", { delayMs: 60_000 })] }],
  })
  expect(exitCode).toBe(0)
  expect(stdout).toContain("the turn is over")
  expect(stdout).not.toContain("Report")
})
