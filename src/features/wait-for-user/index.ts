// wait-for-user: a turn that ends because only the user can go on. Wiring only.

import { defineFeature } from "../../feature/feature.ts"
import { waitForUserOptions } from "./options.ts"
import { createWaitForUser } from "./tool.ts"

export const waitForUser = defineFeature({
  name: "wait-for-user",
  summary: "Ends a turn that only the user can continue, and keeps notices quiet until they do.",
  options: waitForUserOptions,
  opens: [],
  restricts: [],
  actsOn: [],
  offers: ["wait_for_user"],
  create: (context, { guard }) => ({ tools: [createWaitForUser(context, guard)] }),
})
