// All checks of `doctor`, in the order in which they are printed.

import { astEnginesCheck } from "./ast-engines.ts"
import type { Check } from "./check.ts"
import { configurationCheck } from "./configuration.ts"
import { featureCheck } from "./feature-switches.ts"
import { globalFilesCheck } from "./global-files.ts"
import { hostCheck } from "./host.ts"
import { leftoversCheck } from "./leftovers.ts"
import { loadCheck } from "./load.ts"
import { modelLimitsCheck } from "./model-limits.ts"
import { offlineStartCheck } from "./offline-start.ts"
import { otherPluginsCheck } from "./other-plugins.ts"
import { panelCheck } from "./panel.ts"
import { permissionsCheck } from "./permissions.ts"
import { ripgrepCheck } from "./ripgrep.ts"
import { searchKeysCheck } from "./search-keys.ts"

export const checks: readonly Check[] = [
  hostCheck,
  globalFilesCheck,
  configurationCheck,
  loadCheck,
  panelCheck,
  featureCheck,
  permissionsCheck,
  otherPluginsCheck,
  modelLimitsCheck,
  ripgrepCheck,
  astEnginesCheck,
  searchKeysCheck,
  offlineStartCheck,
  leftoversCheck,
]
