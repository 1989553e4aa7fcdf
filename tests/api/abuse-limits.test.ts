import { describe, expect, test } from "vitest";
import { role } from "../../shared/resources/role.ts";
import { users } from "../../shared/resources/users.ts";
import { freezeSystemTime } from "../harness/clock.ts";
import { openHarness } from "../harness/harness.ts";
import { createUser, password } from "../harness/initial-data.ts";
import { assertOk } from "../harness/reply.ts";

describe("requests from one address", () => {
  test("the portal limits sign-ups and wrong passwords from one address, but accepts correct sign-ins from it and sign-ups from another; the limits end after 15 minutes", {
    tags: "requirement-9",
  }, async () => {
    const { admin, anonymous, transaction } = await openHarness({ trustedProxies: ["loopback"] });
    const [clerkRole] = await admin.list(role, "?RoleName=Clerk");
    // These users exist, because a sign-in with an unknown username is compared with a hash that is slow to compute.
    const guessedUsers = Array.from({ length: 20 }, (_, index) => `user-${index}`);
    await transaction(async (tx) => {
      for (const username of guessedUsers) await createUser(tx, { username, RoleID: clerkRole?.RoleID });
    });
    const advanceMinutes = freezeSystemTime();
    const usersBefore = await admin.list(users);
    const send = (path: string, from: string, body: object) =>
      anonymous.send({ method: "POST", path, body, headers: { "x-forwarded-for": from } });
    // While sign-up is closed, a sign-up within the limit is answered 409 before its password is hashed.
    assertOk(await admin.put("/society", { Name: "S", IsSignUpOpen: false }));
    const signUp = (from: string) =>
      send("/signup", from, { fullName: "Zubair", username: "zubair", email: "z@example.org", password: "zubair-1" });
    const replies = await Promise.all(Array.from({ length: 66 }, () => signUp("203.0.113.7")));
    const countOf = (status: number) => replies.filter((reply) => reply.status === status).length;
    expect([countOf(409), countOf(429)]).toEqual([60, 6]);
    expect((await signUp("203.0.113.8")).status).toBe(409);

    const guessPassword = (username: string) =>
      send("/auth/login", "203.0.113.9", { username, password: "password-1" });
    // After 200 failures from one address, each account accepts only three wrong passwords from there.
    for (let guesses = 0; guesses < 10; guesses++) await Promise.all(guessedUsers.map(guessPassword));
    const guessStatuses: number[] = [];
    for (let guesses = 0; guesses < 4; guesses++) guessStatuses.push((await guessPassword("clerk")).status);
    expect(guessStatuses).toEqual([401, 401, 401, 429]);
    const signIn = async (from: string) =>
      (await send("/auth/login", from, { username: "dashboardReader", password })).status;
    expect([await signIn("203.0.113.9"), await signIn("203.0.113.10")]).toEqual([200, 200]);
    advanceMinutes(15);
    expect([(await signUp("203.0.113.7")).status, (await guessPassword("clerk")).status]).toEqual([409, 401]);
    expect(await admin.list(users)).toEqual(usersBefore);
  });
});
