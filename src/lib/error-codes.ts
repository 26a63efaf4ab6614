// The catalogue of every code that a refusal, a configuration problem or an error of ours carries.
// One line each; docs/errors.md mirrors it in both directions and a repo test compares them.
// A new code goes into the block of its feature: code = FEATURE_REASON.

export const errorCodes = {
  // configuration
  CONFIG_FILE_UNREADABLE: "A configuration file could not be read or is not JSONC.",
  CONFIG_KEY_UNKNOWN: "A configuration key does not exist; the nearest name is given.",
  CONFIG_VALUE_INVALID: "A configuration value has the wrong type or range; its default is used.",
  CONFIG_KEY_UNTRUSTED: "A key that opens something was set in the project's own file; ignored.",
  CONFIG_RESTRICTION_INVALID: "A restricting key is wrong, so the feature refuses until mended.",
  // host and pipeline
  TOOL_ARGUMENTS_INVALID: "A tool of ours was called with arguments that do not fit its schema.",
  TOOL_INTERNAL: "A tool of ours failed by our own fault.",
  TOOL_CLASH: "Another plugin registers a tool of the same name.",
  HOST_PERMISSION_DENIED: "The host or the user denied the permission that a tool asked for.",
  // apply-patch
  // search-path-guard
  // tool-loop-guard
  // net and webfetch
  // web-search
  // agentic-fetch
  // ast-grep
  // tasks
  // wait-for-user
  // compaction
} as const

export type ErrorCode = keyof typeof errorCodes
