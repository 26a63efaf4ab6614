// What each session has read or written through the host (X3), with the bytes as they were then (P12).
// Kept in memory only: never on disk, never in a log.

import { createHash } from "node:crypto"

export interface SeenFile {
  /** SHA-256 of the bytes, hexadecimal. */
  readonly hash: string
  /** The bytes themselves while they fit the session's budget. */
  readonly bytes: Uint8Array | undefined
}

export interface SeenFiles {
  /** Notes that the session has seen the file at this real path with these bytes. */
  record(sessionId: string, realPath: string, bytes: Uint8Array): void
  /** Whether text of this file may be shown to the session. */
  has(sessionId: string, realPath: string): boolean
  /** The file as the session last saw it. */
  last(sessionId: string, realPath: string): SeenFile | undefined
  forget(sessionId: string): void
}

export interface SeenLimits {
  readonly snapshotsPerSessionMax: number
  readonly bytesPerSessionMax: number
  readonly pathsPerSessionMax: number
  readonly sessionsMax: number
}

export const seenLimits: SeenLimits = {
  /** Files whose bytes are kept for one session; the oldest is dropped first. */
  snapshotsPerSessionMax: 64,
  /** Bytes kept for one session. */
  bytesPerSessionMax: 16 * 1024 * 1024,
  /** Paths remembered for one session, with or without bytes. */
  pathsPerSessionMax: 4096,
  /** Sessions remembered; the least recently used is forgotten. */
  sessionsMax: 256,
}

type SessionRecord = Map<string, SeenFile>

export function createSeenFiles(limits: SeenLimits = seenLimits): SeenFiles {
  const sessions = new Map<string, SessionRecord>()
  return {
    record: (sessionId, realPath, bytes) => {
      const files = touchSession(sessions, sessionId, limits.sessionsMax)
      files.delete(realPath)
      files.set(realPath, { hash: hashBytes(bytes), bytes: keptBytes(bytes, limits) })
      trimSession(files, limits)
    },
    has: (sessionId, realPath) => sessions.get(sessionId)?.has(realPath) ?? false,
    last: (sessionId, realPath) => sessions.get(sessionId)?.get(realPath),
    forget: (sessionId) => {
      sessions.delete(sessionId)
    },
  }
}

export function hashBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex")
}

function keptBytes(bytes: Uint8Array, limits: SeenLimits): Uint8Array | undefined {
  return bytes.byteLength <= limits.bytesPerSessionMax ? Uint8Array.from(bytes) : undefined
}

function touchSession(
  sessions: Map<string, SessionRecord>,
  sessionId: string,
  sessionsMax: number,
): SessionRecord {
  const files = sessions.get(sessionId) ?? new Map<string, SeenFile>()
  sessions.delete(sessionId)
  sessions.set(sessionId, files)
  for (const oldest of sessions.keys()) {
    if (sessions.size <= sessionsMax) break
    sessions.delete(oldest)
  }
  return files
}

function trimSession(files: SessionRecord, limits: SeenLimits): void {
  for (const oldest of files.keys()) {
    if (files.size <= limits.pathsPerSessionMax) break
    files.delete(oldest)
  }
  let snapshots = 0
  let bytes = 0
  for (const [realPath, file] of [...files].reverse()) {
    if (file.bytes === undefined) continue
    snapshots += 1
    bytes += file.bytes.byteLength
    const isOver = snapshots > limits.snapshotsPerSessionMax || bytes > limits.bytesPerSessionMax
    if (isOver) files.set(realPath, { hash: file.hash, bytes: undefined })
  }
}
