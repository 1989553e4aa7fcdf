import { basename } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What the bar gives seconds for, a shared machine that stands still for a moment may miss once; the report says so. */
const retry = process.env.CI ? 1 : 0;
/** A slow machine is no failure: a test fails by what it waits for, long before this. */
const patience = { retry, testTimeout: 90_000, hookTimeout: 90_000, expect: { poll: { timeout: 10_000 } } };
const onMongo = { isolate: false, ...patience };

/** What takes longest, which a machine that has never run the tests would begin with last: it goes by the size of the files. */
const longest = ["mongod", "schemathesis", "messages", "accessibility", "command-palette"];
/** Unit tests begin: among them are the few that wait long for other processes, which the others can fill. */
const order = ["unit", "api", "live", "browser"];

/** One project after the other, as each begins its workers anew, and in each what takes longest first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * order.indexOf(project.name) + (longest.includes(basename(moduleId, ".test.ts")) ? 0 : 1);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** Tags of the requirements that a test proves; `npm run acceptance` runs the tests by them. */
const requirementTags = Array.from({ length: 33 }, (_, index) => ({ name: `requirement-${index + 1}` }));
const tags = [
  { name: "browser", description: "main journeys in a real browser" },
  { name: "matrix", description: "every screen, language or format in a real browser" },
  { name: "soak", description: "random work or faults for a long time" },
  { name: "contract", description: "generated requests against the OpenAPI document" },
  ...requirementTags,
];

/** Two workers for two cores. The browsers have the machine to themselves, after everything else. */
export default defineConfig({
  test: {
    globalSetup: ["tests/harness/global-setup-mongo.ts"],
    maxWorkers: 2,
    tags,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"], isolate: false, ...patience } },
      { test: { name: "api", include: ["tests/api/**/*.test.ts"], ...onMongo } },
      { test: { name: "live", include: ["tests/live/**/*.test.ts"], ...onMongo } },
      {
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: ["tests/harness/global-setup-web.ts"],
          // The browser is opened once a worker, and databases are used again.
          isolate: false,
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
