// The options of compaction that are not the default, on the real host.

import { expect, test } from "vitest"
import { mentions } from "./support/model-request.ts"
import { call, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

const hosts = await useHosts({ options: { compaction: { gitStatus: true, continueGuard: false } } })

const notes = (texts: readonly string[]) => texts.filter((text) => text.includes("<git_status"))

test("tells branch, changes and commits with the first message, and again only after a change", async () => {
  const live = await hosts.ours.open({ files: { "a.txt": "one\n" }, steps: [] })
  await live.send("First.", [say("one")])
  await live.send("Second.", [say("two")])
  live.project.write("b.txt", "two\n")
  const run = await live.send("Third.", [say("three")])
  const users = run.requests
    .at(-1)
    ?.messages.filter((message) => message.role === "user")
    .map((message) => message.text)
  expect(users).toHaveLength(3)
  expect(users?.map((text) => notes([text]).length)).toEqual([1, 0, 1])
  expect(users?.[0]).toMatch(/^First\./)
  expect(users?.[0]).toContain("## main\n?? a.txt\nLast commits:")
  expect(users?.[2]).toContain("?? b.txt")
  expect(run.prefixBreaks).toEqual([])
})

test("says nothing without git", async () => {
  const run = await hosts.ours.play({ git: false, steps: [say("one")] })
  expect(run.requests.some((request) => mentions(request, "git_status"))).toBe(false)
})

test("a task that the host makes go on after its report still returns it", async () => {
  const prompt = { description: "count", prompt: "Count.", subagent_type: "general" }
  const run = await hosts.ours.play({
    model: "gpt-5-small",
    steps: [call("task", prompt), say("end")],
    children: [
      {
        steps: [
          say("REPORT: nine.", { usage: { input: 7_500, output: 10 } }),
          say("Nothing more."),
        ],
      },
    ],
  })
  expect(run.results[0]?.output).toContain("Nothing more.")
  expect(run.results[0]?.output).toContain("REPORT: nine.")
})
