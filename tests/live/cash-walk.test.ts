// @module-tag requirement-47
import { test } from "vitest";
import { runCashWalk } from "../harness/cash-walk.ts";
import { TestRandom } from "../harness/test-random.ts";

const rounds = 12;

test(
  "after random work of eight users with lost connections every account agrees with a simple ledger",
  {
    timeout: 120_000,
  },
  () => runCashWalk(new TestRandom(), rounds),
);
