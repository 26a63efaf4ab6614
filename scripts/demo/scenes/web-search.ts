// web_search without any key: one answer that says what to set up.

import { call, say } from "../../../test/e2e/support/script.ts"
import type { Scene } from "../scene.ts"

export const scenes: readonly Scene[] = [
  {
    title: "The model searches the web, but no search provider is set up.",
    expectation: "One answer names the variables to set, and the turn goes on.",
    steps: [call("web_search", { query: "opencode plugins" }), say("I will ask for a key.")],
    check: (run) =>
      run.results[0]?.output.includes("BRAVE_API_KEY") ? undefined : "the answer names no variable",
  },
]
