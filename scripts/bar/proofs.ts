import { startVitest, type TestCase, type TestModule } from "vitest/node";
import type { Finding, Proof } from "./line.ts";

interface Result {
  file: string;
  /** Its own title, and those of the groups in which it stands. */
  titles: readonly string[];
  state: "passed" | "failed" | "skipped" | "pending";
  /** Why it failed, in one line. */
  why: string;
}

interface Shown {
  results: readonly Result[];
  /** What went wrong beside the tests: with it none of them has proven anything. */
  troubles: readonly string[];
}

/** What the tests have shown. */
export class Proofs {
  readonly #shown: Shown;

  /** Runs these tests and no others, each once, on a MongoDB of their own. */
  static async run(proofs: readonly Proof[]): Promise<Proofs> {
    if (proofs.length === 0) return new Proofs({ results: [], troubles: [] });
    const files = [...new Set(proofs.map(({ file }) => `tests/${file}.test.ts`))];
    const titles = proofs.flatMap((proof) => proof.titles);
    try {
      const vitest = await startVitest("test", files, {
        watch: false,
        // The titles of a test and its groups stand one after the other.
        testNamePattern: titles.map((title) => `(?:^|\\s)${patternOf(title)}(?:\\s|$)`).join("|"),
        reporters: [{ onTestModuleEnd: sayEnd }],
      });
      const results = vitest.state.getTestModules().flatMap(resultsOf);
      const troubles = vitest.state.getUnhandledErrors().map(wordsOf);
      await vitest.close();
      return new Proofs({ results, troubles });
    } catch (error) {
      return new Proofs({ results: [], troubles: [wordsOf(error)] });
    }
  }

  private constructor(shown: Shown) {
    this.#shown = shown;
  }

  /** Did all of them pass? A title that no test has does not hold, and neither does a test that was left out. */
  of(proofs: readonly Proof[]): Finding {
    const troubles = [...this.#shown.troubles];
    const proven = new Set<Result>();
    for (const { file, titles, least = 0 } of proofs) {
      const here = this.#shown.results.filter((result) => result.file === file);
      const passed = new Set<Result>();
      for (const title of titles) {
        const pattern = new RegExp(`^${patternOf(title)}$`);
        const named = here.filter((result) => result.titles.some((one) => pattern.test(one)));
        if (named.length === 0) troubles.push(`not found: ${file}: ${title}`);
        for (const result of named)
          if (result.state === "passed") passed.add(result);
          else troubles.push(`${result.state}: ${file}: ${result.titles.join(" > ")}${result.why}`);
      }
      if (passed.size < least) troubles.push(`${file}: ${passed.size} tests instead of ${least}`);
      for (const result of passed) proven.add(result);
    }
    const figure = `${proven.size} ${proven.size === 1 ? "test" : "tests"} passed`;
    return { figure: [figure, ...new Set(troubles)].join("; "), holds: troubles.length === 0 && proven.size > 0 };
  }
}

/** As a regular expression; what is filled in for each of several tests is any text. */
function patternOf(title: string): string {
  const escaped = title.replace(/[.*+?^{}()|[\]\\/]/g, "\\$&");
  return escaped.replace(/%[sjd]|\$[a-z]+/gi, ".*");
}

function resultsOf(module: TestModule): Result[] {
  const file = fileOf(module.moduleId);
  const results = [...module.children.allTests()].map((test): Result => {
    const { state, errors = [] } = test.result();
    const [why = ""] = errors.map(({ message }) => ` (${message.split("\n")[0]})`);
    return { file, titles: titlesOf(test), state, why };
  });
  // A file that could not be read or prepared has proven nothing.
  const broken =
    module.errors().length > 0 || [...module.children.allSuites()].some((suite) => suite.errors().length > 0);
  return broken ? results.map((result) => ({ ...result, state: "failed" })) : results;
}

function titlesOf(test: TestCase): string[] {
  const titles = [test.name];
  for (let group = test.parent; group.type === "suite"; group = group.parent) titles.unshift(group.name);
  return titles;
}

function sayEnd(module: TestModule): void {
  console.error(`  … ${fileOf(module.moduleId)}, ${(module.diagnostic().duration / 1_000).toFixed(1)} s`);
}

function fileOf(moduleId: string): string {
  return (moduleId.split("/tests/").at(-1) ?? "").replace(/\.test\.tsx?$/, "");
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
