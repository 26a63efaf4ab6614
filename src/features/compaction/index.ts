// Wiring of the feature: which hook calls which function of the flow, under which option.

import { defineFeature, type FeatureParts } from "../../feature/feature.ts"
import { withUniqueCallIds } from "./call-ids.ts"
import {
  type GitNotes,
  judgeContinue,
  noteGitStatus,
  restoreNoticeReport,
  restoreTaskReport,
  type StoppedSessions,
  storeLoopNotice,
  summaryFacts,
} from "./compaction.ts"
import { compactionOptions } from "./options.ts"

export const compaction = defineFeature({
  name: "compaction",
  summary: "Summaries that keep the goal, turns that do not restart, task reports that survive.",
  options: compactionOptions,
  opens: [],
  restricts: [],
  actsOn: ["task"],
  create: (context, options): FeatureParts => {
    const stopped: StoppedSessions = new Set()
    const notes: GitNotes = new Map()
    return {
      ...(options.facts && { onCompacting: (sessionId) => summaryFacts(context, sessionId) }),
      ...(options.continueGuard && {
        onAutoContinue: (turn) => judgeContinue(context, stopped, turn),
      }),
      ...(options.callIds && { onMessages: withUniqueCallIds }),
      ...(options.taskReports && {
        afterTool: (call, result) => restoreTaskReport(context, call, result),
      }),
      onUserMessage: async (message) => {
        const report = options.taskReports && (await restoreNoticeReport(context, message))
        if (report) return report
        return options.gitStatus ? noteGitStatus(context, notes, message) : undefined
      },
      onEvent: async (event) => {
        switch (event.type) {
          case "session-idle":
            return storeLoopNotice(context, stopped, event.sessionId)
          case "session-compacted":
            // The note went into the summary; the next message tells it again.
            notes.delete(event.sessionId)
            return undefined
          case "session-deleted":
            notes.delete(event.sessionId)
            stopped.delete(event.sessionId)
            return undefined
          default:
            return undefined
        }
      },
    }
  },
})
