// The ordered list of features: the table of contents, and the order in which hooks run.

import type { AnyFeature } from "./feature/feature.ts"
import { agenticFetch } from "./features/agentic-fetch/index.ts"
import { applyPatch } from "./features/apply-patch/index.ts"
import { astGrep } from "./features/ast-grep/index.ts"
import { compaction } from "./features/compaction/index.ts"
import { searchPathGuard } from "./features/search-path-guard/index.ts"
import { tasks } from "./features/tasks/index.ts"
import { toolLoopGuard } from "./features/tool-loop-guard/index.ts"
import { waitForUser } from "./features/wait-for-user/index.ts"
import { webSearch } from "./features/web-search/index.ts"
import { webfetch } from "./features/webfetch/index.ts"

export const registry: readonly AnyFeature[] = [
  toolLoopGuard,
  searchPathGuard,
  applyPatch,
  tasks,
  waitForUser,
  webfetch,
  webSearch,
  agenticFetch,
  astGrep,
  compaction,
]
