import { setTimeout as pause } from "node:timers/promises";

/** Begins something so often a second, whether or not the one before has ended; says how often, and how often it failed. */
export async function runAtRate(perSecond: number, forMs: number, work: () => Promise<unknown>) {
  const begun = performance.now();
  const under: Promise<boolean>[] = [];
  while (performance.now() - begun < forMs) {
    under.push(
      work().then(
        () => true,
        () => false,
      ),
    );
    await pause(Math.max(0, begun + (under.length * 1_000) / perSecond - performance.now()));
  }
  const good = await Promise.all(under);
  return { done: good.length, failed: good.filter((isGood) => !isGood).length };
}
