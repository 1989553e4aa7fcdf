import { test } from "vitest";
import { runWalks } from "../harness/money-walk-runs.ts";
import { testSeed } from "../harness/test-random.ts";

test("after four random walks of all money operations every figure agrees to the paisa", { timeout: 300_000 }, () =>
  runWalks({ walks: 4, length: 30, seed: testSeed }),
);
