// Whatever stands in a session's metadata, the panel answers with rows and lines, or with nothing; it never throws.

import fc from "fast-check"
import { expect, test } from "vitest"
import { parseAnswer, parseRequest } from "../../src/board/panel-request.ts"
import { metadataKey } from "../../src/board/record.ts"
import { readSession } from "../../src/host/v1/read.ts"
import { boardOptions } from "../../src/tui/board-options.ts"
import { columnsOf } from "../../src/tui/columns.ts"
import { parsePanelOptions } from "../../src/tui/options.ts"
import { panelLines } from "../../src/tui/panel-lines.ts"
import { describeCounts } from "../../src/tui/row-text.ts"
import { type LiveFacts, toRow } from "../../src/tui/task-row.ts"
import { seenOf, toastsOf } from "../../src/tui/toast-changes.ts"
import { rawSession, startedAt, taskRecord } from "../support/task-session.ts"

const runs = process.env.WORKBENCH_LONG === "1" ? 20_000 : 200
const all = { ended: true, blocked: true, stuck: true }

const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.constantFrom("", "gen-1", "\u001b[2J", "ses_1", "\ud800", "日本語".repeat(20)),
)
const junk = fc.oneof(
  texts,
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, undefined, [], {}),
  fc.object(),
)
const goodRecord = taskRecord("ses_1", {
  endedAt: startedAt + 1,
  endReason: "answer",
  lease: "cancel",
  uncertain: "doubt",
  blockedOn: "permission",
})
/** A good record in which some fields are missing or hold something else. */
const records = fc
  .dictionary(fc.constantFrom(...Object.keys(goodRecord)), fc.option(junk, { nil: undefined }), {
    maxKeys: 4,
  })
  .map((damage) => ({ ...goodRecord, ...damage }))
const states = fc.constantFrom("running", "completed", "errored", "cancelled", "stopped", "lost")
const metadata = fc.oneof(
  fc
    .tuple(records, states)
    .map(([record, state]) => ({ [metadataKey]: { task: { ...record, state } } })),
  records.map((task) => ({ [metadataKey]: { task } })),
  junk.map((task) => ({ [metadataKey]: { task } })),
  junk.map((ours) => ({ [metadataKey]: ours })),
  junk,
)
const facts: fc.Arbitrary<LiveFacts> = fc.record({
  status: fc.constantFrom("idle", "busy", "retry", undefined),
  waitsFor: fc.constantFrom("permission", "question", undefined),
  tool: fc.option(texts, { nil: undefined }),
  lastSignAt: fc.oneof(fc.integer(), fc.constant(startedAt)),
})

test("broken records never break the panel", () => {
  let rowsSeen = 0
  fc.assert(
    fc.property(
      metadata,
      facts,
      fc.oneof(fc.constant(startedAt), fc.double()),
      (held, seen, now) => {
        const session = readSession(rawSession("ses_1", held))
        const row = session && toRow(session, seen, now)
        const rows = row ? [row] : []
        rowsSeen += rows.length
        for (const line of panelLines(rows, now)) {
          expect(columnsOf(line.left) + columnsOf(line.right)).toBeLessThan(37)
          expect(`${line.left}${line.right}`).not.toMatch(/\p{Cc}/u)
        }
        expect(boardOptions(rows, now)).toHaveLength(rows.length)
        expect(describeCounts(rows) === undefined).toBe(!rows.some((one) => one.isLive))
        expect(toastsOf(seenOf(rows), rows, all, now).length).toBeLessThan(2)
      },
    ),
    { numRuns: runs, seed: 11 },
  )
  // The damage is mild enough for the property to be about rows too.
  expect(rowsSeen).toBeGreaterThan(runs / 10)
})

test("broken requests, answers and options never break anything", () => {
  fc.assert(
    fc.property(fc.oneof(junk, fc.object()), (given) => {
      const held = { workbenchRequest: given }
      const request = parseRequest(held)
      expect(request === undefined || request.task !== "").toBe(true)
      expect(["waiting", "accepted", "answered"]).toContain(parseAnswer(held).state)
      expect(typeof parsePanelOptions(given, {}).isEnabled).toBe("boolean")
    }),
    { numRuns: runs, seed: 11 },
  )
})
