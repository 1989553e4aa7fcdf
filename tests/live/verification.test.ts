// @module-tag requirement-49
import { test } from "vitest";
import { runRandomTampering } from "../harness/random-tampering.ts";
import { TestRandom } from "../harness/test-random.ts";

test("the verification of the commits reports every random change made directly in the database", async () => {
  const random = new TestRandom();
  console.log(`SEED=${random.seed}`);
  await runRandomTampering(random, { rounds: 2, changesPerRound: 20 });
});
