// The hook flow on a real folder with a fake host: what a test needs to call it as the pipeline does.

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import type { ToolCall } from "../../../../src/feature/decision.ts"
import type { FeatureContext } from "../../../../src/feature/feature.ts"
import type { PatchOptions } from "../../../../src/features/apply-patch/options.ts"
import { createRescue, type Rescue } from "../../../../src/features/apply-patch/rescue.ts"
import type { Clock } from "../../../../src/lib/clock.ts"
import { createSeenFiles, type SeenFiles } from "../../../../src/seen/seen-files.ts"
import { createSpillStore } from "../../../../src/spill/spill-store.ts"

export interface RescueBench {
  readonly directory: string
  readonly rescue: Rescue
  readonly seen: SeenFiles
  /** Rejected permission questions: id and message. */
  readonly rejections: readonly (readonly [string, string | undefined])[]
  read(file: string): string
  write(file: string, text: string | Uint8Array): void
  /** Notes a file as read by the session, as the host's read tool would. */
  see(file: string): void
  /** Runs the before-hook; answers the text that the host would run, or the refusal. */
  before(callId: string, patchText: string): Promise<string>
  after(callId: string, patchText: string): Promise<string | undefined>
  /** Lets virtual time pass. */
  pass(ms: number): Promise<void>
  /** Lets virtual time pass until something is settled, however slow the disk is. */
  passUntil<Value>(settled: Promise<Value>): Promise<Value>
  remove(): void
}

export function createRescueBench(options: Partial<PatchOptions> = {}): RescueBench {
  const directory = realpathSync(mkdtempSync(path.join(os.tmpdir(), "rescue-")))
  const clock = createManualClock()
  const seen = createSeenFiles()
  const rejections: (readonly [string, string | undefined])[] = []
  const context = createRescueContext(directory, { clock, seen, rejections })
  const rescue = createRescue(context, {
    outside: "block",
    ambiguous: "refuse",
    ...options,
  })
  const call = (callId: string, patchText: string): ToolCall => ({
    tool: "apply_patch",
    sessionId: "ses_1",
    callId,
    args: { patchText },
  })
  const resolve = (file: string): string => path.join(directory, file)
  return {
    directory,
    rescue,
    seen,
    rejections,
    read: (file) => readFileSync(resolve(file), "utf8"),
    write: (file, text) => {
      mkdirSync(path.dirname(resolve(file)), { recursive: true })
      writeFileSync(resolve(file), text)
    },
    see: (file) => seen.record("ses_1", resolve(file), readFileSync(resolve(file))),
    before: async (callId, patchText) => {
      const decision = await rescue.before(call(callId, patchText))
      if (decision.kind === "refuse") return decision.refusal.message
      return decision.kind === "rewrite" ? String(decision.args.patchText) : patchText
    },
    after: async (callId, patchText) => {
      const result = { title: "", output: "Success.", metadata: {} }
      return (await rescue.after(call(callId, patchText), result))?.output
    },
    pass: clock.pass,
    passUntil: async (settled) => {
      let isSettled = false
      const watched = settled.finally(() => {
        isSettled = true
      })
      while (!isSettled) await clock.pass(500)
      return watched
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

const ignore = (): void => undefined

interface ContextParts {
  readonly clock?: Clock
  readonly seen?: SeenFiles
  readonly rejections?: (readonly [string, string | undefined])[]
}

/** Only what the feature uses is there; anything else fails the test that touches it. */
export function createRescueContext(directory: string, parts: ContextParts = {}): FeatureContext {
  const context: object = {
    host: {
      directory,
      worktree: undefined,
      requests: {
        rejectPermission: async (id: string, message?: string) => {
          parts.rejections?.push([id, message])
        },
      },
    },
    clock: parts.clock ?? createManualClock(),
    seen: parts.seen ?? createSeenFiles(),
    spill: createSpillStore(path.join(directory, ".spill")),
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  }
  return context as FeatureContext
}

interface ManualClock extends Clock {
  pass(ms: number): Promise<void>
}

function createManualClock(): ManualClock {
  let now = 0
  const sleepers: { readonly at: number; wake(): void }[] = []
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true })
        sleepers.push({ at: now + ms, wake: resolve })
      }),
    pass: async (ms) => {
      const target = now + ms
      while (now < target) {
        now = Math.min(target, now + 50)
        for (const sleeper of sleepers.filter(({ at }) => at <= now)) {
          sleepers.splice(sleepers.indexOf(sleeper), 1)
          sleeper.wake()
        }
        // File system calls of whoever woke up need real turns of the event loop.
        for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}
