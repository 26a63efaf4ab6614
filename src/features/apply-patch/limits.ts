// Every cap of apply-patch, with unit and reason. docs/limits.md mirrors them.

export const limits = {
  /** Bytes of a patch; longer ones are refused. Far above anything a model writes in one reply. */
  patchBytesMax: 1024 * 1024,
  /** Bytes of a file that is looked at; a patch for a larger one goes to the host untouched. */
  fileBytesMax: 8 * 1024 * 1024,
  /** Lines of a file that is looked at; the same. */
  fileLinesMax: 200_000,
  /** How long a call waits for an earlier one on the same file, in milliseconds (P14). */
  waitMs: 10_000,
  /** How often the files of a call are looked at while its permission question is open, in milliseconds. */
  watchEveryMs: 150,
  /** How often a plan is made anew because a file changed under it. */
  replansMax: 3,
  /** Characters of a refusal (a refusal must never become the larger half of a context). */
  messageCharactersMax: 1200,
  /** Places listed for an ambiguous hunk. */
  candidatesMax: 5,
  /** Characters of a file line that a message quotes. */
  quoteCharactersMax: 120,
} as const
