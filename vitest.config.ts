import { defineConfig } from "vitest/config"

// Four lanes: fast unit and repo tests, seeded property tests, end-to-end cases on the real host.
export default defineConfig({
  test: {
    reporters: ["default"],
    projects: [
      {
        test: {
          name: "unit",
          // Modules hold no mutable state, so that files can share a worker: a third of the CPU time.
          pool: "threads",
          // Engines are started as processes; on a busy machine that takes its time.
          testTimeout: 60_000,
          isolate: false,
          include: ["test/**/*.test.ts"],
          exclude: ["test/e2e/**", "test/property/**", "test/host-runtime/**"],
        },
      },
      { test: { name: "property", include: ["test/property/**/*.test.ts"], testTimeout: 300_000 } },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // Each file owns one host process of several hundred MB; two at a time fill two cores.
          maxWorkers: 2,
          // Cases of one host that run at the same time share its one thread; more than three make each other slow.
          maxConcurrency: 3,
          fileParallelism: true,
        },
      },
    ],
  },
})
