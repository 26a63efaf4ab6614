// Assertions about our own state. A failure is a bug of ours: the pipeline logs it, tests crash on it.

export class InvariantError extends Error {
  override readonly name = "InvariantError"
}

export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message)
}

/** For the default branch of an exhaustive switch. */
export function unreachable(value: never): never {
  throw new InvariantError(`unreachable: ${JSON.stringify(value)}`)
}
