import { expect, test } from "vitest";
import { openHarness } from "../harness/harness.ts";
import { password } from "../harness/initial-data.ts";
import { assertOk } from "../harness/reply.ts";

const officeHeaders = { "x-forwarded-for": "203.0.113.7" };
const homeHeaders = { "x-forwarded-for": "203.0.113.8" };

test("a sign-in is checked before most of a hundred earlier sign-ins from another address", {
  tags: "requirement-9",
}, async () => {
  const { anonymous } = await openHarness({ trustedProxies: ["loopback"] });
  const signIn = (headers: Record<string, string>, body: object) =>
    anonymous.send({ method: "POST", path: "/auth/login", body, headers });
  let checkedTries = 0;
  const tries = Array.from({ length: 100 }, async (_, index) => {
    const { status } = await signIn(officeHeaders, { username: `nobody-${index}`, password: "not that" });
    if (status === 401) checkedTries++;
  });
  assertOk(await signIn(homeHeaders, { username: "clerk", password }));
  expect(checkedTries).toBeLessThan(50);
  await Promise.all(tries);
});

test("the portal accepts at most ten successful password changes of a user in 15 minutes", async () => {
  const { clerk } = await openHarness();
  let currentPassword = password;
  for (let index = 0; index < 10; index++) {
    const newPassword = `changed-${index}`;
    assertOk(await clerk.put("/me/password", { currentPassword, newPassword }));
    currentPassword = newPassword;
  }
  const { status, headers } = await clerk.put("/me/password", { currentPassword, newPassword: "changed-10" });
  expect(status).toBe(429);
  // 15 minutes are 900 seconds; the password changes take some of them.
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(800);
});
