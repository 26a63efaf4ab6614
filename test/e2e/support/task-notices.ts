// What a session was told about its tasks, and when it is certain that nothing more comes.

import { setTimeout as sleep } from "node:timers/promises"
import { expect } from "vitest"
import { type CaseRun, type LiveCase, until } from "./case.ts"

/** A doubled notice would come within this time. */
const quietMs = 1_500

/** Texts that the plugin or the host stored in the session about tasks. */
export function notices(run: CaseRun): readonly string[] {
  return run.messages
    .filter((message) => message.info.role === "user")
    .flatMap((message) => message.parts)
    .map((part) => String(part.text ?? ""))
    .filter((text) => text.startsWith("<task id="))
}

/** The notices of a session, once there are `count` of them and no more came. */
export async function toldTimes(live: LiveCase, count: number): Promise<readonly string[]> {
  await until(30_000, `fewer than ${count} notices`, async () =>
    notices(await live.look()).length >= count ? true : undefined,
  )
  await sleep(quietMs)
  const told = notices(await live.idle())
  expect(told).toHaveLength(count)
  return told
}
