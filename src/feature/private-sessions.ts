// Sessions that the package runs for itself; other features leave them alone.

import type { PrivateSessions } from "./feature.ts"

export function createPrivateSessions(): PrivateSessions {
  const sessions = new Set<string>()
  return {
    add: (sessionId) => {
      sessions.add(sessionId)
    },
    has: (sessionId) => sessions.has(sessionId),
    remove: (sessionId) => {
      sessions.delete(sessionId)
    },
  }
}
