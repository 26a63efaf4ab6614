// Options of the tool-loop guard: the thresholds, and which tools are treated how.

import * as z from "zod/mini"
import { described } from "../../lib/schema.ts"
import { loopLimits } from "./limits.ts"

const count = (value: number, about: string) =>
  described(z._default(z.int().check(z.minimum(0), z.maximum(1_000)), value), about)

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
  cyclePeriodMax: described(
    z._default(z.int().check(z.minimum(1), z.maximum(8)), loopLimits.cyclePeriodMax),
    "Longest row of calls that is recognised as a cycle.",
  ),
  stopChildAfter: count(
    loopLimits.stopChildAfter,
    "Refusals in a row after which a sub-agent is stopped and its caller told why; 0 never stops.",
  ),
  stopPrimaryAfter: count(
    loopLimits.stopPrimaryAfter,
    "Refusals in a row after which a run of a main session is stopped; 0 never stops.",
  ),
  searchTools: described(
    z._default(z.array(z.string()), ["read", "grep", "glob"]),
    "Tools that count as searching: searchMax holds for them.",
  ),
  exemptTools: described(
    z._default(z.array(z.string()), []),
    "Tools that are never counted, such as a tool of another plugin that waits.",
  ),
} as const

export type LoopOptions = z.output<z.ZodMiniObject<typeof loopOptions>>
