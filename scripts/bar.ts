import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { build } from "vite";
import type { Finding, Line } from "./bar/line.ts";
import { lines } from "./bar/lines.ts";
import { endAll, type Place } from "./bar/place.ts";
import { Proofs } from "./bar/proofs.ts";
import { findMongo } from "./mongod.ts";

/** What tests that can do more or less of it take. */
const inFull = { MODEL_RUNS: "200", CONVERGENCE_SECONDS: "300", OPENS: "500", AWAY_SECONDS: "9,60" };
const inShort = { MODEL_RUNS: "12", CONVERGENCE_SECONDS: "8", OPENS: "60", AWAY_SECONDS: "9" };
/** A line that has measured for so long will not end any more. */
const longestMs = 15 * 60_000;

/**
 * npm run bar [-- 5 28] [--short] [--seed=…]: what must hold of the portal, shown on portals of its own; one line each, and how
 * many hold. Exit code 1 where one does not. What a test proves is proven by that test.
 */
const words = process.argv.slice(2);
const short = words.includes("--short");
const wanted = words.filter((word) => /^\d+$/.test(word)).map(Number);
const given = words.find((word) => word.startsWith("--seed="))?.slice("--seed=".length);
const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
const strange = words.filter((word) => !/^(\d+|--short|--seed=\d+)$/.test(word));
const unknown = wanted.filter((number) => !lines.some((line) => line.number === number));
const chosen = lines.filter(({ number }) => wanted.length === 0 || wanted.includes(number));

if (strange.length + unknown.length > 0) {
  console.error(`Unknown: ${[...strange, ...unknown].join(" ")}. Numbers are 1 to ${lines.length}; --short; --seed=…`);
  process.exit(1);
}
const begun = performance.now();
const held = await run().catch((error: unknown) => {
  console.error(error);
  return 0;
});
const last = `\n${held} of ${chosen.length} hold, after ${seconds(performance.now() - begun)}\n`;
process.stdout.write(last, () => process.exit(held === chosen.length ? 0 : 1));

async function run(): Promise<number> {
  // Never a database that somebody uses, for the tests too.
  delete process.env.MONGODB_URI;
  Object.assign(process.env, { SEED: String(seed) }, short ? inShort : inFull);
  const [load = 0] = loadavg();
  console.log(`seed ${seed}${short ? ", short form" : ""}; the machine's load before is ${load.toFixed(1)}`);
  const proofs = await Proofs.run(chosen.flatMap((line) => line.proofs ?? []));
  console.log(`the tests took ${seconds(performance.now() - begun)}\n`);
  if (chosen.some(({ client }) => client)) await build({ logLevel: "error" });
  const folder = await mkdtemp(join(tmpdir(), "portal-bar-"));
  const mongo = await findMongo({ env: process.env, dataDir: folder });
  const tidy = async () => {
    await endAll();
    await mongo.stop();
    await rm(folder, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void tidy().then(() => process.exit(1)));
  try {
    let count = 0;
    for (const line of chosen) if (await show(line, { proofs, place: { mongo, folder, short, seed } })) count++;
    return count;
  } finally {
    await tidy();
  }
}

async function show(line: Line, { proofs, place }: { proofs: Proofs; place: Place }): Promise<boolean> {
  const { number, what, target, measure } = line;
  const since = performance.now();
  const findings: Finding[] = [];
  if (measure) findings.push(await Promise.race([measure(place).catch(asFinding), tooLong()]));
  await endAll();
  if (line.proofs) findings.push(proofs.of(line.proofs));
  if (line.inShort && place.short) findings.push({ figure: `here only ${line.inShort}`, holds: true });
  const holds = findings.length > 0 && findings.every((finding) => finding.holds);
  const figures = findings.map(({ figure }) => figure).join("; ");
  const took = measure ? `, ${seconds(performance.now() - since)}` : "";
  console.log(`${String(number).padStart(2)} ${holds ? "holds" : "FAILS"}  ${what}: ${figures} (${target}${took})`);
  return holds;
}

function asFinding(error: unknown): Finding {
  return { figure: error instanceof Error ? error.message : String(error), holds: false };
}

async function tooLong(): Promise<Finding> {
  await pause(longestMs, undefined, { ref: false });
  return { figure: `no end within ${seconds(longestMs)}`, holds: false };
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
