// Mistakes in the configuration, each with file and line: the host's files, and ours as the plugin itself reads them.

import { describeProblem } from "../../config/problem.ts"
import { notUtf8 } from "../files.ts"
import type { Check, Finding } from "./check.ts"

export const configurationCheck: Check = {
  name: "configuration",
  run: async ({ config, hostConfig }) => {
    const broken = hostConfig.broken.map(
      (message): Finding => ({
        level: "error",
        message: `${message}.`,
        next: message.endsWith(notUtf8)
          ? "Save it in UTF-8; the host starts with it, but reads other characters than you wrote."
          : "Mend it; the host does not start with it.",
      }),
    )
    const problems = config.problems.map(
      (problem): Finding => ({
        level: problem.code === "CONFIG_RESTRICTION_INVALID" ? "error" : "warning",
        message: describeProblem(problem),
      }),
    )
    const found = [...broken, ...problems]
    return found.length > 0 ? found : [{ level: "ok", message: "No mistakes found." }]
  },
}
