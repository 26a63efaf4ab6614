// Listed twice (global and project configuration, file and package) the package must act once: all plugins of one
// host instance receive the same client object, which serves as the instance's identity (HOST-QUIRK-41).

const key = Symbol.for("opencode-workbench.instances")

/** True for the first caller of an instance, also across two copies of this module in one process. */
export function claimInstance(client: object): boolean {
  const existing: unknown = Reflect.get(globalThis, key)
  const claimed = existing instanceof WeakSet ? existing : new WeakSet<object>()
  if (claimed !== existing) Reflect.set(globalThis, key, claimed)
  if (claimed.has(client)) return false
  claimed.add(client)
  return true
}
