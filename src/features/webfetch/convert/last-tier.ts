// Keeps large functions of libraries out of the last tier of the host's compiler (HOST-QUIRK-174). It compiles them
// together with all they call, on another thread: for some this takes more CPU than all pages of a day save by it.

/** All methods of these classes. False where the runtime has no such tier, or no way to tell it. */
export async function keepOutOfLastTier(...classes: readonly Methods[]): Promise<boolean> {
  if (process.versions.bun === undefined) return false
  const name = "bun:jsc"
  const { noFTL }: { readonly noFTL?: unknown } = await import(name)
  if (typeof noFTL !== "function") return false
  for (const { prototype } of classes) {
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors(prototype))) {
      if (typeof value === "function") noFTL(value)
    }
  }
  return true
}

interface Methods {
  readonly prototype: object
}
