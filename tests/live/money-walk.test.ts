import { onTestFinished, test } from "vitest";
import { planWalk, WalkRunner } from "../harness/money-walk.ts";
import { SeededRandom } from "../harness/seeded-random.ts";

/** Number of walks of the long test. */
const fullRuns = Number(process.env.MODEL_RUNS ?? 200);

/** The short test is the same in every run, unless SEED is set. */
const shortRunSeed = 500;

test("after ten random walks of all money operations every figure agrees to the paisa", { timeout: 300_000 }, () =>
  runWalks({ walks: 10, length: 30, seed: Number(process.env.SEED ?? shortRunSeed) }),
);

test(
  "after two hundred random walks of all money operations every figure agrees to the paisa",
  {
    tags: ["soak", "requirement-18"],
    timeout: 3_600_000,
  },
  () => runWalks({ walks: fullRuns, length: 50, seed: new SeededRandom().seed }),
);

/** A failure prints the seed of its walk, and then the operations of a shorter one with a difference. */
async function runWalks({ walks, length, seed }: { walks: number; length: number; seed: number }): Promise<void> {
  const runner = new WalkRunner();
  onTestFinished(() => runner.close(), 60_000);
  console.log(`SEED=${seed}`);
  const startedAt = performance.now();
  for (let walk = 0; walk < walks; walk++) {
    const planned = planWalk(seed + walk, length);
    try {
      await runner.run(planned);
    } catch (error) {
      console.error(`SEED=${seed + walk}`, error);
      await runner.run(await runner.reduce(planned));
      throw error;
    }
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`${walks} walks in ${seconds.toFixed(1)} s`, runner.counts);
}
