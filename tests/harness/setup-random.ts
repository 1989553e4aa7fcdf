import fc from "fast-check";
import { inject } from "vitest";
import { testSeed } from "./test-random.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The rules in tests/unit hold for all inputs: without SEED each run tries others. A failure prints its seed. */
    triesNewInputs: boolean;
  }
}

fc.configureGlobal(inject("triesNewInputs") && process.env.SEED === undefined ? {} : { seed: testSeed });
