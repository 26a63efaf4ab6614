// Keeps a fault of ours inside the panel: a throw in a getter after the first render would end the whole terminal UI
// (HOST-QUIRK-151). Every function that the host calls goes through here.

/** The value of `read`, or `fallback` where it throws. */
export function guarded<Value>(read: () => Value, fallback: Value): Value {
  try {
    return read()
  } catch {
    return fallback
  }
}

/** Runs an action; a throw or a rejection ends in `onFault`, which must not throw. */
export function attempt(
  action: () => void | Promise<void>,
  onFault: (reason: string) => void,
): void {
  const fail = (error: unknown) => {
    onFault(error instanceof Error ? error.message : "unknown reason")
  }
  try {
    Promise.resolve(action()).catch(fail)
  } catch (error) {
    fail(error)
  }
}
