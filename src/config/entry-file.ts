// Which of the host's configuration files lists this plugin with these options. The host tells it in its configuration
// hook alone (HOST-QUIRK-171), after the plugin has started.

import path from "node:path"
import { isDeepStrictEqual } from "node:util"
import { isRecord, readString } from "../lib/json.ts"

/** Undefined where the host does not say, and for an entry without options. `view` is the host's configuration. */
export function entryFile(
  view: Readonly<Record<string, unknown>>,
  options: unknown,
): string | undefined {
  const origins: unknown = view.plugin_origins
  const origin = (Array.isArray(origins) ? origins : []).find(
    (it: unknown) =>
      isRecord(it) && Array.isArray(it.spec) && isDeepStrictEqual(it.spec[1], options),
  )
  const source = readString(origin, "source")
  // Of the global files the host only tells the folder: it has merged them before.
  const isFolder = source !== undefined && !/\.jsonc?$/.test(source)
  return isFolder ? path.join(source, "opencode.json(c)") : source
}
