// JSON values and narrow, total readers for data that comes from outside (host, disk, network).

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** The property as a string, or undefined for any other type. */
export function readString(value: unknown, key: string): string | undefined {
  const property = isRecord(value) ? value[key] : undefined
  return typeof property === "string" ? property : undefined
}

/** The property as a finite number, or undefined for any other type. */
export function readNumber(value: unknown, key: string): number | undefined {
  const property = isRecord(value) ? value[key] : undefined
  return typeof property === "number" && Number.isFinite(property) ? property : undefined
}

/** The property as a record, or undefined for any other type. */
export function readRecord(value: unknown, key: string): Record<string, unknown> | undefined {
  const property = isRecord(value) ? value[key] : undefined
  return isRecord(property) ? property : undefined
}
