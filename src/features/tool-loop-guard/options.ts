// Options of the tool-loop guard: the thresholds, and which tools are treated how.

import { z } from "zod"
import { loopLimits } from "./limits.ts"

const count = (value: number, about: string) =>
  z.number().int().min(0).max(1_000).default(value).describe(about)

export const loopOptions = {
  searchMax: count(
    loopLimits.searchMax,
    "Identical results of read, grep and glob before the next identical call is refused; 0 never refuses.",
  ),
  otherMax: count(
    loopLimits.otherMax,
    "Identical results of any other tool before the next identical call is refused; 0 never refuses.",
  ),
  errorMax: count(
    loopLimits.errorMax,
    "Identical errors before the next identical call is refused; 0 never refuses.",
  ),
  cycleMax: count(
    loopLimits.cycleMax,
    "Rounds of a repeated row of reading calls before it is refused; 0 never refuses.",
  ),
  writingCycleMax: count(
    loopLimits.writingCycleMax,
    "The same for a row with a call that may write; 0 never refuses.",
  ),
  cyclePeriodMax: z
    .number()
    .int()
    .min(1)
    .max(8)
    .default(loopLimits.cyclePeriodMax)
    .describe("Longest row of calls that is recognised as a cycle."),
  stopChildAfter: count(
    loopLimits.stopChildAfter,
    "Refusals in a row after which a sub-agent is stopped and its caller told why; 0 never stops.",
  ),
  stopPrimaryAfter: count(
    loopLimits.stopPrimaryAfter,
    "Refusals in a row after which a run of a main session is stopped; 0 never stops.",
  ),
  searchTools: z
    .array(z.string())
    .default(["read", "grep", "glob"])
    .describe("Tools that count as searching: searchMax holds for them."),
  exemptTools: z
    .array(z.string())
    .default([])
    .describe("Tools that are never counted, such as a tool of another plugin that waits."),
} as const

export type LoopOptions = z.output<z.ZodObject<typeof loopOptions>>
