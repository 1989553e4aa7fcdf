import fc from "fast-check";
import { inject } from "vitest";
import { testSeed } from "./test-random.ts";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * True in tests/unit, whose rules hold for all inputs: each run without SEED tries other inputs. A failure prints
     * its seed.
     */
    triesNewInputs: boolean;
  }
}

fc.configureGlobal(inject("triesNewInputs") && process.env.SEED === undefined ? {} : { seed: testSeed });
