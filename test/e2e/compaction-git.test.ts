// The optional git status with the user's message, on the real host.

import { expect, test } from "vitest"
import { mentions } from "./support/model-request.ts"
import { say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

const hosts = await useHosts({ options: { compaction: { gitStatus: true } } })

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
