// What the small form of zod leaves to its users: descriptions and English error texts. The small form is used
// because building a schema costs a tenth of the usual one's time, and all are built while the host starts.

import * as z from "zod/mini"
import english from "zod/v4/locales/en.js"
import { invariant } from "./invariant.ts"

/**
 * Describes this very schema, so each use needs one of its own. The host reads the property when it tells the model
 * of a tool (HOST-QUIRK-160); our own generator of JSON schemas reads the registry.
 */
export function described<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
): Schema {
  invariant(!z.globalRegistry.has(schema), "a schema is described once")
  z.globalRegistry.add(schema, { description })
  return Object.assign(schema, { description })
}

/** Given to each parse whose errors somebody reads. */
export const inEnglish: { readonly error: z.core.$ZodErrorMap } = { error: english().localeError }
