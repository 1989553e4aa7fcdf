import { startVitest, type TestModule, type Vitest } from "vitest/node";
import { findTestFiles, testFileName } from "./lib/test-files.ts";

/** Only `npm run test:all` runs tests with these tags. */
const slowTags = ["matrix", "soak", "contract"];
const slowestFiles = 10;

/**
 * npm test [-- NAME …]: all tests but the slow ones, or every test of the files whose path contains a name.
 * npm run test:all: all tests. Both print the slowest files; the last line counts the tests.
 */
const args = process.argv.slice(2);
const names = args.filter((arg) => arg !== "--all");
const { passed, failed } = await runTests().catch((error: unknown) => {
  console.error(error);
  return { passed: 0, failed: 1 };
});
process.stdout.write(`\n${passed} passed, ${failed} failed\n`, () => process.exit(failed === 0 ? 0 : 1));

interface TestCounts {
  passed: number;
  failed: number;
}

async function runTests(): Promise<TestCounts> {
  const runsAll = args.includes("--all") || names.length > 0;
  // A file whose tests are all slow is left out, as importing it would start a portal or a browser.
  const files = runsAll
    ? names
    : await findTestFiles((text) => !slowTags.some((tag) => text.includes(`@module-tag ${tag}`)));
  const vitest = await startVitest("test", files, {
    watch: false,
    ...(runsAll ? {} : { tagsFilter: [slowTags.map((tag) => `!${tag}`).join(" && ")] }),
  });
  const counts = countResults(vitest);
  printSlowestFiles(vitest.state.getTestModules());
  await vitest.close();
  // If there was no test or no MongoDB, Vitest reports it by its exit code only.
  return process.exitCode && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function countResults({ state }: Vitest): TestCounts {
  const counts = { passed: 0, failed: state.getUnhandledErrors().length };
  for (const module of state.getTestModules()) {
    for (const test of module.children.allTests()) {
      const result = test.result().state;
      if (result === "passed") counts.passed++;
      if (result === "failed") counts.failed++;
    }
    counts.failed += countBrokenSuites(module);
  }
  return counts;
}

/** A file or group that could not be imported or set up counts as one failure, because its tests did not run. */
function countBrokenSuites(module: TestModule): number {
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  return suites.length + (module.errors().length > 0 ? 1 : 0);
}

function printSlowestFiles(modules: readonly TestModule[]): void {
  const files = modules.map((module) => {
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    return { file: testFileName(module.moduleId), seconds: (collectDuration + setupDuration + duration) / 1_000 };
  });
  console.log("\nSlowest files:");
  for (const { file, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestFiles))
    console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${file}`);
}
