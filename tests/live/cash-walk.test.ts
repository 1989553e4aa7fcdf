// @module-tag requirement-47
import { test } from "vitest";
import { runCashWalk } from "../harness/cash-walk.ts";
import { TestRandom } from "../harness/test-random.ts";

test(
  "after random work of eight people over lost connections every account agrees with a plain ledger",
  {
    timeout: 120_000,
  },
  () => runCashWalk(new TestRandom(), 21),
);
