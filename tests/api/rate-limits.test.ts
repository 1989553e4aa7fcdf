import { expect, test } from "vitest";
import { freezeSystemTime } from "../harness/clock.ts";
import { openHarness } from "../harness/harness.ts";
import { password } from "../harness/initial-data.ts";
import { assertOk } from "../harness/reply.ts";

const wrong = { username: "clerk", password: "not that" };

test("ten failed sign-ins block an account on every server and after a restart, until the window ends", {
  tags: "requirement-9",
}, async () => {
  const { anonymous, portal } = await openHarness();
  const advance = freezeSystemTime();
  const second = await portal.startAnotherServer();
  const elsewhere = second.person();
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? anonymous : elsewhere).post("/auth/login", wrong)),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  await portal.restart();
  const refused = await anonymous.post("/auth/login", { ...wrong, password });
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "900"]);
  advance(15);
  assertOk(await anonymous.post("/auth/login", { ...wrong, password }));
});

test("a sign-in on one server resets the failures counted on another", { tags: "requirement-9" }, async () => {
  const { anonymous, portal } = await openHarness();
  const elsewhere = (await portal.startAnotherServer()).person();
  for (let n = 0; n < 9; n++) await anonymous.post("/auth/login", wrong);
  assertOk(await elsewhere.post("/auth/login", { ...wrong, password }));
  for (let n = 0; n < 10; n++) expect((await anonymous.post("/auth/login", wrong)).status).toBe(401);
});

test("the counts hold no names and are removed by the database", { tags: "requirement-9" }, async () => {
  const { anonymous, portal } = await openHarness();
  await anonymous.post("/auth/login", { ...wrong, username: "typed-by-mistake" });
  await anonymous.post("/reset-password", { email: "typed-by-mistake@example.org" });
  expect(await portal.findCollectionsContaining("typed-by-mistake")).toEqual([]);
  const indexes = await portal.readIndexes("rate-limits");
  expect(indexes).toEqual([
    expect.objectContaining({ key: { _id: 1 } }),
    expect.objectContaining({ key: { key: 1 }, unique: true }),
    expect.objectContaining({ key: { expire: 1 }, expireAfterSeconds: 0 }),
  ]);
});
