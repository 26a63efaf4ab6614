// Small inputs on which tools of this kind are known to break, each with the tests that hold the right answer here.
// Where no test can exist, the reason stands in place of it.

import type { Proof } from "./proofs.ts"

export interface ReportedInput {
  readonly id: string
  readonly input: string
  readonly proofs?: readonly Proof[]
  readonly reason?: string
}

const engine = (name: string): Proof => ["reported-inputs.test.ts", name]
const patch = (name: string): Proof => ["apply-patch.test.ts", name]
const patchFiles = (name: string): Proof => ["apply-patch-files.test.ts", name]

const patches: readonly ReportedInput[] = [
  {
    id: "P01",
    input: "a CRLF file and an LF patch; a file with both endings",
    proofs: [patch("a CRLF file keeps its endings"), patch("mixed endings stay line by line")],
  },
  {
    id: "P03",
    input: "a file without a final newline",
    proofs: [patch("no final newline: the host adds one, and only that")],
  },
  {
    id: "P04",
    input: "two Update sections of one path; the second on the first; with a move or a deletion",
    proofs: [
      patch("two update blocks for one file both count"),
      patch("a second block may quote what the first wrote"),
      engine("an update and a deletion of one file end in the deletion"),
      engine("an update and a move end at the new path"),
    ],
  },
  {
    id: "P07",
    input: "a second writer between the hook and the host's own write",
    proofs: [
      ["apply-patch-switches.test.ts", "a change of the file rejects the question"],
      ["rescue.test.ts", "in the last instant keeps the overwritten text in a file"],
    ],
  },
  {
    id: "P09",
    input: "only added lines under a header; a header that names nothing",
    proofs: [
      patch("only added lines go behind the line of their header"),
      engine("are refused when the header names no line"),
    ],
  },
  {
    id: "P10",
    input: "a hunk that fits two places; with a header",
    proofs: [
      patch("a hunk that fits two places is refused with both line numbers"),
      patch("a header tells the places apart"),
    ],
  },
  {
    id: "P11",
    input: "hard breaks and typographic quotes in context",
    proofs: [patch("keeps its hard breaks and typographic quotes")],
  },
  {
    id: "P12",
    input: "a hunk of spaces in a file of tabs; a byte order mark; a hunk at column 0",
    proofs: [
      patch("typed with spaces in a file of tabs gives lines with tabs"),
      patch("a byte order mark stays, also where the first line changes"),
      engine("typed at column 0 gives lines with the file's indentation"),
    ],
  },
  {
    id: "P13",
    input: "line numbers of a reader tool; a file that really holds them",
    proofs: [
      patch("copied line numbers are taken off"),
      engine("that really holds numbers is taken at its word"),
    ],
  },
  {
    id: "P15",
    input: "markers with trailing stars",
    proofs: [patch("fence and decorated markers are read")],
  },
  {
    id: "P18",
    input: "an End marker before Begin; no End; cut in the middle of a line",
    proofs: [
      engine("may have a stray end marker in the prose before it"),
      engine("may lack its end when the last row is confirmed by the file"),
      patch("a cut-off patch is refused"),
    ],
  },
  {
    id: "P19",
    input: "hunks in the wrong order",
    proofs: [patch("hunks may come in any order when each place is unique")],
  },
  {
    id: "P20",
    input: "stacked headers",
    proofs: [engine("is narrowed by stacked headers")],
  },
  {
    id: "P21",
    input: "headers with line ranges",
    proofs: [
      patch("line ranges and headers of a unified diff are read"),
      engine("may have range headers, whose text stays an anchor"),
    ],
  },
  {
    id: "P24",
    input: "an empty context line without its space",
    proofs: [patch("an empty context line may have lost its space")],
  },
  {
    id: "P25",
    input: "an absolute path inside the project; the project's own path",
    proofs: [
      patchFiles("an absolute path inside is fine"),
      ["rescue.test.ts", "is a folder, not a file of its name below it"],
    ],
  },
  {
    id: "P27",
    input:
      "update, delete and move in that order; a shared line; an empty added line; an empty file; a mode",
    proofs: [
      engine("keep their order: a move may take the place of a file deleted before it"),
      engine("two hunks that share a line of context both apply"),
      engine("keep an empty last line of a new file"),
      engine("fill an empty file without a blank line"),
      patchFiles("a moved file has the host's default mode, an updated one keeps its own"),
    ],
  },
  {
    id: "P28",
    input: "a Latin-1 file",
    proofs: [patchFiles("a Latin-1 file is refused with the offset of the byte")],
  },
]

const loops: readonly ReportedInput[] = [
  {
    id: "L01",
    input: "the same read, message after message",
    proofs: [["tool-loop-guard.test.ts", "(in-L01)"]],
  },
  {
    id: "L03",
    input: "the same command with the same output",
    proofs: [["tool-loop-guard.test.ts", "of bash is refused from the 9th on (in-L03)"]],
  },
  {
    id: "L07",
    input: "the same failing call; empty arguments",
    proofs: [
      ["tool-loop-guard.test.ts", "that fails is noted at the 2nd failure"],
      ["tool-loop-guard.test.ts", "with empty arguments is refused from the 4th on"],
    ],
  },
  {
    id: "L08",
    input: "no advice to vary arguments; a result that changed in between",
    proofs: [
      ["messages.test.ts", "(in-L08)"],
      ["guard.test.ts", "does not count when the result changed in between (in-L08)"],
    ],
  },
]

const searches: readonly ReportedInput[] = [
  {
    id: "E01",
    input: "a missing path whose parent exists",
    proofs: [["search-path-guard.test.ts", "(in-E01)"]],
  },
  {
    id: "E02",
    input: "a missing path with a missing parent, grep and glob",
    proofs: [
      ["search-path-guard.test.ts", "with a missing parent says where it ends"],
      ["search-path-guard.test.ts", "is refused for glob too"],
    ],
  },
  {
    id: "E03",
    input: "an absolute pattern of glob",
    proofs: [["search-path-guard.test.ts", "(in-E03)"]],
  },
  {
    id: "E05",
    input: "an exact path below an ignored folder",
    proofs: [["search-path-guard.test.ts", "(in-E05)"]],
  },
  {
    id: "E08",
    input: "no ripgrep",
    proofs: [["search-without-ripgrep.test.ts", "is refused with one sentence"]],
  },
]

const trees: readonly ReportedInput[] = [
  {
    id: "T02",
    input: "each language with one pattern and one file",
    proofs: [["ast-grep.test.ts", "$language is searched and rewritten"]],
  },
  {
    id: "T03",
    input: "a dry run and the applied call count the same",
    proofs: [["ast-grep-replace.test.ts", "counts what the applied call then replaces"]],
  },
  {
    id: "T05",
    input: "a valid pattern without a hit",
    proofs: [
      ["ast-grep-search.test.ts", "and an empty result says which words"],
      ["mistakes.test.ts", "a pattern mistake is explained with a correction that matches"],
    ],
  },
  {
    id: "T07",
    input: "an engine that exits 1 or prints garbage; separators of a list",
    proofs: [
      ["ast-grep-search.test.ts", "an engine that fails is an error, never an empty result"],
      ["ast-grep-engines.test.ts", "an engine that fails"],
      ["ast-grep-replace.test.ts", "keeps separators and comments of a list"],
    ],
  },
]

const loading: readonly ReportedInput[] = [
  {
    id: "K03",
    input: "`main` points to a missing file",
    proofs: [
      ["loading.test.ts", "(in-K03)"],
      ["doctor.test.ts", "a plugin that cannot be loaded is an error that says where to look"],
      ["plugin-entry.test.ts", "(in-K03)"],
    ],
  },
  {
    id: "K05",
    input: "the schema of every tool as it goes to the provider",
    proofs: [["tool-definitions.test.ts", "(in-K05)"]],
  },
  {
    id: "K08",
    input: "comments and a trailing comma in the configuration",
    proofs: [
      ["config.test.ts", "comments and trailing commas are fine"],
      ["init.test.ts", "comments"],
    ],
  },
  {
    id: "K10",
    input: "the packed package, installed and started without network",
    proofs: [["package.test.ts", "(in-K10)"]],
  },
  {
    id: "K12",
    input: "arguments changed in place, and replaced",
    proofs: [
      ["adapter.test.ts", "a rewritten argument reaches the tool"],
      ["adapter.test.ts", "a replaced argument object would not reach the tool"],
    ],
  },
  {
    id: "K13",
    input: "a hook that throws",
    proofs: [["adapter.test.ts", "a feature that throws in each hook harms nothing"]],
  },
  {
    id: "K14",
    input: "a hook inside a child session",
    proofs: [
      ["adapter.test.ts", "(in-K14)"],
      ["tool-loop-guard.test.ts", "a loop in a sub-agent"],
    ],
  },
]

const histories: readonly ReportedInput[] = [
  {
    id: "M01",
    input: "an open call followed by a user message",
    proofs: [
      ["host-context.test.ts", "a call that was open when the host was killed"],
      ["host-context.test.ts", "a call that was aborted is sent with a result"],
    ],
  },
  {
    id: "M02",
    input: "three calls, the second without a result",
    proofs: [["host-context.test.ts", "is sent as interrupted, its neighbours as they were"]],
  },
  {
    id: "M03",
    input: "a model without a context limit",
    proofs: [
      ["host-context.test.ts", "no summary is made for a model without a limit"],
      ["doctor.test.ts", "names models whose sessions the host never summarises"],
    ],
  },
  {
    id: "M05",
    input: "compactions that gain nothing",
    proofs: [
      ["compaction.test.ts", "compactions without progress stop with a message"],
      ["continue-guard.test.ts", "without a completed call in between are a loop"],
    ],
  },
  {
    id: "M06",
    input: "the host's own continue message",
    proofs: [
      ["user-request.test.ts", "a message is the user's"],
      ["compaction.test.ts", "a finished turn does not restart"],
    ],
  },
  {
    id: "M07",
    input: "a command that failed before the compaction",
    proofs: [["compaction.test.ts", "open todos, running tasks and failed calls"]],
  },
]

const permissions: readonly ReportedInput[] = [
  {
    id: "Q01",
    input: "a child asks for a folder outside",
    proofs: [["tasks-questions.test.ts", "(in-Q01)"]],
  },
  {
    id: "Q02",
    input: "a child of a child asks for a command",
    proofs: [["tasks-questions.test.ts", "(in-Q02)"]],
  },
  {
    id: "Q03",
    input: "URL rules: ask, allow, deny, and a redirect from allowed to denied",
    proofs: [
      ["webfetch-permission.test.ts", "that allow let the page through"],
      ["webfetch-permission.test.ts", "that deny a pattern are told to the model"],
      ["webfetch-permission.test.ts", "that deny the target of a redirect hold too"],
      ["webfetch-permission.test.ts", "that ask show the URL"],
      ["webfetch-permission.test.ts", "deny what the host allows"],
    ],
  },
  {
    id: "Q05",
    input: "a popular host is denied",
    proofs: [["permission.test.ts", "deny a host that everybody uses"]],
  },
]

export const reportedInputs: readonly ReportedInput[] = [
  ...patches,
  ...loops,
  ...searches,
  ...trees,
  ...loading,
  ...histories,
  ...permissions,
]
