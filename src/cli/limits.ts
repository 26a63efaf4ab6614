// Bounds of the command line tool, with unit and reason. Mirrored in docs/limits.md.

export const cliLimits = {
  /** `--version` of the host or of ripgrep; the host needs about a second, far more on a machine that is overloaded. */
  versionTimeoutMs: 60_000,
  /** Start of the host until its tool list; offline it may wait for its own package first. */
  startTimeoutMs: 60_000,
} as const
