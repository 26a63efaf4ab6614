// Folders whose names hold glob characters, as routes of web frameworks do, on the real host beside the host alone.

import { describe, expect, test } from "vitest"
import { call, type Reply, say } from "./support/script.ts"
import { useHosts } from "./support/use-hosts.ts"

const hosts = await useHosts({
  oneProject: true,
  options: { "search-path-guard": { suggestMs: 5_000 } },
})

const files = {
  "cafe\u0301/menu.txt": "needle of the menu\n",
  "app/[id]/p.tsx": "needle of one\n",
  "app/[id]/[slug].tsx": "needle of the slug\n",
  "app/(group)/q.tsx": "needle of the group\n",
  "app/{x}/r.ts": "needle of x\n",
}

/** What the model saw of each call, with the project's folder written as `<root>`. */
async function both(...replies: readonly Reply[]) {
  const runs = await hosts.both({ files, steps: [...replies, say("end")] })
  const seen = ({ results, root }: typeof runs.ours) =>
    results.map(({ output }) => output.replaceAll(root, "<root>"))
  return { ours: seen(runs.ours), alone: seen(runs.alone) }
}

const grep = (args: Readonly<Record<string, unknown>>) =>
  call("grep", { pattern: "needle", ...args })
const glob = (pattern: string) => call("glob", { pattern })

describe("a path through a folder with glob characters in its name", () => {
  test("is divided below that folder, where its last part is a pattern", async () => {
    const { ours, alone } = await both(
      grep({ path: "app/[id]/p*.tsx" }),
      grep({ path: "app/{x}/*" }),
      grep({ path: "app/[id]/nope.tsx" }),
    )
    expect(alone[0]).toContain("Found 2 matches")
    expect(ours[0]).toContain("Found 1 matches\n<root>/app/[id]/p.tsx:")
    expect(ours[0]).toContain('searched "app/[id]" with include "/p*.tsx"')
    expect(ours[1]).toContain("Found 1 matches\n<root>/app/{x}/r.ts:")
    expect(ours[2]).toContain('SEARCH_PATH_MISSING: "app/[id]/nope.tsx" does not exist')
  })

  test("finds that folder when it is escaped as for a shell", async () => {
    const { ours, alone } = await both(
      grep({ path: "app/\\[id\\]" }),
      grep({ path: "app/\\[id\\]/p.tsx" }),
      grep({ path: "app/\\(group\\)" }),
      grep({ path: "app/\\[id\\]/*.tsx" }),
    )
    expect(alone[0]).not.toContain("Found 2 matches")
    expect(ours[0]).toContain("Found 2 matches")
    expect(ours[0]).toContain('was read as "app/[id]"')
    expect(ours[1]).toContain("Found 1 matches\n<root>/app/[id]/p.tsx:")
    expect(ours[2]).toContain("Found 1 matches\n<root>/app/(group)/q.tsx:")
    expect(ours[3]).toContain("Found 2 matches")
  })

  test("that exists as written stays as the host has it, byte for byte", async () => {
    const { ours, alone } = await both(
      grep({ path: "app/(group)" }),
      grep({ path: "app/{x}" }),
      grep({ path: "app/[id]", include: "p.tsx" }),
      grep({ include: "app/\\[id\\]/p.tsx" }),
      glob("app/(group)/*.tsx"),
      glob("app/\\[id\\]/p.tsx"),
    )
    expect(ours).toEqual(alone)
    for (const output of ours) expect(output).toMatch(/needle|\.tsx$/)
  })
})

describe("a pattern with such a name in it", () => {
  test("matches the name as it is written, where the host finds nothing", async () => {
    const { ours, alone } = await both(
      glob("app/[id]/p*.tsx"),
      glob("app/[id]/p.tsx"),
      glob("app/{x}/*"),
      glob("app/[id]/[slug].tsx"),
    )
    expect(alone).toEqual(Array(4).fill("No files found"))
    expect(ours[0]).toBe(
      "<root>/app/[id]/p.tsx\n\n" +
        '[search-path-guard] pattern "app/[id]/p*.tsx" was read as "app/\\[id\\]/p*.tsx".',
    )
    expect(ours[1]).toContain("<root>/app/[id]/p.tsx\n")
    expect(ours[2]).toContain("<root>/app/{x}/r.ts\n")
    expect(ours[3]).toContain("<root>/app/[id]/[slug].tsx\n")
  })

  test("does so as the include of grep", async () => {
    const { ours, alone } = await both(
      grep({ path: "app", include: "[id]/p*.tsx" }),
      grep({ include: "app/[id]/p.tsx" }),
      grep({ path: "app/[id]", include: "[slug].tsx" }),
    )
    expect(alone).toEqual(Array(3).fill("No files found"))
    expect(ours[0]).toContain("Found 1 matches\n<root>/app/[id]/p.tsx:")
    expect(ours[1]).toContain("Found 1 matches\n<root>/app/[id]/p.tsx:")
    expect(ours[2]).toContain("Found 1 matches\n<root>/app/[id]/[slug].tsx:")
  })

  test("at any depth is explained when nothing matched", async () => {
    const { ours, alone } = await both(glob("**/[id]/*.tsx"), glob("**/\\[id\\]/p.tsx"))
    expect(alone[0]).toBe("No files found")
    expect(ours[0]).toContain('"[id]" matches one of these characters')
    expect(ours[0]).toContain('the name as it stands is "\\[id\\]"')
    expect(ours[1]).toBe(alone[1])
    expect(ours[1]).toContain("p.tsx")
  })
})

test("a name in another Unicode form than on disk is read and searched as the one on disk", async () => {
  const { ours, alone } = await both(
    call("read", { filePath: "caf\u00e9/menu.txt" }),
    grep({ path: "caf\u00e9" }),
  )
  expect(alone[0]).not.toContain("needle of the menu")
  expect(ours[0]).toContain("needle of the menu")
  expect(ours[1]).toContain("Found 1 matches\n<root>/cafe\u0301/menu.txt:")
})
