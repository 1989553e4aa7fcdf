import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { build } from "vite";
import { type AcceptanceContext, killAllPortals } from "./acceptance/portal-process.ts";
import type { CheckResult, Requirement } from "./acceptance/requirement.ts";
import { requirements } from "./acceptance/requirements.ts";
import { TestResults } from "./acceptance/test-results.ts";
import { findMongo } from "./lib/find-mongo.ts";

/** What tests that can do more or less of it take. */
const fullRunEnv = { MODEL_RUNS: "200", CONVERGENCE_SECONDS: "300", OPENS: "500", AWAY_SECONDS: "9,60" };
const shortRunEnv = { MODEL_RUNS: "12", CONVERGENCE_SECONDS: "8", OPENS: "60", AWAY_SECONDS: "9" };
/** A line that has measured for so long will not end any more. */
const requirementTimeoutMs = 15 * 60_000;

/**
 * npm run bar [-- 5 28] [--short] [--seed=…]: what must hold of the portal, shown on portals of its own; one line each, and how
 * many hold. Exit code 1 where one does not. What a test proves is proven by that test.
 */
const args = process.argv.slice(2);
const isShort = args.includes("--short");
const requestedNumbers = args.filter((word) => /^\d+$/.test(word)).map(Number);
const seedArgument = args.find((word) => word.startsWith("--seed="))?.slice("--seed=".length);
const seed = seedArgument === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(seedArgument);
const unknownArguments = args.filter((word) => !/^(\d+|--short|--seed=\d+)$/.test(word));
const unknownNumbers = requestedNumbers.filter((number) => !requirements.some((line) => line.number === number));
const selected = requirements.filter(
  ({ number }) => requestedNumbers.length === 0 || requestedNumbers.includes(number),
);

if (unknownArguments.length + unknownNumbers.length > 0) {
  console.error(
    `Unknown: ${[...unknownArguments, ...unknownNumbers].join(" ")}. Numbers are 1 to ${requirements.length}; --short; --seed=…`,
  );
  process.exit(1);
}
const startedAt = performance.now();
const passedCount = await run().catch((error: unknown) => {
  console.error(error);
  return 0;
});
const summaryLine = `\n${passedCount} of ${selected.length} hold, after ${formatSeconds(performance.now() - startedAt)}\n`;
process.stdout.write(summaryLine, () => process.exit(passedCount === selected.length ? 0 : 1));

async function run(): Promise<number> {
  // Never a database that somebody uses, for the tests too.
  delete process.env.MONGODB_URI;
  Object.assign(process.env, { SEED: String(seed) }, isShort ? shortRunEnv : fullRunEnv);
  const [load = 0] = loadavg();
  console.log(`seed ${seed}${isShort ? ", short form" : ""}; the machine's load before is ${load.toFixed(1)}`);
  const proofs = await TestResults.run(selected.flatMap((line) => line.tests ?? []));
  console.log(`the tests took ${formatSeconds(performance.now() - startedAt)}\n`);
  if (selected.some(({ needsClientBuild }) => needsClientBuild)) await build({ logLevel: "error" });
  const folder = await mkdtemp(join(tmpdir(), "portal-bar-"));
  const mongo = await findMongo({ env: process.env, dataDir: folder });
  const tidy = async () => {
    await killAllPortals();
    await mongo.stop();
    await rm(folder, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void tidy().then(() => process.exit(1)));
  try {
    let count = 0;
    for (const line of selected)
      if (await checkRequirement(line, { proofs, place: { mongo, folder, short: isShort, seed } })) count++;
    return count;
  } finally {
    await tidy();
  }
}

async function checkRequirement(
  line: Requirement,
  { proofs, place }: { proofs: TestResults; place: AcceptanceContext },
): Promise<boolean> {
  const { number, title, target, measure } = line;
  const since = performance.now();
  const findings: CheckResult[] = [];
  if (measure) findings.push(await Promise.race([measure(place).catch(toFailure), failOnTimeout()]));
  await killAllPortals();
  if (line.tests) findings.push(proofs.check(line.tests));
  if (line.shortRunNote && place.short) findings.push({ summary: `here only ${line.shortRunNote}`, passed: true });
  const holds = findings.length > 0 && findings.every((finding) => finding.passed);
  const figures = findings.map(({ summary }) => summary).join("; ");
  const took = measure ? `, ${formatSeconds(performance.now() - since)}` : "";
  console.log(`${String(number).padStart(2)} ${holds ? "holds" : "FAILS"}  ${title}: ${figures} (${target}${took})`);
  return holds;
}

function toFailure(error: unknown): CheckResult {
  return { summary: error instanceof Error ? error.message : String(error), passed: false };
}

async function failOnTimeout(): Promise<CheckResult> {
  await pause(requirementTimeoutMs, undefined, { ref: false });
  return { summary: `no end within ${formatSeconds(requirementTimeoutMs)}`, passed: false };
}

function formatSeconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
