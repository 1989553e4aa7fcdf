import { expect, test } from "vitest";
import { Brake } from "../../server/ground/brake.ts";
import { Clock } from "../world/clock.ts";

test("a brake remembers only who still has to wait for something, however many came", () => {
  const clock = new Clock();
  const brake = new Brake({ tries: 10, minutes: 15, now: clock.now });
  for (let n = 0; n < 1000; n++) brake.count(`stranger-${n}`);
  for (let n = 0; n < 10; n++) brake.count("guesser");
  clock.pass(14);
  brake.count("stranger-0");
  expect([brake.remembered, brake.wait("guesser")]).toEqual([1001, 60]);
  clock.pass(1);
  brake.count("newcomer");
  expect([brake.remembered, brake.wait("guesser")]).toEqual([2, 0]);
});

test("a flood of strangers within the time is remembered up to a bound, the latest of them", () => {
  const brake = new Brake({ tries: 1, minutes: 15, now: new Clock().now });
  for (let n = 0; n < 100_001; n++) brake.count(`stranger-${n}`);
  expect(brake.remembered).toBe(100_000);
  expect([brake.wait("stranger-0"), brake.wait("stranger-100000")]).toEqual([0, 900]);
});
