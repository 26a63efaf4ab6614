// A part that is loaded at its first use, so that the host's start does not pay for it.

export interface Lazy<Value> {
  /** Loads once, however many ask at the same time; a failed load is tried again by the next caller. */
  load(): Promise<Value>
  /** Undefined until it has been loaded. */
  readonly loaded: Value | undefined
}

export function lazy<Value>(start: () => Promise<Value>): Lazy<Value> {
  let pending: Promise<Value> | undefined
  let loaded: Value | undefined
  const load = async () => {
    try {
      loaded = await start()
      return loaded
    } catch (error) {
      pending = undefined
      throw error
    }
  }
  return {
    load: () => {
      pending ??= load()
      return pending
    },
    get loaded() {
      return loaded
    },
  }
}
