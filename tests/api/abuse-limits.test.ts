import { describe, expect, test } from "vitest";
import { role } from "../../shared/resources/role.ts";
import { users } from "../../shared/resources/users.ts";
import { freezeSystemTime } from "../harness/clock.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import { createUser, password } from "../harness/initial-data.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const harness = await openSharedHarness();

describe("requests from one address", () => {
  test("the portal limits sign-ups and wrong passwords from one address, but accepts correct sign-ins from it and sign-ups from another", {
    tags: "requirement-9",
  }, async () => {
    const { admin, anonymous, transaction } = await openHarness({ trustedProxies: ["loopback"] });
    const [clerkRole] = await admin.list(role, "?RoleName=Clerk");
    // Passwords of these users are verified much faster than those of unknown usernames.
    const guessedUsers = Array.from({ length: 20 }, (_, index) => `user-${index}`);
    await transaction(async (tx) => {
      for (const username of guessedUsers) await createUser(tx, { username, RoleID: clerkRole?.RoleID });
    });
    const advanceMinutes = freezeSystemTime();
    const before = await admin.list(users);
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
    expect(await admin.list(users)).toEqual(before);
  });
});

describe("display creation", { tags: "requirement-7" }, () => {
  test("a user without permission to view what a display shows cannot create it, because anyone with its link can read it", async () => {
    const { manager, admin, grant, revoke, changeUser } = harness;
    const createDisplay = async (DisplayName: string) => (await manager.post("/display", { DisplayName })).status;
    await grant({ role: "Manager", page: "/system-management?tab=displays", action: "Add" });
    expect(await createDisplay("Gate")).toBe(200);
    const receipts = { role: "Manager", page: "/payment-management?tab=payment-receipt", action: "View" } as const;
    await revoke(receipts);
    expect(await createDisplay("Stairs")).toBe(403);
    await grant(receipts);
    const tenantRole = parseRecord(role, await admin.post("/role", { RoleName: "Tenant", Scope: "own" }));
    // A page may lack an action, the dashboard for example Add.
    for (const page of ["/", "/system-management?tab=displays", receipts.page] as const)
      for (const action of ["View", "Add"] as const)
        await grant({ role: tenantRole.RoleName, page, action }).catch(() => 0);
    await changeUser("manager", { RoleID: tenantRole.RoleID });
    expect((await manager.get("/payment-receipt")).status).toBe(200);
    expect(await createDisplay("Roof")).toBe(403);
  });
});

test("the portal sends no CORS headers to a page of another origin", async () => {
  const { admin, portal } = harness;
  const headers = {
    origin: "https://evil.example",
    authorization: `Bearer ${await admin.token()}`,
    "access-control-request-method": "PUT",
    "access-control-request-headers": "authorization",
  };
  const requests = [
    ["OPTIONS", "/api/plot"],
    ["GET", "/api/plot"],
    ["GET", "/api/society/public"],
    ["GET", "/socket.io/?EIO=4&transport=polling"],
    ["OPTIONS", "/socket.io/?EIO=4&transport=polling"],
  ] as const;
  for (const [method, path] of requests) {
    const reply = await fetch(`${portal.url()}${path}`, { method, headers });
    await reply.arrayBuffer();
    const corsHeaders = [...reply.headers.keys()].filter((name) => name.startsWith("access-control"));
    expect({ method, path, corsHeaders }).toEqual({ method, path, corsHeaders: [] });
  }
});
