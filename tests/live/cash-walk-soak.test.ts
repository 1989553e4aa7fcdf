// @module-tag requirement-47
// @module-tag soak
import { test } from "vitest";
import { runCashWalk } from "../harness/cash-walk.ts";
import { TestRandom } from "../harness/test-random.ts";

const rounds = 80;

test("80 rounds of random requests of several users with lost connections change nothing in a locked month and keep all totals right", {
  timeout: 900_000,
}, () => {
  const random = new TestRandom();
  console.log(`SEED=${random.seed}`);
  return runCashWalk(random, rounds);
});
