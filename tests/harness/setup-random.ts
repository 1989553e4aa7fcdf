import fc from "fast-check";
import { expect } from "vitest";
import { testSeed } from "./test-random.ts";

/**
 * Vitest setup: properties in tests/unit hold for all inputs, so each run uses a new random seed unless SEED is set,
 * and a failure prints it. All other tests use a fixed seed.
 */
const isUnitTest = expect.getState().testPath?.includes("/tests/unit/");
fc.configureGlobal(isUnitTest && process.env.SEED === undefined ? {} : { seed: testSeed });
