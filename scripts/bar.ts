import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { Finding, Line } from "./bar/line.ts";
import { lines } from "./bar/lines.ts";
import type { Place } from "./bar/place.ts";
import { Proofs } from "./bar/proofs.ts";
import { findMongo } from "./mongod.ts";

/**
 * npm run bar [-- 5 28] [--short] [--seed=…]: what must hold of the portal, shown on portals of its own; one line each, and how
 * many hold. Exit code 1 where one does not. What a test proves is proven by that test.
 */
/** What tests that can do more take for the whole of it. */
const inFull = { MODEL_RUNS: "200", CONVERGENCE_SECONDS: "300", OPENS: "500", AWAY_SECONDS: "60" };
const words = process.argv.slice(2);
const short = words.includes("--short");
const wanted = words.filter((word) => /^\d+$/.test(word)).map(Number);
const given = words.find((word) => word.startsWith("--seed="))?.slice("--seed=".length);
const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
const strange = words.filter((word) => !/^(\d+|--short|--seed=\d+)$/.test(word));
const chosen = lines.filter(({ number }) => wanted.length === 0 || wanted.includes(number));

if (strange.length > 0 || wanted.some((number) => !lines.some((line) => line.number === number))) {
  console.error(`Unknown: ${[...strange, ...wanted].join(" ")}. Numbers are 1 to ${lines.length}; --short; --seed=…`);
  process.exit(1);
}
const held = await run().catch((error: unknown) => {
  console.error(error);
  return 0;
});
process.stdout.write(`\n${held} of ${chosen.length} hold\n`, () => process.exit(held === chosen.length ? 0 : 1));

async function run(): Promise<number> {
  // Never a database that somebody uses, for the tests too.
  delete process.env.MONGODB_URI;
  Object.assign(process.env, { SEED: String(seed) }, short ? {} : inFull);
  const [load = 0] = loadavg();
  console.log(`seed ${seed}${short ? ", short form" : ""}; the machine's load before is ${load.toFixed(1)}\n`);
  const proofs = await Proofs.run(chosen.flatMap((line) => line.proofs ?? []));
  const folder = await mkdtemp(join(tmpdir(), "portal-bar-"));
  const mongo = await findMongo({ env: process.env, dataDir: folder });
  try {
    let count = 0;
    for (const line of chosen) if (await show(line, { proofs, place: { mongo, folder, short, seed } })) count++;
    return count;
  } finally {
    await mongo.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function show(line: Line, { proofs, place }: { proofs: Proofs; place: Place }): Promise<boolean> {
  const { number, what, target, measure } = line;
  const findings: Finding[] = [];
  if (measure) findings.push(await measure(place).catch(asFinding));
  if (line.proofs) findings.push(proofs.of(line.proofs));
  const holds = findings.every((finding) => finding.holds);
  const figures = findings.map(({ figure }) => figure).join("; ");
  console.log(`${String(number).padStart(2)} ${holds ? "holds" : "FAILS"}  ${what}: ${figures} (${target})`);
  return holds;
}

function asFinding(error: unknown): Finding {
  return { figure: error instanceof Error ? error.message : String(error), holds: false };
}
