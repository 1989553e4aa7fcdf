// @module-tag requirement-49
// @module-tag soak
import { test } from "vitest";
import { runRandomTampering } from "../harness/random-tampering.ts";
import { TestRandom } from "../harness/test-random.ts";

test("the verification reports each of 1,000 random changes in the database", { timeout: 300_000 }, async () => {
  const random = new TestRandom();
  console.log(`SEED=${random.seed}`);
  await runRandomTampering(random, { rounds: 40, changesPerRound: 25 });
});
