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
  PATCH_EMPTY: "The patch is empty.",
  PATCH_MALFORMED: "The patch cannot be read without guessing.",
  PATCH_CUT_OFF: "The patch may end in the middle of a line.",
  PATCH_TOO_LARGE: "The patch is larger than 1 MiB.",
  PATCH_OUTSIDE: "The patch names a path outside directory and worktree.",
  PATCH_ESCAPES: "A path leads outside through a symbolic link.",
  PATCH_FILE_MISSING: "A file to update, move or delete does not exist.",
  PATCH_NOT_A_FILE: "A path is a directory or cannot be read.",
  PATCH_NOT_UTF8: "A file to update is not valid UTF-8.",
  PATCH_TARGET_EXISTS: "An added or moved file would overwrite another one.",
  PATCH_NOT_FOUND: "The old lines of a hunk are not in the file.",
  PATCH_AMBIGUOUS: "A hunk fits more than one place.",
  PATCH_FILE_CHANGED: "A file changed since it was read, or while the patch was on its way.",
  PATCH_ALREADY_APPLIED: "The new lines already stand in the file.",
  PATCH_INSERTION_UNCLEAR: "Added lines without context have no certain place.",
  PATCH_INDENTATION_UNCLEAR:
    "The indentation of new lines cannot be fitted to the file with certainty.",
  PATCH_OVERLAP: "Two hunks change the same lines.",
  PATCH_NO_CHANGE: "The patch leaves a file as it is.",
  PATCH_NOT_EXPRESSIBLE: "The host's rules cannot produce the wanted text.",
  PATCH_FILE_BUSY: "An earlier patch of the same file has not ended.",
  // search-path-guard
  SEARCH_PATH_MISSING: "The path of a search does not exist; the nearest names are given.",
  SEARCH_PATH_THROUGH_FILE: "The path of a search has a file where a folder would have to be.",
  SEARCH_PATH_IS_FILE: "glob was given a file; it lists the files of a folder.",
  SEARCH_PATH_BROKEN_LINK: "The path of a search is a symbolic link whose target is missing.",
  SEARCH_PATH_UNREADABLE: "The folder of a search may not be read.",
  SEARCH_PATH_INVALID: "The path of a search cannot name a folder or file.",
  SEARCH_PATH_LIST: "A search was given several paths; it takes one per call.",
  SEARCH_INCLUDE_MISMATCH: "Path and include of a grep name different files.",
  SEARCH_READ_ELSEWHERE: "A read names a missing path whose end exists elsewhere in the project.",
  // tool-loop-guard
  LOOP_SAME_RESULT: "The same call gave the same result too often; it is not run again.",
  LOOP_SAME_ERROR: "The same call failed with the same error too often; it is not run again.",
  LOOP_CYCLE: "A row of calls repeated itself with the same results; it is not continued.",
  LOOP_TURN_ENDING: "A tool that ends the turn was called again in the same turn.",
  LOOP_RIPGREP_MISSING: "The host has no ripgrep, so grep and glob cannot work.",
  LOOP_RUN_STOPPED: "A run was ended because it went on with calls that were refused as loops.",
  // net and webfetch
  NET_URL_INVALID: "The URL is empty, malformed, too long, not http(s), or carries credentials.",
  NET_ADDRESS_DENIED: "The URL leads to an address that is not part of the public Internet.",
  NET_PORT_DENIED: "The URL names a port that web pages do not use.",
  NET_PROXY_INVALID: "A proxy variable of the environment cannot be used.",
  NET_DNS_FAILED: "The host name does not resolve.",
  NET_CONNECT_FAILED: "No connection to the server could be made.",
  NET_TLS_FAILED: "The server's certificate or TLS handshake was not accepted.",
  NET_CONNECTION_LOST: "The connection ended before the response was complete.",
  NET_TIMEOUT: "A wait of the request ran out: total, connect, first byte or body.",
  NET_ABORTED: "The request was aborted by the user or the host.",
  NET_PROTOCOL_ERROR: "The server did not answer in valid HTTP.",
  NET_HEADERS_TOO_LARGE: "The response headers are larger than 64 KiB.",
  NET_BODY_TOO_LARGE: "An API answer is larger than its limit.",
  NET_BODY_UNDECODABLE: "The body does not match its content coding, or the coding is unknown.",
  NET_DECOMPRESSION_RATIO: "The body unpacks to far more than its size and was given up.",
  WEBFETCH_URL_DENIED: "The webfetch configuration closes this URL (deny or only).",
  WEBFETCH_REDIRECT_ELSEWHERE:
    "The page redirects to another site; the target is named, not followed.",
  WEBFETCH_REDIRECT_REFUSED: "The page redirects in a way that is never followed.",
  WEBFETCH_HTTP_STATUS: "The server answered with an error status.",
  WEBFETCH_SECTION_UNKNOWN: "The page has no section of that name.",
  WEBFETCH_OFFSET_BEYOND_END: "The offset lies behind the end of the page.",
  WEBFETCH_LLMS_TXT_MISSING: "The site has no llms.txt, and only that was wanted.",
  WEBFETCH_PAGE_UNREADABLE: "The page was fetched but could not be converted.",
  // web-search
  WEB_SEARCH_NOT_CONFIGURED:
    "No search provider is set up, or the chosen one lacks key or address.",
  WEB_SEARCH_DOMAIN_INVALID: "A domain filter is not a domain.",
  WEB_SEARCH_KEY_REJECTED: "The provider does not accept the key or its rights.",
  WEB_SEARCH_QUOTA: "The plan behind the key is used up.",
  WEB_SEARCH_RATE_LIMITED: "The provider asks to slow down.",
  WEB_SEARCH_REJECTED: "The provider does not accept the query.",
  WEB_SEARCH_UPSTREAM: "The provider failed.",
  WEB_SEARCH_BAD_ANSWER: "The provider's answer has an unknown form.",
  WEB_SEARCH_BOT_CHECK: "The provider asks for a proof of being human.",
  // agentic-fetch
  // ast-grep
  // tasks
  TASK_UNKNOWN: "A task id or alias that is none of the caller's tasks, or whose session is gone.",
  TASK_REFUSED: "A task that may not be resumed this way; the text says why.",
  TASK_BUSY: "Another operation on the same task is still under way.",
  TASK_LIMIT: "A limit on running tasks, launches or nesting was reached.",
  TASK_NOT_CONTROLLER: "The agent or session may not act on tasks.",
  TASK_AGENT_UNKNOWN: "task_batch named an agent that is no sub-agent.",
  TASK_NO_BACKGROUND: "Background tasks are not possible in `opencode run`.",
  // wait-for-user
  WAIT_NOT_TOP_LEVEL: "wait_for_user was called in a session that is itself a task.",
  // compaction
  COMPACTION_LOOP_STOPPED: "Compactions followed each other without progress; the turn was ended.",
} as const

export type ErrorCode = keyof typeof errorCodes
