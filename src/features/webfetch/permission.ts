// Which URLs of one call the host is asked about: the first one, and every one on another site.
// Further URLs of a site that was asked for are judged by the user's deny rules alone, without a second question.

import type { PermissionRequest } from "../../feature/tool-spec.ts"
import type { PermissionRule } from "../../host/port.ts"
import { Refusal } from "../../lib/refusal.ts"
import { matchesWildcard } from "../../lib/wildcard.ts"
import { plainHostname } from "../../net/url.ts"

export interface PermitParts {
  readonly prompt: string | undefined
  ask(request: PermissionRequest): Promise<void>
  /** The rules that hold for the caller, in the host's order. */
  rules(): Promise<readonly PermissionRule[]>
  /** The configuration's word on a URL, before anybody is asked. */
  check(url: URL): Refusal | undefined
  /** Addresses on several sites that are one thing to the user: one question names them all. */
  readonly together: readonly URL[]
}

/** One call's gate: resolves when the URL may be fetched, throws otherwise. Asks each site once. */
export function createPermit(parts: PermitParts): (url: URL) => Promise<void> {
  const sites = new Set<string>()
  const judged = new Set<string>()
  let rules: Promise<readonly PermissionRule[]> | undefined
  return async (url) => {
    if (judged.has(url.href)) return
    const refusal = parts.check(url)
    if (refusal !== undefined) throw refusal
    if (!sites.has(siteKey(url))) {
      const urls = askedWith(url, parts.together)
      await parts.ask(permissionRequest(url, urls, parts.prompt))
      for (const it of urls) sites.add(siteKey(it))
    } else {
      rules ??= parts.rules()
      if (isDeniedByHost(url, await rules)) throw denialOf(url)
    }
    judged.add(url.href)
  }
}

function askedWith(url: URL, together: readonly URL[]): readonly URL[] {
  return together.some((it) => it.href === url.href) ? together : [url]
}

function permissionRequest(
  url: URL,
  urls: readonly URL[],
  prompt: string | undefined,
): PermissionRequest {
  return {
    permission: "webfetch",
    patterns: urls.map((it) => it.href),
    always: urls.map((it) => `${it.origin}/*`),
    metadata: { url: url.href, ...(prompt === undefined ? {} : { prompt }) },
  }
}

/** URLs with the same key need one question: http and https, with and without `www.`, are one site. */
function siteKey(url: URL): string {
  return `${plainHostname(url).replace(/^www\./, "")}:${url.port}`
}

/** The host's own order: the last rule that matches permission and pattern decides. */
function isDeniedByHost(url: URL, rules: readonly PermissionRule[]): boolean {
  const rule = rules.findLast(
    (it) => matchesWildcard(it.permission, "webfetch") && matchesWildcard(it.pattern, url.href),
  )
  return rule?.action === "deny"
}

function denialOf(url: URL): Refusal {
  return new Refusal(
    "HOST_PERMISSION_DENIED",
    `The page redirects to ${url.href}, which the user's permission rules deny.`,
    "Do not try this again; go on without it or tell the user what you needed.",
  )
}
