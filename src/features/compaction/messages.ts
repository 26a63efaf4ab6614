// Every text of the feature that a model or a user reads.

import { compactionLimits } from "./limits.ts"

export const factTexts = {
  heading: "Facts about this session from the host's records (data, not part of the conversation):",
  firstRequest: "First request of the user, verbatim:",
  newestRequest: "Newest request of the user, verbatim:",
  openTodos: "Open todos:",
  runningTasks: "Tasks that are still running, whose results have not come yet:",
  failedCalls: "Tool calls that failed since the newest request:",
  omitted: (count: number) => `- and ${count} more`,
} as const

const minutes = compactionLimits.loopWindowMs / 60_000

export const loopNotice = `COMPACTION_LOOP_STOPPED: the session was compacted twice within ${minutes} minutes and no tool call was completed in between, so it was not continued. The instructions and tools alone may fill most of the model's context. Choose a model with a larger context, offer fewer tools, or say what to do next; nothing is lost.`

/** Put below a task result whose session ended in a summary. */
export function describeHiddenReport(report: string): string {
  return `\n\n<task_report note="The session of this task was compacted after its report, so the text above is not the report. This is.">\n${report}\n</task_report>`
}

export const gitTexts = {
  open: '<git_status note="Changed since the last message. Recorded when this message was sent.">',
  close: "</git_status>",
  commits: "Last commits:",
  clean: "Working tree clean.",
  omitted: (count: number) => `… and ${count} more`,
} as const
