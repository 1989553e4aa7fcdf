import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { build } from "vite";
import { findGuaranteeProblems } from "./acceptance/guarantees.ts";
import { killAllPortals } from "./acceptance/portal-process.ts";
import {
  type AcceptanceContext,
  type CheckResult,
  combineResults,
  type Requirement,
} from "./acceptance/requirement.ts";
import { requirements } from "./acceptance/requirements.ts";
import { TestResults } from "./acceptance/test-results.ts";
import { findMongo } from "./lib/mongo.ts";
import { errorMessage } from "./lib/process.ts";

/** Environment variables that set the repetitions or the duration of long tests. */
const fullRunEnv = { MODEL_RUNS: "200", CONVERGENCE_SECONDS: "300", OPENS: "500", OUTAGE_SECONDS: "9,60" };
const shortRunEnv = { MODEL_RUNS: "12", CONVERGENCE_SECONDS: "8", OPENS: "60", OUTAGE_SECONDS: "9" };
const requirementTimeoutMs = 15 * 60_000;

/**
 * npm run acceptance [-- 5 28 --short --seed=N]: checks every requirement, or those with the given numbers, on new
 * portals. Prints one line for each requirement. The exit code is 1 if one of them fails, or if a guarantee of
 * SECURITY.md has no requirement.
 */
const { selected, isShort, seed } = readArguments();
const startedAt = performance.now();
const passedCount = await checkSelected().catch((error: unknown) => {
  console.error(error);
  return 0;
});
const guaranteeProblems = await findGuaranteeProblems(requirements);
for (const problem of guaranteeProblems) console.log(`FAIL  ${problem}`);
const isAccepted = passedCount === selected.length && guaranteeProblems.length === 0;
const summary = `\n${passedCount} of ${selected.length} passed after ${formatSeconds(performance.now() - startedAt)}\n`;
process.stdout.write(summary, () => process.exit(isAccepted ? 0 : 1));

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { short: { type: "boolean", default: false }, seed: { type: "string" } },
    });
    const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
    const unknown = positionals.find((argument) => !requirements.some(({ number }) => String(number) === argument));
    if (unknown !== undefined) throw new Error(`There is no requirement ${unknown}`);
    if (!Number.isSafeInteger(seed)) throw new Error("The seed must be a number");
    const selected = requirements.filter(
      ({ number }) => positionals.length === 0 || positionals.includes(String(number)),
    );
    return { selected, isShort: values.short, seed };
  } catch (error) {
    console.error(
      `${errorMessage(error)}. Usage: npm run acceptance -- [1 … ${requirements.length}] [--short] [--seed=N]`,
    );
    process.exit(1);
  }
}

/** Checks the selected requirements; resolves with the number of those that passed. */
async function checkSelected(): Promise<number> {
  // Neither the portals nor the tests may use an existing database.
  delete process.env.MONGODB_URI;
  Object.assign(process.env, { SEED: String(seed) }, isShort ? shortRunEnv : fullRunEnv);
  const [load = 0] = loadavg();
  console.log(`seed ${seed}${isShort ? ", short run" : ""}; load average before the run: ${load.toFixed(1)}`);
  const testResults = await TestResults.run(selected);
  console.log(`the tests took ${formatSeconds(performance.now() - startedAt)}\n`);
  if (selected.some(({ needsClientBuild }) => needsClientBuild)) await build({ logLevel: "error" });
  const folder = await mkdtemp(join(tmpdir(), "portal-acceptance-"));
  const mongo = await findMongo({ env: process.env, dataDir: folder });
  const cleanUp = async () => {
    await killAllPortals();
    await mongo.stop();
    await rm(folder, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void cleanUp().then(() => process.exit(1)));
  try {
    let count = 0;
    for (const requirement of selected)
      if (await checkRequirement(requirement, { testResults, context: { mongo, folder, isShort, seed } })) count++;
    return count;
  } finally {
    await cleanUp();
  }
}

async function checkRequirement(
  requirement: Requirement,
  { testResults, context }: { testResults: TestResults; context: AcceptanceContext },
): Promise<boolean> {
  const { number, title, target, check, minTests, shortRunNote } = requirement;
  const startedAt = performance.now();
  const results: CheckResult[] = [];
  if (check) results.push(await Promise.race([check(context).catch(toFailure), failAfterTimeout()]));
  await killAllPortals();
  if (minTests !== undefined) results.push(testResults.check(number, minTests));
  if (shortRunNote && context.isShort) results.push({ summary: `short run: only ${shortRunNote}`, passed: true });
  const { summary, passed } = combineResults(results);
  const duration = check ? `, ${formatSeconds(performance.now() - startedAt)}` : "";
  console.log(`${String(number).padStart(2)} ${passed ? "pass" : "FAIL"}  ${title}: ${summary} (${target}${duration})`);
  return passed;
}

function toFailure(error: unknown): CheckResult {
  return { summary: errorMessage(error), passed: false };
}

async function failAfterTimeout(): Promise<CheckResult> {
  await pause(requirementTimeoutMs, undefined, { ref: false });
  return { summary: `no result within ${formatSeconds(requirementTimeoutMs)}`, passed: false };
}

function formatSeconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
