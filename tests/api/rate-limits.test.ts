import { expect, test } from "vitest";
import { freezeSystemTime } from "../harness/clock.ts";
import { openHarness } from "../harness/harness.ts";
import { password } from "../harness/initial-data.ts";
import { assertOk } from "../harness/reply.ts";

const wrongCredentials = { username: "clerk", password: "not that" };

test("ten failed sign-ins block an account on every server and after a restart, until the window ends", {
  tags: "requirement-9",
}, async () => {
  const { anonymous, portal } = await openHarness();
  const advanceMinutes = freezeSystemTime();
  const secondServer = await portal.startAnotherServer();
  const anonymousOnSecondServer = secondServer.person();
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      (index % 2 === 0 ? anonymous : anonymousOnSecondServer).post("/auth/login", wrongCredentials),
    ),
  );
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(20);
  await portal.restart();
  const refused = await anonymous.post("/auth/login", { ...wrongCredentials, password });
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, String(15 * 60)]);
  advanceMinutes(15);
  assertOk(await anonymous.post("/auth/login", { ...wrongCredentials, password }));
});

test("no span of 15 minutes contains more than ten failed sign-ins to an account", {
  tags: "requirement-9",
}, async () => {
  const { anonymous } = await openHarness();
  const advanceMinutes = freezeSystemTime();
  const countFailures = async (attemptCount: number) => {
    const replies = await Promise.all(
      Array.from({ length: attemptCount }, () => anonymous.post("/auth/login", wrongCredentials)),
    );
    return replies.filter(({ status }) => status === 401).length;
  };
  expect(await countFailures(1)).toBe(1);
  advanceMinutes(14);
  expect(await countFailures(12)).toBe(9);
  advanceMinutes(1);
  expect(await countFailures(12)).toBe(1);
  const refused = await anonymous.post("/auth/login", { ...wrongCredentials, password });
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, String(14 * 60)]);
  advanceMinutes(14);
  expect(await countFailures(12)).toBe(9);
});

test("a successful sign-in on one server resets the failures counted on another", {
  tags: "requirement-9",
}, async () => {
  const { anonymous, portal } = await openHarness();
  const anonymousOnSecondServer = (await portal.startAnotherServer()).person();
  for (let index = 0; index < 9; index++) await anonymous.post("/auth/login", wrongCredentials);
  assertOk(await anonymousOnSecondServer.post("/auth/login", { ...wrongCredentials, password }));
  for (let index = 0; index < 10; index++)
    expect((await anonymous.post("/auth/login", wrongCredentials)).status).toBe(401);
});

test("the stored counts contain no usernames or email addresses, and the database removes expired counts", {
  tags: "requirement-9",
}, async () => {
  const { anonymous, portal } = await openHarness();
  await anonymous.post("/auth/login", { ...wrongCredentials, username: "typed-by-mistake" });
  await anonymous.post("/reset-password", { email: "typed-by-mistake@example.org" });
  expect(await portal.findCollectionsContaining("typed-by-mistake")).toEqual([]);
  const indexes = await portal.readIndexes("rate-limits");
  expect(indexes).toEqual([
    expect.objectContaining({ key: { _id: 1 } }),
    expect.objectContaining({ key: { key: 1 }, unique: true }),
    expect.objectContaining({ key: { expire: 1 }, expireAfterSeconds: 0 }),
  ]);
});
