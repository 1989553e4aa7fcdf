import fc from "fast-check";
import { expect } from "vitest";
import { testSeed } from "./test-random.ts";

/**
 * Vitest setup: in tests/unit, whose rules hold for all inputs, each run without SEED tries other inputs, and a failure
 * prints its seed. What other tests draw at random is the same in every run.
 */
const isUnitTest = expect.getState().testPath?.includes("/tests/unit/");
fc.configureGlobal(isUnitTest && process.env.SEED === undefined ? {} : { seed: testSeed });
