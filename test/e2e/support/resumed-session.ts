// The session of a case on the host that runs now: after a restart, or on a second host.

import { type LiveCase, until } from "./case.ts"
import type { CaseHost } from "./case-host.ts"
import { type Step, say } from "./script.ts"
import type { ScriptedModel } from "./scripted-model.ts"

export async function resumeSession(model: ScriptedModel, host: CaseHost, live: LiveCase) {
  const { client } = await host.process()
  const { directory, sessionId } = live
  const messages = () => client.messages(directory, sessionId)
  const told = async () =>
    (await messages())
      .flatMap((one) => one.parts)
      .map((part) => String(part.text ?? ""))
      .filter((text) => text.startsWith("<task id="))
  return {
    told,
    /** The notices, once there are `count` of them. */
    toldTimes: async (count: number) => {
      await until(30_000, `fewer than ${count} notices`, async () =>
        (await told()).length >= count ? true : undefined,
      )
      return told()
    },
    /** The notices, once one of them has this text. */
    toldOf: async (text: string) => {
      await until(30_000, `no notice with "${text}"`, async () =>
        (await told()).some((one) => one.includes(text)) ? true : undefined,
      )
      return told()
    },
    /** Sends a user message and gives the texts of the tool results of its turn. */
    ask: async (...steps: readonly Step[]) => {
      model.script(sessionId, [...steps, say("seen")])
      const before = (await messages()).length
      await client.must("POST", `/session/${sessionId}/message`, {
        directory,
        body: {
          model: { providerID: "fake", modelID: "gpt-5-fake" },
          parts: [{ type: "text", text: "go on" }],
        },
      })
      const parts = (await messages()).slice(before).flatMap((one) => one.parts)
      return parts
        .filter((part) => part.type === "tool")
        .map((part) => JSON.parse(JSON.stringify(part)).state?.output ?? "")
        .map(String)
    },
  }
}
