import { expect, test } from "vitest";
import { openHarness } from "../harness/harness.ts";
import { password } from "../harness/initial-data.ts";
import { assertOk } from "../harness/reply.ts";

const office = { "x-forwarded-for": "203.0.113.7" };
const home = { "x-forwarded-for": "203.0.113.8" };

test("many sign-ins from one address do not delay a sign-in from another", { tags: "requirement-9" }, async () => {
  const { anonymous } = await openHarness({ trustedProxies: ["loopback"] });
  const signIn = (headers: Record<string, string>, body: object) =>
    anonymous.send({ method: "POST", path: "/auth/login", body, headers });
  let checkedTries = 0;
  const tries = Array.from({ length: 100 }, async (_, n) => {
    const { status } = await signIn(office, { username: `nobody-${n}`, password: "not that" });
    if (status === 401) checkedTries++;
  });
  assertOk(await signIn(home, { username: "clerk", password }));
  expect(checkedTries).toBeLessThan(50);
  await Promise.all(tries);
});

test("the portal accepts ten successful password changes of a user in 15 minutes", async () => {
  const { clerk } = await openHarness();
  let currentPassword = password;
  for (let n = 0; n < 10; n++) {
    const newPassword = `changed-${n}`;
    assertOk(await clerk.put("/me/password", { currentPassword, newPassword }));
    currentPassword = newPassword;
  }
  const { status, headers } = await clerk.put("/me/password", { currentPassword, newPassword: "changed-10" });
  expect(status).toBe(429);
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(800);
});
