import { describe, expect, test } from "vitest";
import { mySessions } from "../../shared/endpoints/auth.ts";
import { plot } from "../../shared/resources/plot.ts";
import { role } from "../../shared/resources/role.ts";
import { users } from "../../shared/resources/users.ts";
import { freezeSystemTime } from "../harness/clock.ts";
import { type Harness, openHarness } from "../harness/harness.ts";
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

describe("signing up", () => {
  test("makes a resident without a plot, who signs in and sees no house", async () => {
    const { anonymous, admin } = await openHarness();
    const { body } = assertOk(await anonymous.post("/signup", newAccount));
    expect(body).toEqual({ success: true, message: "Account created successfully!", code: "signed-up", data: null });
    const [made] = await admin.list(users, "?Username=zubair");
    expect(made).toMatchObject({ RoleName: "Resident", PlotIDs: [], IsActive: true, FullName: "Zubair Butt" });
    const { username, password: given } = newAccount;
    const { token } = assertOk(await anonymous.post("/auth/login", { username, password: given })).body;
    const headers = { authorization: `Bearer ${token}` };
    const houses = await anonymous.send({ method: "GET", path: `/${plot.name}`, headers });
    expect(assertOk(houses).body.data).toEqual([]);
  });

  test.each([
    [{ fullName: "Z" }, { fullName: "Name must be at least 2 characters" }],
    [{ email: "z@" }, { email: "Please enter a valid email address" }],
    [{ email: "z@example.org\nBcc: a@b.pk" }, { email: "Please enter a valid email address" }],
    [{ password: "12345" }, { password: "Password must be at least 6 characters" }],
    [{ username: "ab" }, { username: "Username must be at least 3 characters" }],
    [{ email: { $ne: null } }, { email: "Please enter a valid email address" }],
  ])("with %j is refused", async (wrong, errors) => {
    const { anonymous } = await openHarness();
    const { status, body } = await anonymous.post("/signup", { ...newAccount, ...wrong });
    expect([status, body.errors]).toEqual([400, errors]);
  });

  test("takes no role, plot or state from whoever signs up", async () => {
    const { anonymous, admin } = await openHarness();
    const [admins] = await admin.list(role, "?RoleName=Admin");
    assertOk(
      await anonymous.post("/signup", { ...newAccount, RoleID: admins?.RoleID, PlotIDs: [1], RoleName: "Admin" }),
    );
    expect((await admin.list(users, "?Username=zubair"))[0]).toMatchObject({ RoleName: "Resident", PlotIDs: [] });
  });

  test("is closed while newcomers would see more than their own rows", async () => {
    const { anonymous, admin } = await openHarness();
    const [residents] = await admin.list(role, "?RoleName=Resident");
    assertOk(await admin.put("/role", { ...residents, Scope: "all" }));
    const { status, body } = await anonymous.post("/signup", newAccount);
    expect([status, body.message]).toEqual([
      409,
      "Signing up is closed at the moment. Please ask the office for an account.",
    ]);
  });

  test("is refused for a username or an address that somebody has, in any case, at the same moment too", async () => {
    const { anonymous, admin } = await openHarness();
    expect((await anonymous.post("/signup", { ...newAccount, username: "Clerk" })).status).toBe(409);
    expect((await anonymous.post("/signup", { ...newAccount, email: "CLERK@example.org" })).status).toBe(409);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => anonymous.post("/signup", { ...newAccount, username: `zubair-${n}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await admin.list(users, "?Email=z@example.org")).toHaveLength(1);
  });
});

describe("a forgotten password", { tags: "requirement-10" }, () => {
  test("is answered alike for known and unknown addresses; only the known gets a letter", async () => {
    const here = await openHarness();
    const { anonymous } = here;
    for (const email of ["stranger@example.org", "CLERK@example.org"])
      expect((await anonymous.post("/reset-password", { email })).body).toEqual(resetSentReply);
    await expect.poll(here.readMails).toHaveLength(1);
    const [mail] = await here.readMails();
    expect(mail?.to).toBe("clerk@example.org");
    expect(mail?.text).toContain("https://portal.example.org/reset-password?token=");
  });

  test("is chosen anew with the link, once; every session and socket of before is over", async () => {
    const here = await openHarness();
    const { clerk, anonymous } = here;
    const authorization = `Bearer ${await clerk.signIn()}`;
    const socket = await clerk.openSocket();
    const token = await readResetLink(here, "clerk@example.org");
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => confirmReset(here, { token, password: `new-pass-${n}` })),
    );
    const won = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect([status, body.message, body.errors]).toEqual([400, expiredLinkText, { token: expiredLinkText }]);
    await socket.waitFor((_heard, { connected }) => !connected);
    expect((await clerk.send({ method: "GET", path: "/me", headers: { authorization } })).status).toBe(401);
    expect((await anonymous.post("/auth/login", { username: "clerk", password })).status).toBe(401);
    assertOk(await anonymous.post("/auth/login", { username: "clerk", password: `new-pass-${won}` }));
  });

  test("keeps its link for ten minutes", async () => {
    const here = await openHarness();
    const token = await readResetLink(here, "clerk@example.org");
    here.clock.advance(10);
    expect((await confirmReset(here, { token, password: "new-pass" })).status).toBe(400);
    const next = await readResetLink(here, "clerk@example.org");
    here.clock.advance(9);
    assertOk(await confirmReset(here, { token: next, password: "new-pass" }));
  });

  test("has one link at a time, which a wrong guess, a short password or a restart does not use up", async () => {
    const here = await openHarness();
    const first = await readResetLink(here, "clerk@example.org");
    const token = await readResetLink(here, "clerk@example.org");
    const user = token.split(".")[0];
    for (const wrong of [first, `${user}.AAAAAAAAAAAAAAAAAAAAAA`, `${user}`, "", "x", `${token}x`])
      expect((await confirmReset(here, { token: wrong, password: "new-pass" })).status).toBe(400);
    expect((await confirmReset(here, { token, password: "12345" })).body.errors).toEqual({
      password: "Password must be at least 6 characters",
    });
    await here.portal.restart();
    assertOk(await confirmReset(here, { token, password: "new-pass" }));
  });

  test("loses its link with a change of password or a disabled account", async () => {
    const here = await openHarness();
    const token = await readResetLink(here, "clerk@example.org");
    const body = { currentPassword: password, newPassword: "changed-1" };
    assertOk(await here.clerk.put("/me/password", body));
    expect((await confirmReset(here, { token, password: "new-pass" })).status).toBe(400);
    const next = await readResetLink(here, "clerk@example.org");
    await here.changeUser("clerk", { IsActive: false });
    expect((await confirmReset(here, { token: next, password: "new-pass" })).status).toBe(400);
  });

  test("is asked for ten times and then no more for a while", async () => {
    const { anonymous } = await openHarness();
    const advance = freezeSystemTime();
    const ask = (email: string) => anonymous.post("/reset-password", { email });
    for (let n = 0; n < 10; n++) assertOk(await ask("stranger@example.org"));
    const { status, headers } = await ask("Stranger@example.org");
    expect([status, headers.get("Retry-After")]).toEqual([429, "900"]);
    assertOk(await ask("board@example.org"));
    advance(15);
    assertOk(await ask("stranger@example.org"));
  });
});

describe("one's own password", { tags: "requirement-10" }, () => {
  test("is changed with the current one; the other sessions end, this one goes on", async () => {
    const { clerk, anonymous } = await openHarness();
    const elsewhere = `Bearer ${await clerk.signIn()}`;
    await clerk.signIn();
    const answer = await clerk.put("/me/password", { currentPassword: password, newPassword: "changed-1" });
    expect(assertOk(answer).body.message).toBe("Password changed");
    expect((await clerk.send({ method: "GET", path: "/me", headers: { authorization: elsewhere } })).status).toBe(401);
    assertOk(await clerk.get("/me"));
    expect((await anonymous.post("/auth/login", { username: "clerk", password })).status).toBe(401);
    assertOk(await anonymous.post("/auth/login", { username: "clerk", password: "changed-1" }));
  });

  test("is changed once by many who know it at the same moment", async () => {
    const { clerk } = await openHarness();
    await clerk.signIn();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        clerk.put("/me/password", { currentPassword: password, newPassword: `changed-${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  test("is not changed without it, and guessing ends after ten tries", async () => {
    const { clerk, anonymous } = await openHarness();
    const guess = () => clerk.put("/me/password", { currentPassword: "not-it", newPassword: "changed-1" });
    for (let n = 0; n < 10; n++) {
      const { status, body } = await guess();
      const message = "The current password is not right";
      expect([status, body.errors]).toEqual([400, { currentPassword: message }]);
    }
    expect((await guess()).status).toBe(429);
    const short = await clerk.put("/me/password", { currentPassword: password, newPassword: "12345" });
    expect(short.body.errors).toEqual({ newPassword: "Password must be at least 6 characters" });
    expect((await anonymous.put("/me/password", {})).status).toBe(401);
    assertOk(await anonymous.post("/auth/login", { username: "clerk", password }));
  });
});

test("sessions of one's own are listed, and end all together", async () => {
  const { clerk, manager } = await openHarness();
  await clerk.signIn();
  await clerk.signIn();
  await manager.signIn();
  const { data } = assertOk(await clerk.get(mySessions.path)).body;
  expect(data).toMatchObject([{ IsThis: false }, { IsThis: true }]);
  assertOk(await clerk.delete("/me/sessions"));
  expect((await clerk.get("/me")).status).toBe(401);
  assertOk(await manager.get("/me"));
});

/** Asks for a link and takes the token out of the letter. */
async function readResetLink(here: Harness, email: string): Promise<string> {
  const before = (await here.readMails()).map(({ text }) => text);
  assertOk(await here.anonymous.post("/reset-password", { email }));
  await expect.poll(here.readMails).toHaveLength(before.length + 1);
  const text = (await here.readMails()).map((mail) => mail.text).find((one) => !before.includes(one)) ?? "";
  return decodeURIComponent(/token=(\S+)/.exec(text)?.[1] ?? "");
}

function confirmReset({ anonymous }: Harness, body: { token: string; password: string }) {
  return anonymous.post("/reset-password/confirm", body);
}
