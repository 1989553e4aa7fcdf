import { startVitest, type TestModule, type Vitest } from "vitest/node";

/** Runs every test once, or those whose paths hold one of the arguments; the last line says how it went. */
const { passed, failed } = await run(process.argv.slice(2)).catch(notEvenBegun);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`, () => process.exit(failed === 0 ? 0 : 1));

interface Score {
  passed: number;
  failed: number;
}

async function run(filters: string[]): Promise<Score> {
  const vitest = await startVitest("test", filters, { watch: false });
  const score = scoreOf(vitest);
  await vitest.close();
  // Vitest says only by its exit code that it found no test, or no MongoDB to run them on.
  return process.exitCode && score.failed === 0 ? { ...score, failed: 1 } : score;
}

function scoreOf({ state }: Vitest): Score {
  const score = { passed: 0, failed: state.getUnhandledErrors().length };
  for (const module of state.getTestModules()) {
    for (const test of module.children.allTests()) {
      const result = test.result().state;
      if (result === "passed") score.passed++;
      if (result === "failed") score.failed++;
    }
    score.failed += troubles(module);
  }
  return score;
}

/** Files that could not be read and preparations that failed: their tests did not run, so each counts as a failure. */
function troubles(module: TestModule): number {
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  return suites.length + (module.errors().length > 0 ? 1 : 0);
}

function notEvenBegun(error: unknown): Score {
  console.error(error);
  return { passed: 0, failed: 1 };
}
