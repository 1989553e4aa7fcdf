// @module-tag requirement-47
// @module-tag soak
import { test } from "vitest";
import { runCashWalk } from "../harness/cash-walk.ts";
import { TestRandom } from "../harness/test-random.ts";

const rounds = 80;

test("a long day of eight users with lost connections changes nothing in a locked month and loses no rupee", {
  timeout: 900_000,
}, () => {
  const random = new TestRandom();
  console.log(`SEED=${random.seed}`);
  return runCashWalk(random, rounds);
});
