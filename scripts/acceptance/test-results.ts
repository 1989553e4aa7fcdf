import { startVitest, type TestCase, type TestModule } from "vitest/node";
import type { CheckResult, TestSelection } from "./requirement.ts";

interface TestOutcome {
  file: string;
  /** Its own title, and those of the groups in which it stands. */
  titles: readonly string[];
  state: "passed" | "failed" | "skipped" | "pending";
  /** Why it failed, in one line. */
  reason: string;
}

interface TestRun {
  outcomes: readonly TestOutcome[];
  /** What went wrong beside the tests: with it none of them has proven anything. */
  errors: readonly string[];
}

/** What the tests have shown. */
export class TestResults {
  readonly #run: TestRun;

  /** Runs these tests and no others, each once, on a MongoDB of their own. */
  static async run(proofs: readonly TestSelection[]): Promise<TestResults> {
    if (proofs.length === 0) return new TestResults({ outcomes: [], errors: [] });
    const files = [...new Set(proofs.map(({ file }) => `tests/${file}.test.ts`))];
    const titles = proofs.flatMap((proof) => proof.titles);
    try {
      const vitest = await startVitest("test", files, {
        watch: false,
        // The titles of a test and its groups stand one after the other.
        testNamePattern: titles.map((title) => `(?:^|\\s)${titlePattern(title)}(?:\\s|$)`).join("|"),
        reporters: [{ onTestModuleEnd: logModuleEnd }],
      });
      const outcomes = vitest.state.getTestModules().flatMap(readOutcomes);
      const errors = vitest.state.getUnhandledErrors().map(errorMessage);
      await vitest.close();
      return new TestResults({ outcomes, errors });
    } catch (error) {
      return new TestResults({ outcomes: [], errors: [errorMessage(error)] });
    }
  }

  private constructor(shown: TestRun) {
    this.#run = shown;
  }

  /** Did all of them pass? A title that no test has does not hold, and neither does a test that was left out. */
  check(proofs: readonly TestSelection[]): CheckResult {
    const troubles = [...this.#run.errors];
    const proven = new Set<TestOutcome>();
    for (const { file, titles, minTests = 0 } of proofs) {
      const here = this.#run.outcomes.filter((result) => result.file === file);
      const passed = new Set<TestOutcome>();
      for (const title of titles) {
        const pattern = new RegExp(`^${titlePattern(title)}$`);
        const named = here.filter((result) => result.titles.some((one) => pattern.test(one)));
        if (named.length === 0) troubles.push(`not found: ${file}: ${title}`);
        for (const result of named)
          if (result.state === "passed") passed.add(result);
          else troubles.push(`${result.state}: ${file}: ${result.titles.join(" > ")}${result.reason}`);
      }
      if (passed.size < minTests) troubles.push(`${file}: ${passed.size} tests instead of ${minTests}`);
      for (const result of passed) proven.add(result);
    }
    const figure = `${proven.size} ${proven.size === 1 ? "test" : "tests"} passed`;
    return { summary: [figure, ...new Set(troubles)].join("; "), passed: troubles.length === 0 && proven.size > 0 };
  }
}

/** As a regular expression; what is filled in for each of several tests is any text. */
function titlePattern(title: string): string {
  const escaped = title.replace(/[.*+?^{}()|[\]\\/]/g, "\\$&");
  return escaped.replace(/%[sjd]|\$[a-z]+/gi, ".*");
}

function readOutcomes(module: TestModule): TestOutcome[] {
  const file = testFileName(module.moduleId);
  const results = [...module.children.allTests()].map((test): TestOutcome => {
    const { state, errors = [] } = test.result();
    const [reason = ""] = errors.map(({ message }) => ` (${message.split("\n")[0]})`);
    return { file, titles: readTitles(test), state, reason };
  });
  // A file that could not be read or prepared has proven nothing.
  const broken =
    module.errors().length > 0 || [...module.children.allSuites()].some((suite) => suite.errors().length > 0);
  return broken ? results.map((result) => ({ ...result, state: "failed" })) : results;
}

function readTitles(test: TestCase): string[] {
  const titles = [test.name];
  for (let group = test.parent; group.type === "suite"; group = group.parent) titles.unshift(group.name);
  return titles;
}

function logModuleEnd(module: TestModule): void {
  console.error(`  … ${testFileName(module.moduleId)}, ${(module.diagnostic().duration / 1_000).toFixed(1)} s`);
}

function testFileName(moduleId: string): string {
  return (moduleId.split("/tests/").at(-1) ?? "").replace(/\.test\.tsx?$/, "");
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
