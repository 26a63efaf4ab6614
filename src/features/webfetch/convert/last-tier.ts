// Keeps large functions of libraries out of the last tier of the host's compiler (HOST-QUIRK-174). It compiles them
// together with all they call, on another thread: for some this takes more CPU than all pages of a day save by it.

/** What is no function is passed over. False where the runtime has no such tier, or no way to tell it. */
export async function keepOutOfLastTier(candidates: readonly unknown[]): Promise<boolean> {
  if (process.versions.bun === undefined) return false
  const name = "bun:jsc"
  const { noFTL }: { readonly noFTL?: unknown } = await import(name)
  if (typeof noFTL !== "function") return false
  for (const candidate of candidates) if (typeof candidate === "function") noFTL(candidate)
  return true
}
