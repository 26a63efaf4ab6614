// What a check of `doctor` is: it looks at one thing and says what it found and what to do.

import type { ResolvedConfig } from "../../config/resolve.ts"
import type { AnyFeature } from "../../feature/feature.ts"
import type { HostConfigView } from "../host-config-view.ts"
import type { CliPlaces } from "../places.ts"

export interface Finding {
  readonly level: "ok" | "info" | "warning" | "error"
  /** One sentence. Never a secret. */
  readonly message: string
  /** What to do, one sentence. */
  readonly next?: string
}

export interface DoctorContext {
  readonly places: CliPlaces
  readonly features: readonly AnyFeature[]
  readonly hostConfig: HostConfigView
  readonly config: ResolvedConfig
  /** Absolute path of the host's executable. */
  readonly hostBinary: string | undefined
  /** Whether the host may be started to see the plugin load. */
  readonly isStartAllowed: boolean
  /** Whether what we left on disk is removed. */
  readonly isCleaning: boolean
}

export interface Check {
  readonly name: string
  run(context: DoctorContext): Promise<readonly Finding[]>
}
