// Builds the flow with its HTTP clients, page reader and second model. Loaded with the first call.

import type { FeatureContext } from "../../feature/feature.ts"
import { createAccess } from "../../net/access.ts"
import { createHttpClient } from "../../net/http-client.ts"
import { createSlots } from "../../net/slots.ts"
import { candidateModels } from "../../private-run/models.ts"
import type { PrivateRuns } from "../../private-run/private-run.ts"
import { createPageConverter } from "./convert/converter.ts"
import type { Network } from "./load-page.ts"
import type { WebfetchOptions } from "./options.ts"
import { createWebfetch, type Webfetch } from "./webfetch.ts"

export interface ConnectedWebfetch extends Webfetch {
  /** Ends the page reader. */
  dispose(): Promise<void>
}

export function connectWebfetch(
  context: FeatureContext,
  options: WebfetchOptions,
  runs: PrivateRuns,
): ConnectedWebfetch {
  const { clock, environment, host } = context
  const slots = createSlots()
  const reader = createPageConverter()
  const network = (name: Network["name"], access: Network["access"]): Network => ({
    name,
    access,
    client: createHttpClient({ clock, access, environment, slots }),
  })
  const flow = createWebfetch({
    context,
    runs,
    rules: options,
    open: network("open", createAccess(options)),
    publicOnly: network("public", createAccess()),
    models: async () => {
      const [hostConfig, agents] = await Promise.all([host.config(), host.agents()])
      return candidateModels({ configured: [options.model].flat(), hostConfig, agents })
    },
    convert: reader.convert,
  })
  return { ...flow, dispose: reader.dispose }
}
