import { startVitest, type TestModule, type Vitest } from "vitest/node";

/** Runs every test once, or those whose paths hold one of the arguments; the last line says how it went. */
const { passed, failed } = await runTests(process.argv.slice(2)).catch(reportStartFailure);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`, () => process.exit(failed === 0 ? 0 : 1));

interface TestCounts {
  passed: number;
  failed: number;
}

async function runTests(filters: string[]): Promise<TestCounts> {
  const vitest = await startVitest("test", filters, { watch: false });
  const score = countResults(vitest);
  await vitest.close();
  // Vitest says only by its exit code that it found no test, or no MongoDB to run them on.
  return process.exitCode && score.failed === 0 ? { ...score, failed: 1 } : score;
}

function countResults({ state }: Vitest): TestCounts {
  const score = { passed: 0, failed: state.getUnhandledErrors().length };
  for (const module of state.getTestModules()) {
    for (const test of module.children.allTests()) {
      const result = test.result().state;
      if (result === "passed") score.passed++;
      if (result === "failed") score.failed++;
    }
    score.failed += countBrokenSuites(module);
  }
  return score;
}

/** Files that could not be read and preparations that failed: their tests did not run, so each counts as a failure. */
function countBrokenSuites(module: TestModule): number {
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  return suites.length + (module.errors().length > 0 ? 1 : 0);
}

function reportStartFailure(error: unknown): TestCounts {
  console.error(error);
  return { passed: 0, failed: 1 };
}
