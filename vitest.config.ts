import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What the bar gives seconds for, a shared machine that stands still for a moment may miss once; the report says so. */
const retry = process.env.CI ? 1 : 0;
/** A slow machine is no failure: a test fails by what it waits for, long before this. */
const patience = { retry, testTimeout: 90_000, hookTimeout: 90_000, expect: { poll: { timeout: 10_000 } } };
const onMongo = { isolate: false, ...patience };

/** Unit tests begin: among them are the few that wait long for other processes, which the others can fill. */
class UnitFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(b.project.name === "unit") - Number(a.project.name === "unit"));
  }
}

/** Two workers for two cores. The browser has the machine to itself, after everything else. */
export default defineConfig({
  test: {
    globalSetup: ["tests/world/mongo.ts"],
    maxWorkers: 2,
    sequence: { sequencer: UnitFirst },
    projects: [
      { test: { name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"], ...patience } },
      { test: { name: "api", include: ["tests/api/**/*.test.ts"], ...onMongo } },
      { test: { name: "live", include: ["tests/live/**/*.test.ts"], ...onMongo } },
      {
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: ["tests/world/web.ts"],
          // One worker for all files: the browser is opened once, and databases are used again.
          isolate: false,
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          retry,
          testTimeout: 180_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 45_000 } },
        },
      },
    ],
  },
});
