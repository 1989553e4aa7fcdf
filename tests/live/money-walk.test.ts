import { test } from "vitest";
import { runWalks } from "../harness/money-walk-runs.ts";
import { testSeed } from "../harness/test-random.ts";

test("after two random walks of all money operations every figure agrees to the paisa", { timeout: 300_000 }, () =>
  runWalks({ walks: 2, length: 25, seed: testSeed }),
);
