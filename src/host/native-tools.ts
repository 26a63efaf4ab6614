// Names of tools that the host brings itself. A tool of ours with such a name takes the place of the host's own.

export const nativeTools: readonly string[] = [
  "bash",
  "edit",
  "glob",
  "grep",
  "read",
  "task",
  "webfetch",
  "write",
]
