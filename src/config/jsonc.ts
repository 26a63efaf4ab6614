// The JSONC parser, loaded at first use so that a start without configuration files stays cheap.

export type Jsonc = typeof import("jsonc-parser")

export async function loadJsonc(): Promise<Jsonc> {
  const module = await import("jsonc-parser")
  return module.default ?? module
}

/** One-based line of a position. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length
}
