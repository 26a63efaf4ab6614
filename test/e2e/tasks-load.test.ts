// Two hundred tasks below twenty callers at the same time: every end is told once, and the host's thread stays free.

import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { readNumber } from "../../src/lib/json.ts"
import { until } from "./support/case.ts"
import { createCaseHost, probePlugin } from "./support/case-host.ts"
import { call, say } from "./support/script.ts"
import { startScriptedModel } from "./support/scripted-model.ts"
import { notices } from "./support/task-notices.ts"

/** A machine that does other things as well. */
const slowMs = 600_000
const callers = 20
const tasksEach = 10

test(
  "two hundred tasks: no lost and no doubled notice, and under five per cent of the time in our hooks",
  async () => {
    const model = await startScriptedModel()
    const host = createCaseHost({
      model,
      oneProject: true,
      plugins: [probePlugin("timed-plugin.ts", { tasks: { runningPerParentMax: tasksEach } })],
    })
    try {
      const lives = []
      for (let caller = 0; caller < callers; caller += 1) lives.push(await host.open({ steps: [] }))
      const startedAt = performance.now()
      await Promise.all(
        lives.map((live, caller) => {
          const names = Array.from(
            { length: tasksEach },
            (_, index) => `part ${caller}.${index} end`,
          )
          const start = call("task_batch", { agent: "general", tasks: names, background: true })
          const children = names.map((match, index) => ({
            match,
            steps: [
              say(`Report on ${match}.`, { delayMs: 200 + ((caller * 7 + index * 13) % 20) * 90 }),
            ],
          }))
          return live.send("go", [start, say("started")], { children })
        }),
      )
      for (const live of lives) {
        await until(200_000, "notices are missing", async () =>
          notices(await live.look()).length >= tasksEach ? true : undefined,
        )
      }
      const wallMs = performance.now() - startedAt
      await sleep(3_000)
      for (const [caller, live] of lives.entries()) {
        const told = notices(await live.idle())
        expect(told).toHaveLength(tasksEach)
        for (let index = 0; index < tasksEach; index += 1) {
          const one = told.filter((text) =>
            text.includes(`: part ${caller}.${index} end</summary>`),
          )
          expect(one).toHaveLength(1)
        }
      }
      const probe = await host.open({ steps: [] })
      const run = await probe.send("times", [call("probe_hook_times", {}), say("told")])
      const watch: unknown = JSON.parse(run.results[0]?.output ?? "{}")
      const heldMs = readNumber(watch, "heldMs") ?? Number.NaN
      expect(heldMs / wallMs).toBeLessThan(0.05)
    } finally {
      await host.stop()
      await model.close()
    }
  },
  slowMs,
)
