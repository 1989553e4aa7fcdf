import { startVitest, type TestModule } from "vitest/node";
import { errorMessage } from "../lib/process.ts";
import { findTestFiles, testFileName } from "../lib/test-files.ts";
import type { CheckResult, Requirement } from "./requirement.ts";

interface TestOutcome {
  name: string;
  tags: readonly string[];
  state: "passed" | "failed" | "skipped" | "pending";
  /** First line of the error of a failed test, in parentheses after a space; otherwise "". */
  reason: string;
}

/** The outcome of the tests that prove requirements. */
export class TestResults {
  readonly #outcomes: readonly TestOutcome[];
  /** Errors outside of tests; if there is one, no requirement passes. */
  readonly #errors: readonly string[];

  /** Runs the tests that carry the tag of one of the requirements, each once, on a new MongoDB. */
  static async run(requirements: readonly Requirement[]): Promise<TestResults> {
    const tags = requirements.filter(({ minTests }) => minTests !== undefined).map(tagOf);
    if (tags.length === 0) return new TestResults([], []);
    try {
      // Vitest imports a file before it filters its tests, and many files open a portal when they are imported.
      const anyTag = new RegExp(`\\b(${tags.join("|")})\\b`);
      const files = await findTestFiles((text) => anyTag.test(text));
      const vitest = await startVitest("test", files, {
        watch: false,
        tagsFilter: [tags.join(" || ")],
        reporters: [{ onTestModuleEnd: logModuleEnd }],
      });
      const outcomes = vitest.state.getTestModules().flatMap(readOutcomes);
      const errors = vitest.state.getUnhandledErrors().map(errorMessage);
      await vitest.close();
      return new TestResults(outcomes, errors);
    } catch (error) {
      return new TestResults([], [errorMessage(error)]);
    }
  }

  private constructor(outcomes: readonly TestOutcome[], errors: readonly string[]) {
    this.#outcomes = outcomes;
    this.#errors = errors;
  }

  /** Passes if all tests of the requirement passed, none was skipped and none is missing. */
  check(number: number, minTests: number): CheckResult {
    const tests = this.#outcomes.filter(({ tags }) => tags.includes(tagOf({ number })));
    const failures = tests.filter(({ state }) => state !== "passed");
    const errors = [...this.#errors, ...failures.map(({ state, name, reason }) => `${state}: ${name}${reason}`)];
    if (tests.length < minTests) errors.push(`${tests.length} tests instead of ${minTests}`);
    const passedCount = tests.length - failures.length;
    const summary = `${passedCount} ${passedCount === 1 ? "test" : "tests"} passed`;
    return { summary: [summary, ...errors].join("; "), passed: errors.length === 0 };
  }
}

function tagOf({ number }: Pick<Requirement, "number">): string {
  return `requirement-${number}`;
}

function readOutcomes(module: TestModule): TestOutcome[] {
  const file = testFileName(module.moduleId);
  // A test of a file that could not be imported or set up counts as failed.
  const isBroken =
    module.errors().length > 0 || [...module.children.allSuites()].some((suite) => suite.errors().length > 0);
  return [...module.children.allTests()].map((test) => {
    const { state, errors = [] } = test.result();
    const [reason = ""] = errors.map(({ message }) => ` (${message.split("\n")[0]})`);
    return { name: `${file} > ${test.fullName}`, tags: test.tags, state: isBroken ? "failed" : state, reason };
  });
}

function logModuleEnd(module: TestModule): void {
  console.error(`  ${testFileName(module.moduleId)}, ${(module.diagnostic().duration / 1_000).toFixed(1)} s`);
}
