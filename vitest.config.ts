import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/harness/longest-first.ts";

/** `npm test` leaves out `matrix`, `soak` and `contract`; `npm run test:all` and CI run everything. */
const categories = [
  { name: "browser", description: "needs Chromium and the built web client" },
  {
    name: "matrix",
    description:
      "every message and every list in its second format; the other screens, languages, sizes and formats in the browser",
  },
  {
    name: "soak",
    description: "random work and faults for a long time, killed processes, stalled clients and databases",
  },
  { name: "contract", description: "generated requests against the OpenAPI document, with schemathesis" },
];
/** Tests that prove a requirement of `npm run acceptance`. */
const requirements = Array.from({ length: 49 }, (_, index) => ({ name: `requirement-${index + 1}` }));

/**
 * Files of a worker share its modules: the initial data of the databases and the browser are created once per worker.
 */
const isolate = false;
const childModulesSetup = "tests/harness/setup-child-modules.ts";

/**
 * Three workers for two cores, because a worker waits for MongoDB or the browser a third of the time. The browser tests
 * run after all others. Unit tests share the project of the server tests, because a worker loads the modules of
 * each project anew. A test fails by the time limits of what it waits for; the limits below only end a test that hangs.
 */
export default defineConfig({
  test: {
    // Transformed modules are stored for the next run.
    experimental: { fsModuleCache: true },
    globalSetup: ["tests/harness/global-setup-mongo.ts", "tests/harness/global-setup-child-modules.ts"],
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    tags: [...categories, ...requirements],
    projects: [
      {
        test: {
          name: "server",
          include: ["tests/unit/**/*.test.ts", "tests/api/**/*.test.ts", "tests/live/**/*.test.ts"],
          isolate,
          setupFiles: [childModulesSetup, "tests/harness/setup-random.ts"],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: ["tests/harness/global-setup-web.ts"],
          isolate,
          setupFiles: [childModulesSetup],
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 45_000 } },
        },
      },
    ],
  },
});
