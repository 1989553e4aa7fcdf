import { expect, test } from "vitest";
import { RateLimiter } from "../../server/access/rate-limiter.ts";
import { Clock } from "../harness/clock.ts";

test("a brake remembers only who still has to wait for something, however many came", { tags: "requirement-9" }, () => {
  const clock = new Clock();
  const brake = new RateLimiter({ maxAttempts: 10, windowMinutes: 15, now: clock.now });
  for (let n = 0; n < 1000; n++) brake.record(`stranger-${n}`);
  for (let n = 0; n < 10; n++) brake.record("guesser");
  clock.advance(14);
  brake.record("stranger-0");
  expect([brake.trackedKeys, brake.secondsUntilAllowed("guesser")]).toEqual([1001, 60]);
  clock.advance(1);
  brake.record("newcomer");
  expect([brake.trackedKeys, brake.secondsUntilAllowed("guesser")]).toEqual([2, 0]);
});

test("a flood of strangers within the time is remembered up to a bound, the latest of them", {
  tags: "requirement-9",
}, () => {
  const brake = new RateLimiter({ maxAttempts: 1, windowMinutes: 15, now: new Clock().now });
  for (let n = 0; n < 100_001; n++) brake.record(`stranger-${n}`);
  expect(brake.trackedKeys).toBe(100_000);
  expect([brake.secondsUntilAllowed("stranger-0"), brake.secondsUntilAllowed("stranger-100000")]).toEqual([0, 900]);
});
