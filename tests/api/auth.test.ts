import { describe, expect, test } from "vitest";
import { freezeSystemTime } from "../harness/clock.ts";
import { openHarness, openSharedHarness } from "../harness/harness.ts";
import { password } from "../harness/initial-data.ts";
import type { Person } from "../harness/person.ts";
import { assertOk } from "../harness/reply.ts";

const sharedHarness = await openSharedHarness();

const wrongCredentials = { username: "clerk", password: "not-the-one" };

describe("sign-in", () => {
  test("sign-in returns a token and the user", async () => {
    const { anonymous } = await openHarness();
    const { body } = assertOk(await anonymous.post("/auth/login", { username: "clerk", password }));
    expect(body).toEqual({
      success: true,
      message: "Login successful!",
      code: "login-successful",
      token: expect.any(String),
      user: {
        UserID: 3,
        username: "clerk",
        fullName: "clerk",
        isFirstSignIn: false,
        hasTotp: false,
        mustEnrolTotp: false,
        role: { RoleID: 4, roleName: "Clerk", scope: "all" },
      },
    });
  });

  test("sign-in ignores the case of the username but not that of the password", async () => {
    const { anonymous } = await openHarness();
    assertOk(await anonymous.post("/auth/login", { username: "  CLERK ", password }));
    expect((await anonymous.post("/auth/login", { username: "clerk", password: password.toUpperCase() })).status).toBe(
      401,
    );
    expect((await anonymous.post("/auth/login", { username: "clerk", password: ` ${password}` })).status).toBe(401);
  });

  test.each([
    [{}, { username: "Username must be at least 3 characters", password: "Password must be at least 6 characters" }],
    [
      { username: "ab", password: "12345" },
      { username: "Username must be at least 3 characters", password: "Password must be at least 6 characters" },
    ],
    [{ username: "clerk" }, { password: "Password must be at least 6 characters" }],
    [
      { username: { $ne: null }, password: { $ne: null } },
      { username: "Username must be at least 3 characters", password: "Password must be at least 6 characters" },
    ],
    [{ username: ["clerk"], password }, { username: "Username must be at least 3 characters" }],
    [{ username: "clerk", password: true }, { password: "Password must be at least 6 characters" }],
  ])("sign-in refuses %j with the error texts of the form", async (body, errors) => {
    const reply = await sharedHarness.anonymous.post("/auth/login", body);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ success: false, message: Object.values(errors)[0], code: "validation", errors });
  });

  test("sign-in gives the same reply for a wrong password, an unknown username and a disabled user", async () => {
    const { anonymous, changeUser } = await openHarness();
    await changeUser("dashboardReader", { IsActive: false });
    const failingForms = [
      wrongCredentials,
      { ...wrongCredentials, username: "nobody-here" },
      { username: "dashboardReader", password },
    ];
    for (const body of failingForms) {
      const reply = await anonymous.post("/auth/login", body);
      expect([reply.status, reply.body]).toEqual([
        401,
        { success: false, message: "Failed to login", code: "login-failed" },
      ]);
    }
  });
});

describe("password guessing", { tags: "requirement-9" }, () => {
  test("the portal blocks only the guessed account after ten attempts and sends Retry-After", async () => {
    const { anonymous } = await openHarness();
    const advanceMinutes = freezeSystemTime();
    for (let index = 0; index < 10; index++)
      expect((await anonymous.post("/auth/login", wrongCredentials)).status).toBe(401);
    const { status, body, headers } = await anonymous.post("/auth/login", { username: "Clerk", password });
    expect([status, body.success]).toEqual([429, false]);
    expect(Number(headers.get("Retry-After"))).toBe(15 * 60);
    assertOk(await anonymous.post("/auth/login", { username: "manager", password }));
    advanceMinutes(14);
    expect((await anonymous.post("/auth/login", { username: "clerk", password })).status).toBe(429);
    advanceMinutes(1);
    assertOk(await anonymous.post("/auth/login", { username: "clerk", password }));
  });

  test("concurrent requests get no additional attempts", async () => {
    const { anonymous } = await openHarness();
    const replies = await Promise.all(
      Array.from({ length: 25 }, () => anonymous.post("/auth/login", wrongCredentials)),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  test("a successful sign-in resets the attempt counter, and unknown usernames are limited too", async () => {
    const { anonymous } = await openHarness();
    for (let index = 0; index < 9; index++) await anonymous.post("/auth/login", wrongCredentials);
    assertOk(await anonymous.post("/auth/login", { username: "clerk", password }));
    expect((await anonymous.post("/auth/login", wrongCredentials)).status).toBe(401);
    for (let index = 0; index < 10; index++)
      await anonymous.post("/auth/login", { ...wrongCredentials, username: "stranger" });
    expect((await anonymous.post("/auth/login", { ...wrongCredentials, username: "stranger" })).status).toBe(429);
  });

  test("the portal counts attempts per account and address and ignores X-Forwarded-For from an untrusted client", async () => {
    const { anonymous } = await openHarness();
    const replies = await Promise.all(
      Array.from({ length: 11 }, (_, index) => signInFrom(anonymous, `203.0.113.${index}`)),
    );
    expect(replies.filter((status) => status === 429)).toHaveLength(1);
  });

  test("attempts from one address do not block the account's owner at another address behind a trusted proxy", async () => {
    const { anonymous } = await openHarness({ trustedProxies: ["loopback"] });
    for (let index = 0; index < 10; index++) expect(await signInFrom(anonymous, "203.0.113.7")).toBe(401);
    expect(await signInFrom(anonymous, "203.0.113.7")).toBe(429);
    // The proxy appends its client's address to the header; only this last address counts.
    expect(await signInFrom(anonymous, "198.51.100.1, 203.0.113.7")).toBe(429);
    expect(await signInFrom(anonymous, "203.0.113.8", password)).toBe(200);
  });

  test("concurrent sign-ins with the correct password are not counted as failed attempts", async () => {
    const { anonymous } = await openHarness();
    const replies = await Promise.all(
      Array.from({ length: 15 }, () => anonymous.post("/auth/login", { username: "dashboardReader", password })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(15).fill(200));
  });
});

describe("a session", () => {
  test("a logout ends its session at once and permanently, and the user's other sessions stay valid", {
    tags: "requirement-10",
  }, async () => {
    const { clerk, portal } = await openHarness();
    const token = await clerk.signIn();
    const otherToken = await clerk.signIn();
    const sendWithToken = (bearer: string, path = "/me", method = "GET") =>
      clerk.send({ method, path, headers: { authorization: `Bearer ${bearer}` } });
    assertOk(await sendWithToken(token, "/logout", "POST"));
    expect((await sendWithToken(token)).status).toBe(401);
    expect((await sendWithToken(token, "/logout", "POST")).status).toBe(401);
    assertOk(await sendWithToken(otherToken));
    await portal.restart();
    expect((await sendWithToken(token)).status).toBe(401);
    assertOk(await sendWithToken(otherToken));
  });

  test("a session expires after eight hours", { tags: "requirement-11" }, async () => {
    const { clerk, clock } = await openHarness();
    const authorization = `Bearer ${await clerk.signIn()}`;
    clock.advanceMinutes(8 * 60 - 1);
    assertOk(await clerk.send({ method: "GET", path: "/me", headers: { authorization } }));
    clock.advanceMinutes(1);
    expect((await clerk.send({ method: "GET", path: "/me", headers: { authorization } })).status).toBe(401);
  });

  test("a session reflects the current state of its user", { tags: "requirement-11" }, async () => {
    const { clerk, changeUser, grant } = await openHarness();
    await clerk.signIn();
    await grant({ role: "Clerk", page: "/", action: "View" });
    expect((await clerk.session()).permissions["/"]).toEqual({ CanView: true });
    await changeUser("clerk", { FullName: "Nasreen" });
    expect((await clerk.session()).user.fullName).toBe("Nasreen");
    await changeUser("clerk", { IsActive: false });
    expect((await clerk.get("/me")).status).toBe(401);
    await changeUser("clerk", { IsActive: true });
    expect((await clerk.session()).user.username).toBe("clerk");
  });

  test("a user with an initial password can only change it, and has the permissions of the role afterwards", async () => {
    const { clerk, changeUser } = await openHarness();
    await changeUser("clerk", { IsFirstSignIn: true });
    const firstSession = await clerk.session();
    expect([firstSession.user.isFirstSignIn, firstSession.permissions]).toEqual([true, {}]);
    expect((await clerk.get("/payment-schedule")).status).toBe(403);
    assertOk(await clerk.put("/me/password", { currentPassword: password, newPassword: "my own words" }));
    const { user, permissions } = await clerk.session();
    expect([user.isFirstSignIn, permissions["/payment-management"]]).toEqual([false, { CanView: true }]);
    assertOk(await clerk.get("/payment-schedule"));
  });

  test("a session contains only the permission flags and menus of its role", async () => {
    const { ali, nobody, admin } = await openHarness();
    const { data } = assertOk(await ali.get("/me")).body;
    expect(data).toMatchObject({
      user: { username: "ali", role: { roleName: "Resident", scope: "own" } },
      permissions: { "/": { CanView: true }, "/society-management?tab=plots": { CanView: true } },
      menus: [
        { MenuName: "Dashboard", Path: "/", ParentMenuID: 0, SubItems: [], Permission: true, Position: 1 },
        {
          MenuName: "Society Management",
          SubItems: [{ MenuName: "Plots", Path: "/society-management?tab=plots" }, { MenuName: "Certificates" }],
        },
        {
          MenuName: "Payment Management",
          SubItems: [
            { MenuName: "Payment Schedule" },
            { MenuName: "Payment Receipt" },
            { MenuName: "Bills" },
            { MenuName: "Claims" },
          ],
        },
      ],
    });
    expect(assertOk(await nobody.get("/me")).body.data).toMatchObject({ permissions: {}, menus: [] });
    const { permissions } = await admin.session();
    expect(permissions["/"]).toEqual({ CanView: true, canEdit: true });
    expect(permissions["/payment-management?tab=payment-plans"]).toEqual({
      CanView: true,
      CanViewPaymentPlan: true,
      CanGeneratePaymentSchedule: true,
      CanRevokePaymentPlan: true,
    });
  });
});

test("the list of users and the session contain neither a password nor its hash", {
  tags: "requirement-3",
}, async () => {
  const { admin } = await openHarness();
  const users = await admin.get("/users");
  const session = await admin.get("/me");
  const text = JSON.stringify([users.body, session.body]);
  for (const secret of [password, "argon2", "hash", '"Password"']) expect(text).not.toContain(secret);
});

/** Signs in as the clerk, by default with a wrong password, with the address in X-Forwarded-For; returns the status. */
async function signInFrom(
  anonymous: Person,
  address: string,
  enteredPassword = wrongCredentials.password,
): Promise<number> {
  const headers = { "x-forwarded-for": address };
  const body = { username: "clerk", password: enteredPassword };
  return (await anonymous.send({ method: "POST", path: "/auth/login", body, headers })).status;
}
