import { describe, expect, test } from "vitest";
import { z } from "zod";
import { auditRecord } from "../../shared/endpoints/audit.ts";
import { mySessions } from "../../shared/endpoints/auth.ts";
import { plot } from "../../shared/resources/plot.ts";
import { role } from "../../shared/resources/role.ts";
import { users } from "../../shared/resources/users.ts";
import { freezeSystemTime } from "../harness/clock.ts";
import { type Harness, openHarness, shareHarness } from "../harness/harness.ts";
import { password } from "../harness/initial-data.ts";
import { assertOk } from "../harness/reply.ts";

const newAccount = { username: "zubair", email: "z@example.org", password: "zubair-1", fullName: "Zubair Butt" };
const resetSentReply = {
  success: true,
  message: "Password reset instructions sent to your email!",
  code: "reset-sent",
  data: null,
};
const expiredLinkText = "This link has been used or is too old. Please ask for a new one.";

describe("sign-up", () => {
  test("sign-up creates a resident without a plot, who can sign in and sees no plots", async () => {
    const { anonymous, admin } = await openHarness();
    const { body } = assertOk(await anonymous.post("/signup", newAccount));
    expect(body).toEqual({ success: true, message: "Account created successfully!", code: "signed-up", data: null });
    const [user] = await admin.list(users, "?Username=zubair");
    expect(user).toMatchObject({ RoleName: "Resident", PlotIDs: [], IsActive: true, FullName: "Zubair Butt" });
    const { username, password: newPassword } = newAccount;
    const { token } = assertOk(await anonymous.post("/auth/login", { username, password: newPassword })).body;
    const headers = { authorization: `Bearer ${token}` };
    const houses = await anonymous.send({ method: "GET", path: `/${plot.name}`, headers });
    expect(assertOk(houses).body.data).toEqual([]);
  });

  const openShared = shareHarness((harness) => harness);

  test.each([
    [{ fullName: "Z" }, { fullName: "Name must be at least 2 characters" }],
    [{ email: "z@" }, { email: "Please enter a valid email address" }],
    [{ email: "z@example.org\nBcc: a@b.pk" }, { email: "Please enter a valid email address" }],
    [{ password: "12345" }, { password: "Password must be at least 6 characters" }],
    [{ username: "ab" }, { username: "Username must be at least 3 characters" }],
    [{ email: { $ne: null } }, { email: "Please enter a valid email address" }],
  ])("the portal refuses a sign-up with %j", async (invalidValues, errors) => {
    const { anonymous } = await openShared();
    const { status, body } = await anonymous.post("/signup", { ...newAccount, ...invalidValues });
    expect([status, body.errors]).toEqual([400, errors]);
  });

  test("sign-up ignores a role or plot in the request", async () => {
    const { anonymous, admin } = await openHarness();
    const [adminRole] = await admin.list(role, "?RoleName=Admin");
    assertOk(
      await anonymous.post("/signup", { ...newAccount, RoleID: adminRole?.RoleID, PlotIDs: [1], RoleName: "Admin" }),
    );
    expect((await admin.list(users, "?Username=zubair"))[0]).toMatchObject({ RoleName: "Resident", PlotIDs: [] });
  });

  test("sign-up is closed while the default role can read rows of other residents", async () => {
    const { anonymous, admin } = await openHarness();
    const [residentRole] = await admin.list(role, "?RoleName=Resident");
    assertOk(await admin.put("/role", { ...residentRole, Scope: "all" }));
    const { status, body } = await anonymous.post("/signup", newAccount);
    expect([status, body.message]).toEqual([
      409,
      "Signing up is closed at the moment. Please ask the office for an account.",
    ]);
  });

  test("sign-up refuses a username or email address in use, regardless of case and also for concurrent requests", async () => {
    const { anonymous, admin } = await openHarness();
    expect((await anonymous.post("/signup", { ...newAccount, username: "Clerk" })).status).toBe(409);
    expect((await anonymous.post("/signup", { ...newAccount, email: "CLERK@example.org" })).status).toBe(409);
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        anonymous.post("/signup", { ...newAccount, username: `zubair-${index}` }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await admin.list(users, "?Email=z@example.org")).toHaveLength(1);
  });
});

describe("a forgotten password", { tags: "requirement-10" }, () => {
  test("a reset request gets the same reply for known and unknown email addresses, and only the known one gets a mail", async () => {
    const harness = await openHarness();
    const { anonymous } = harness;
    for (const email of ["stranger@example.org", "CLERK@example.org"])
      expect((await anonymous.post("/reset-password", { email })).body).toEqual(resetSentReply);
    await expect.poll(harness.readMails).toHaveLength(1);
    const [mail] = await harness.readMails();
    expect(mail?.to).toBe("clerk@example.org");
    expect(mail?.text).toContain("https://portal.example.org/reset-password?token=");
  });

  test("a reset link sets a new password once and ends all earlier sessions and sockets", async () => {
    const harness = await openHarness();
    const { clerk, anonymous } = harness;
    const authorization = `Bearer ${await clerk.signIn()}`;
    const socket = await clerk.openSocket();
    const token = await requestResetToken(harness, "clerk@example.org");
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => confirmPasswordReset(harness, { token, password: `new-pass-${index}` })),
    );
    const acceptedIndex = replies.findIndex(({ status }) => status === 200);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of replies.filter((reply) => reply.status !== 200))
      expect([status, body.message, body.errors]).toEqual([400, expiredLinkText, { token: expiredLinkText }]);
    await socket.waitFor((_received, { connected }) => !connected);
    expect((await clerk.send({ method: "GET", path: "/me", headers: { authorization } })).status).toBe(401);
    expect((await anonymous.post("/auth/login", { username: "clerk", password })).status).toBe(401);
    assertOk(await anonymous.post("/auth/login", { username: "clerk", password: `new-pass-${acceptedIndex}` }));
  });

  test("a reset link is valid for ten minutes", async () => {
    const harness = await openHarness();
    const token = await requestResetToken(harness, "clerk@example.org");
    harness.clock.advanceMinutes(10);
    expect((await confirmPasswordReset(harness, { token, password: "new-pass" })).status).toBe(400);
    const nextToken = await requestResetToken(harness, "clerk@example.org");
    harness.clock.advanceMinutes(9);
    assertOk(await confirmPasswordReset(harness, { token: nextToken, password: "new-pass" }));
  });

  test("only the newest reset link is valid, and a wrong token, a short password or a restart does not invalidate it", async () => {
    const harness = await openHarness();
    const firstToken = await requestResetToken(harness, "clerk@example.org");
    const token = await requestResetToken(harness, "clerk@example.org");
    const userPart = token.split(".")[0];
    for (const invalidToken of [firstToken, `${userPart}.AAAAAAAAAAAAAAAAAAAAAA`, `${userPart}`, "", "x", `${token}x`])
      expect((await confirmPasswordReset(harness, { token: invalidToken, password: "new-pass" })).status).toBe(400);
    expect((await confirmPasswordReset(harness, { token, password: "12345" })).body.errors).toEqual({
      password: "Password must be at least 6 characters",
    });
    await harness.portal.restart();
    assertOk(await confirmPasswordReset(harness, { token, password: "new-pass" }));
  });

  test("a password change or a disabled account invalidates the reset link", async () => {
    const harness = await openHarness();
    const token = await requestResetToken(harness, "clerk@example.org");
    const body = { currentPassword: password, newPassword: "changed-1" };
    assertOk(await harness.clerk.put("/me/password", body));
    expect((await confirmPasswordReset(harness, { token, password: "new-pass" })).status).toBe(400);
    const nextToken = await requestResetToken(harness, "clerk@example.org");
    await harness.changeUser("clerk", { IsActive: false });
    expect((await confirmPasswordReset(harness, { token: nextToken, password: "new-pass" })).status).toBe(400);
  });

  test("another email address invalidates the link that was mailed to the earlier one", async () => {
    const harness = await openHarness();
    const token = await requestResetToken(harness, "clerk@example.org");
    const [clerk] = await harness.admin.list(users, "?Username=clerk");
    assertOk(await harness.admin.put("/users", { ...clerk, Email: "nasreen@example.org" }));
    expect((await confirmPasswordReset(harness, { token, password: "new-pass" })).status).toBe(400);
    const nextToken = await requestResetToken(harness, "nasreen@example.org");
    assertOk(await confirmPasswordReset(harness, { token: nextToken, password: "new-pass" }));
  });

  test("the portal accepts at most ten reset requests for one email address in 15 minutes", async () => {
    const { anonymous } = await openHarness();
    const advanceMinutes = freezeSystemTime();
    const requestPasswordReset = (email: string) => anonymous.post("/reset-password", { email });
    for (let index = 0; index < 10; index++) assertOk(await requestPasswordReset("stranger@example.org"));
    const { status, headers } = await requestPasswordReset("Stranger@example.org");
    expect([status, headers.get("Retry-After")]).toEqual([429, "900"]);
    assertOk(await requestPasswordReset("dashboardReader@example.org"));
    advanceMinutes(15);
    assertOk(await requestPasswordReset("stranger@example.org"));
  });
});

describe("password change", { tags: "requirement-10" }, () => {
  test("a user can change the password with the current one, which ends only the user's other sessions", async () => {
    const { clerk, anonymous } = await openHarness();
    const otherAuthorization = `Bearer ${await clerk.signIn()}`;
    await clerk.signIn();
    const reply = await clerk.put("/me/password", { currentPassword: password, newPassword: "changed-1" });
    expect(assertOk(reply).body.message).toBe("Password changed");
    expect(
      (await clerk.send({ method: "GET", path: "/me", headers: { authorization: otherAuthorization } })).status,
    ).toBe(401);
    assertOk(await clerk.get("/me"));
    expect((await anonymous.post("/auth/login", { username: "clerk", password })).status).toBe(401);
    assertOk(await anonymous.post("/auth/login", { username: "clerk", password: "changed-1" }));
  });

  test("only one of several concurrent password changes succeeds", async () => {
    const { clerk } = await openHarness();
    await clerk.signIn();
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        clerk.put("/me/password", { currentPassword: password, newPassword: `changed-${index}` }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  test("the portal refuses a wrong current password and blocks further attempts after ten", async () => {
    const { clerk, anonymous } = await openHarness();
    const guess = () => clerk.put("/me/password", { currentPassword: "not-it", newPassword: "changed-1" });
    for (let index = 0; index < 10; index++) {
      const { status, body } = await guess();
      const message = "The current password is incorrect";
      expect([status, body.errors]).toEqual([400, { currentPassword: message }]);
    }
    expect((await guess()).status).toBe(429);
    const shortPasswordReply = await clerk.put("/me/password", { currentPassword: password, newPassword: "12345" });
    expect(shortPasswordReply.body.errors).toEqual({ newPassword: "Password must be at least 6 characters" });
    expect((await anonymous.put("/me/password", {})).status).toBe(401);
    assertOk(await anonymous.post("/auth/login", { username: "clerk", password }));
  });
});

test("the audit log has when a user changed the password or set it by a link, and by whom", async () => {
  const harness = await openHarness();
  const { admin, clerk } = harness;
  assertOk(await clerk.put("/me/password", { currentPassword: password, newPassword: "my own words" }));
  const readLastEntry = async () => {
    const { data } = assertOk(await admin.get("/audit?resource=users")).body;
    return z.array(auditRecord).parse(data)[0];
  };
  const change = await readLastEntry();
  expect(change).toMatchObject({ By: "clerk", Title: "clerk", Type: "update", Before: { PasswordChangedAt: null } });
  expect(change?.After?.PasswordChangedAt).toBe(change?.At);
  harness.clock.advanceMinutes(1);
  const token = await requestResetToken(harness, "clerk@example.org");
  assertOk(await confirmPasswordReset(harness, { token, password: "new-pass" }));
  const reset = await readLastEntry();
  expect(reset).toMatchObject({ By: "clerk", Title: "clerk", Before: { PasswordChangedAt: change?.At } });
  expect(reset?.After?.PasswordChangedAt).toBe(reset?.At);
  harness.clock.advanceMinutes(1);
  const [user] = await admin.list(users, "?Username=clerk");
  assertOk(await admin.put("/users", { ...user, Password: "office-words" }));
  const set = await readLastEntry();
  expect(set).toMatchObject({ By: "admin", Before: { PasswordChangedAt: reset?.At } });
  expect(set?.After?.PasswordChangedAt).toBe(set?.At);
});

test("users can list all their sessions and end them together", async () => {
  const { clerk, manager } = await openHarness();
  await clerk.signIn();
  const { data } = assertOk(await clerk.get(mySessions.path)).body;
  expect(data).toMatchObject([{ IsThis: false }, { IsThis: true }]);
  assertOk(await clerk.delete("/me/sessions"));
  expect((await clerk.get("/me")).status).toBe(401);
  assertOk(await manager.get("/me"));
});

/** Requests a reset link; returns the token of the link in the mail. */
async function requestResetToken(harness: Harness, email: string): Promise<string> {
  const earlierTexts = (await harness.readMails()).map(({ text }) => text);
  assertOk(await harness.anonymous.post("/reset-password", { email }));
  await expect.poll(harness.readMails).toHaveLength(earlierTexts.length + 1);
  const newMail = (await harness.readMails()).find(({ text }) => !earlierTexts.includes(text));
  return decodeURIComponent(/token=(\S+)/.exec(newMail?.text ?? "")?.[1] ?? "");
}

function confirmPasswordReset({ anonymous }: Harness, body: { token: string; password: string }) {
  return anonymous.post("/reset-password/confirm", body);
}
