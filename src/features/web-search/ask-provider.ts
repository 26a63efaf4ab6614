// Sends one provider's request and reads its answer. A base URL that the user gave may lie in the private network;
// the providers' own addresses may not.

import type { Clock } from "../../lib/clock.ts"
import { createAccess } from "../../net/access.ts"
import { createHttpClient } from "../../net/http-client.ts"
import { type JsonResponse, requestJson } from "../../net/json-request.ts"
import { effectivePort } from "../../net/url.ts"
import { webSearchLimits } from "./limits.ts"
import type { ProviderRequest } from "./provider.ts"

export interface Transport {
  send(request: ProviderRequest, signal: AbortSignal): Promise<JsonResponse>
}

export interface TransportParts {
  readonly clock: Clock
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Base URLs from trusted configuration: exactly these hosts and ports may be private. */
  readonly ownUrls: readonly string[]
}

export function createTransport({ clock, environment, ownUrls }: TransportParts): Transport {
  const allowPrivate = ownUrls.map((text) => {
    const url = new URL(text)
    return `${url.hostname}:${effectivePort(url)}`
  })
  const client = createHttpClient({ clock, environment, access: createAccess({ allowPrivate }) })
  return {
    send: (request, signal) =>
      requestJson(client, clock, {
        ...request,
        signal,
        totalMs: webSearchLimits.totalMs,
        bytesMax: webSearchLimits.bytesMax,
      }),
  }
}
