// page_read and page_grep: the research session's way through a large page. Refused everywhere else.

import * as z from "zod/mini"
import { defineTool } from "../../feature/define-tool.ts"
import type { AnyTool, ToolContext } from "../../feature/tool-spec.ts"
import { byteLength } from "../../lib/clip-bytes.ts"
import { Refusal } from "../../lib/refusal.ts"
import { described } from "../../lib/schema.ts"
import { agenticFetchLimits } from "./limits.ts"
import { readPageLines } from "./page-file.ts"
import type { Research, ResearchSessions } from "./research-state.ts"

export function createPageTools(sessions: ResearchSessions): readonly AnyTool[] {
  return [createPageRead(sessions), createPageGrep(sessions)]
}

function createPageRead(sessions: ResearchSessions): AnyTool {
  const { readLinesMax } = agenticFetchLimits
  return defineTool({
    name: "page_read",
    description: "Reads lines of a page file.",
    loop: "exempt",
    args: {
      file: z.string().check(z.minLength(1)),
      offset: described(z._default(z.int().check(z.minimum(1)), 1), "First line, from 1."),
      limit: described(
        z._default(z.int().check(z.minimum(1), z.maximum(readLinesMax)), readLinesMax),
        "Lines.",
      ),
    },
    execute: async ({ file, offset, limit }, tool) => {
      const lines = await readPageLines(requireResearch(sessions, tool).folder, file)
      const wanted = lines.slice(offset - 1, offset - 1 + limit)
      const shown = fitting(wanted.map((line, index) => numbered(line, offset + index)))
      const end = offset - 1 + shown.length
      const rest =
        end < lines.length ? `\n(${lines.length} lines in all; go on with offset ${end + 1})` : ""
      return { title: `lines ${offset}–${end}`, output: `${shown.join("\n")}${rest}` }
    },
  })
}

function createPageGrep(sessions: ResearchSessions): AnyTool {
  return defineTool({
    name: "page_grep",
    description: "Finds lines of a page file that contain a text, in any case.",
    loop: "exempt",
    args: {
      file: z.string().check(z.minLength(1)),
      text: described(z.string().check(z.minLength(1)), "Plain text; | separates alternatives."),
    },
    execute: async ({ file, text }, tool) => {
      const lines = await readPageLines(requireResearch(sessions, tool).folder, file)
      const wanted = text
        .toLowerCase()
        .split("|")
        .map((part) => part.trim())
        .filter((part) => part !== "")
      const matches = lines
        .map((line, index) => ({ line, number: index + 1 }))
        .filter(({ line }) => wanted.some((part) => line.toLowerCase().includes(part)))
        .map(({ line, number }) => numbered(line, number))
      const shown = fitting(matches.slice(0, agenticFetchLimits.grepMatchesMax))
      const list = shown.join("\n")
      const more = matches.length > shown.length ? `\n(${matches.length} lines in all)` : ""
      return { title: text, output: list === "" ? "No line contains that text." : `${list}${more}` }
    },
  })
}

/** Only sessions that agentic_fetch started; everybody else is told that the tool is not for them. */
function requireResearch(sessions: ResearchSessions, tool: ToolContext): Research {
  const research = sessions.get(tool.sessionId)
  if (research) return research
  throw new Refusal(
    "AGENTIC_FETCH_PAGE_UNKNOWN",
    "This tool reads pages of a running agentic_fetch only.",
    "Use webfetch for pages and read for files.",
  )
}

function numbered(line: string, number: number): string {
  return `${number}: ${line.slice(0, agenticFetchLimits.lineCharactersMax)}`
}

/** The first of the lines, as many as one answer holds. */
function fitting(lines: readonly string[]): readonly string[] {
  let bytes = 0
  for (const [index, line] of lines.entries()) {
    bytes += byteLength(line) + 1
    if (bytes > agenticFetchLimits.pageTextBytesMax) return lines.slice(0, index)
  }
  return lines
}
