// One change in the board's source that the simulation must notice.

export interface Mutant {
  readonly name: string
  /** File in src/board. */
  readonly file: string
  /** Occurs exactly once. */
  readonly find: string
  readonly replace: string
  /** The invariant that must fail. */
  readonly invariant: string
}
