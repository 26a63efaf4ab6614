// A priority queue of timers, earliest first, in order of setting among equals.

interface Entry<Value> {
  readonly at: number
  readonly order: number
  readonly value: Value
}

export class TimerQueue<Value> {
  readonly #entries: Entry<Value>[] = []
  #order = 0

  add(at: number, value: Value) {
    const entry = { at, order: this.#order++, value }
    let index = this.#entries.length
    for (; index > 0; index--) {
      const before = this.#entries[index - 1]
      if (before && before.at <= at) break
    }
    this.#entries.splice(index, 0, entry)
  }

  /** The earliest timer that is due by `end`, removed, or undefined. */
  takeDue(end: number): { readonly at: number; readonly value: Value } | undefined {
    const first = this.#entries[0]
    return first && first.at <= end ? this.#entries.shift() : undefined
  }

  /** When the earliest timer is due. */
  get nextAt(): number | undefined {
    return this.#entries[0]?.at
  }

  clear() {
    this.#entries.length = 0
  }
}
