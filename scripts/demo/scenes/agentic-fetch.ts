// agentic_fetch without a search provider: it says what is missing instead of guessing.

import { call, say } from "../../../test/e2e/support/script.ts"
import type { Scene } from "../scene.ts"

export const scenes: readonly Scene[] = [
  {
    title:
      "The model asks for web research, but no search provider is set up and no page is given.",
    expectation: "One answer names what to set up, and the turn goes on.",
    steps: [call("agentic_fetch", { prompt: "What is new?" }), say("I will ask for a url.")],
    check: (run) =>
      run.results[0]?.output.includes("AGENTIC_FETCH_NO_SEARCH")
        ? undefined
        : "the answer does not say what is missing",
  },
]
