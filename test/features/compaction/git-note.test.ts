import { describe, expect, test } from "vitest"
import { renderGitNote } from "../../../src/features/compaction/git-note.ts"

const log = "aaa three\nbbb two\nccc one\nddd zero\n"

describe("the git note", () => {
  test("holds branch, changes and the last three commits", () => {
    expect(renderGitNote({ status: "## main\n M a.ts\n?? b.ts\n", log })).toMatchInlineSnapshot(`
      "<git_status note="Changed since the last message. Recorded when this message was sent.">
      ## main
       M a.ts
      ?? b.ts
      Last commits:
      aaa three
      bbb two
      ccc one
      </git_status>"
    `)
  })

  test("says so when nothing is changed, and needs no commits", () => {
    const note = renderGitNote({ status: "## No commits yet on main\n", log: "" })
    expect(note).toContain("## No commits yet on main\nWorking tree clean.\n</git_status>")
  })

  test("has at most 20 lines, and says what is left out", () => {
    const changes = Array.from({ length: 500 }, (_, at) => ` M file-${at}.ts`)
    const note = renderGitNote({ status: ["## main", ...changes].join("\n"), log })
    expect(note.split("\n")).toHaveLength(20)
    expect(note).toContain("… and 488 more")
  })
})
