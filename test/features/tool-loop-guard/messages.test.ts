import { describe, expect, test } from "vitest"
import type { Entry } from "../../../src/features/tool-loop-guard/history.ts"
import {
  describeBlock,
  describeChildNote,
  describeErrorNote,
  describeNote,
  describeRipgrepMissing,
  describeStop,
  describeStreamNote,
  describeTurnEnding,
  describeTurnEndingNote,
} from "../../../src/features/tool-loop-guard/messages.ts"

const entry: Entry = {
  call: "c",
  result: "r",
  tool: "grep",
  kind: "search",
  isError: false,
  order: 1,
  knownAt: 1,
  label: 'grep {"pattern":"x"}',
  sample: "No files found",
  endedAt: 0,
}
const cycle = { members: [entry, { ...entry, label: 'read {"filePath":"a"}' }], rounds: 4 }
const last = describeBlock({ kind: "result", count: 5, entry })
const texts = {
  "note on a result": describeNote("grep", { kind: "result", count: 3, isLast: false }),
  "last note on a result": describeNote("grep", { kind: "result", count: 5, isLast: true }),
  "note on an error": describeErrorNote("read", 3, 3),
  "note on polling": describeNote("bash", { kind: "polling", count: 5 }),
  "note on a cycle": describeNote("grep", {
    kind: "cycle",
    cycle: { ...cycle, rounds: 3 },
    isLast: false,
  }),
  "note on a state": describeStreamNote("task_status", "running", 3),
  "note on the end of a turn": describeTurnEndingNote("wait_for_user"),
  "note for the caller": describeChildNote(2, last),
  "refused result": last.message,
  "refused error": describeBlock({ kind: "error", count: 3, entry: { ...entry, isError: true } })
    .message,
  "refused cycle": describeBlock({ kind: "cycle", cycle, entry }).message,
  "refused end of a turn": describeTurnEnding("wait_for_user", 2).message,
  "no ripgrep": describeRipgrepMissing().message,
  "stopped sub-agent": describeStop({ isChild: true, refusals: 3, last }).message,
  "stopped run": describeStop({ isChild: false, refusals: 10, last }).message,
}

describe("the guard's texts", () => {
  test("are the same bytes every time", () => {
    const all = Object.entries(texts).map(([name, text]) => `${name}:${text}`)
    expect(all.join("\n\n")).toMatchInlineSnapshot(`
      "note on a result:

      [tool-loop-guard] This is result 3 of the same grep call, and it is the same as before: nothing has changed. Work with what you have, or say what blocks you and end the turn.

      last note on a result:

      [tool-loop-guard] This is result 5 of the same grep call, and it is the same as before: nothing has changed. Work with what you have, or say what blocks you and end the turn. The next identical call will be refused.

      note on an error:

      [tool-loop-guard] The same read call has failed 3 times in a row with this error. Mend the cause first, or say what blocks you and end the turn. The next identical call will be refused.

      note on polling:

      [tool-loop-guard] This is result 5 of the same bash call without a change. If nothing is left to do meanwhile, end the turn.

      note on a cycle:

      [tool-loop-guard] The last 2 calls (grep {"pattern":"x"}, read {"filePath":"a"}) have now run 3 times in a row with the same results. Work with what you have, or say what blocks you and end the turn.

      note on a state:

      [tool-loop-guard] task_status has now answered 3 times in a row with the same state (running). Asking again does not speed it up: do other work, or end the turn; you will be told when it ends.

      note on the end of a turn:

      [tool-loop-guard] wait_for_user has now been called twice in this turn. End the turn now; a third call will be refused.

      note for the caller:

      [tool-loop-guard] In this task 2 calls were refused as a loop. The last refusal was LOOP_SAME_RESULT: The same grep call has given the same result 5 times, so it was not run again.

      refused result:LOOP_SAME_RESULT: The same grep call has given the same result 5 times, so it was not run again. Its result was:
      No files found
      Work with what you have, or say what blocks you and end the turn.

      refused error:LOOP_SAME_ERROR: The same grep call has failed 3 times with the same error, so it was not run again. The error was:
      No files found
      Mend the cause first, use another tool for the same end, or say what blocks you and end the turn.

      refused cycle:LOOP_CYCLE: The calls grep {"pattern":"x"}, read {"filePath":"a"} have run 4 times in a row with the same results, so the row was not continued. The result of grep {"pattern":"x"} was:
      No files found
      Work with what you have, or say what blocks you and end the turn.

      refused end of a turn:LOOP_TURN_ENDING: wait_for_user has been called 2 times in this turn; calling it again changes nothing.
      End the turn now, without another tool call.

      no ripgrep:LOOP_RIPGREP_MISSING: The host found no ripgrep (rg) on PATH or in its cache, so grep and glob cannot work here:
      use bash (grep -rn, find) or read, and tell the user to install ripgrep and start the host again.

      stopped sub-agent:LOOP_RUN_STOPPED: The sub-agent was stopped by the tool-loop guard after 3 refused calls in a row. The last refusal was LOOP_SAME_RESULT: The same grep call has given the same result 5 times, so it was not run again. Its result was:
      No files found
      What the sub-agent found before stands above or in its session; do this part yourself, or tell the user what blocked it.

      stopped run:LOOP_RUN_STOPPED: The run was stopped by the tool-loop guard after 10 refused calls in a row. The last refusal was LOOP_SAME_RESULT: The same grep call has given the same result 5 times, so it was not run again. Its result was:
      No files found
      Tell the agent what to do instead."
    `)
  })

  test("never advise other arguments (in-L08)", () => {
    const advice =
      /\bvary\b|\bvaried\b|(other|different|new|another) (arguments?|parameters?|pattern|query|path)|change the (arguments?|call|parameters?)/i
    for (const text of Object.values(texts)) expect(text).not.toMatch(advice)
  })
})
