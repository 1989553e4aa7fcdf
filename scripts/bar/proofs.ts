import { startVitest, type TestModule } from "vitest/node";
import type { Finding, Proof } from "./line.ts";

interface Result {
  file: string;
  name: string;
  state: "passed" | "failed" | "skipped" | "pending";
}

/** What the tests have shown. */
export class Proofs {
  readonly #results: readonly Result[];

  /** Runs these tests, each once, on a MongoDB of their own. */
  static async run(proofs: readonly Proof[]): Promise<Proofs> {
    if (proofs.length === 0) return new Proofs([]);
    const files = [...new Set(proofs.map(({ file }) => `tests/${file}.test.ts`))];
    const vitest = await startVitest("test", files, {
      watch: false,
      reporters: [{ onTestModuleEnd: ({ moduleId }) => console.error(`  … ${moduleId.split("/tests/").at(-1)}`) }],
    });
    const results = vitest.state.getTestModules().flatMap(resultsOf);
    await vitest.close();
    return new Proofs(results);
  }

  private constructor(results: readonly Result[]) {
    this.#results = results;
  }

  /** Did all of them pass? Proofs that were not found do not hold. */
  of(proofs: readonly Proof[]): Finding {
    const found = proofs.map(({ file, name = "" }) =>
      this.#results.filter((result) => result.file === file && result.name.includes(name)),
    );
    const missing = proofs.filter((_, index) => found[index]?.length === 0);
    const all = [...new Set(found.flat())];
    const failed = all.filter(({ state }) => state !== "passed" && state !== "skipped");
    const passed = all.filter(({ state }) => state === "passed").length;
    const trouble = [
      ...failed.map(({ name }) => `failed: ${name}`),
      ...missing.map(({ file, name }) => `not found: ${file} ${name ?? ""}`),
    ];
    const skipped = all.length - passed - failed.length;
    const left = skipped > 0 ? `, ${skipped} left out` : "";
    return {
      figure: [`${passed} ${passed === 1 ? "test" : "tests"} passed${left}`, ...trouble].join("; "),
      holds: trouble.length === 0 && passed > 0,
    };
  }
}

function resultsOf(module: TestModule): Result[] {
  const file = module.moduleId.split("/tests/").at(-1)?.replace(".test.ts", "") ?? "";
  const tests = [...module.children.allTests()].map((test): Result => {
    return { file, name: test.fullName, state: test.result().state };
  });
  // A file that could not be read or prepared has proven nothing.
  const broken =
    module.errors().length > 0 || [...module.children.allSuites()].some((suite) => suite.errors().length > 0);
  return broken ? [...tests, { file, name: `${file} could not be run`, state: "failed" }] : tests;
}
