// Two hosts on one project: whose tasks are whose, and who takes over. For both states of the background flag.

import { describe, expect, test } from "vitest"
import type { CaseHost } from "./case-host.ts"
import { resumeSession } from "./resumed-session.ts"
import { gated, parallel, type Step, say } from "./script.ts"
import { never, onCancel, onMessage, onResult, onRevive, onStatus } from "./task-control-cases.ts"
import { toldTimes } from "./task-notices.ts"
import type { Hosts } from "./use-hosts.ts"

export interface TwoHosts {
  readonly hosts: Hosts
  /** A second host in the same folders, not yet started. */
  readonly second: CaseHost
  /** Start tasks for "first work" to "fourth work", in this order. */
  readonly launches: readonly Step[]
}

export function defineTwoHostsCases({ hosts, second, launches }: TwoHosts): void {
  describe("two hosts on one project", () => {
    test("do not take each other's tasks while both live, and one takes over when the other is gone", async () => {
      const live = await hosts.ours.open({ steps: [] })
      const first = gated(say("The first report."))
      const third = gated(say("The third report."))
      await live.send("go", [...launches, say("started")], {
        children: [
          { match: "first work", steps: [first.step] },
          { match: "second work", steps: [never, say("The second report.")] },
          { match: "third work", steps: [third.step] },
          { match: "fourth work", steps: [never, say("The fourth report.")] },
        ],
      })
      await hosts.model.waitForRequests(4, (one) => one.parentSessionId === live.sessionId)
      const other = await resumeSession(hosts.model, second, live)
      for (const alias of ["gen-1", "gen-3"]) {
        const answers = await other.ask(
          onStatus(alias),
          onCancel(alias),
          onRevive(alias, "Anew."),
          onMessage(alias, "Hello."),
          onResult(alias),
        )
        expect(answers[0]).toContain("state: running (other host)")
        const refused = expect.stringContaining("outcome: refused")
        expect(answers.slice(1, 4)).toEqual([refused, refused, refused])
        expect(answers[1]).toContain("Another running host process owns that task")
        expect(answers[4]).toContain("outcome: not_ready")
      }
      expect(await other.told()).toEqual([])

      first.open()
      third.open()
      const told = (await toldTimes(live, 2)).join("\n")
      expect(told).toContain("The first report.")
      expect(told).toContain("The third report.")

      const { kill } = await hosts.ours.process()
      await kill()
      const answers = await other.ask(
        parallel(onStatus("gen-2"), onStatus("gen-4")),
        parallel(onRevive("gen-2", "Go on."), onRevive("gen-4", "Go on.")),
      )
      const [stopped, started] = ["state: stopped", "outcome: started\n"].map((text) =>
        expect.stringContaining(text),
      )
      expect(answers).toEqual([stopped, stopped, started, started])
      await other.toldOf("The second report.")
      const all = await other.toldOf("The fourth report.")
      for (const number of ["first", "second", "third", "fourth"]) {
        expect(all.filter((one) => one.includes(`The ${number} report.`))).toHaveLength(1)
      }
      // Whether the end of a cut run was stored before it was asked for is a race; twice it never is.
      const cut = all.filter((one) => one.includes('state="stopped"'))
      expect(new Set(cut).size).toBe(cut.length)
    })
  })
}
