// @module-tag requirement-35
import { expect, test } from "vitest";
import { society } from "../../shared/resources/society.ts";
import { users } from "../../shared/resources/users.ts";
import { type Harness, openHarness, shareHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const newAccount = { username: "zubair", email: "z@example.org", password: "zubair-1", fullName: "Zubair Butt" };

const openShared = shareHarness((harness) => harness);

test.each([
  ["A".repeat(81), "A name has at most 80 characters"],
  ["Win money at https://evil.example/win", "A name must not contain links"],
  ["Your prize: evil.com", "A name must not contain links"],
  ["See www.evil.example", "A name must not contain links"],
  ["t.co/win", "A name must not contain links"],
  ["Dear customer\nyour account is closed", "A name must be on one line"],
  ["Dear customer\u2028your account is closed", "A name must be on one line"],
])("the name %j is refused in a sign-up, for a user and in the user's own profile", async (name, message) => {
  const { anonymous, admin, clerk } = await openShared();
  const [clerkUser] = await admin.list(users, "?Username=clerk");
  const replies = [
    await anonymous.post("/signup", { ...newAccount, fullName: name }),
    await clerk.put("/me", { fullName: name }),
    await admin.post("/users", { Username: "guard", FullName: name, RoleID: clerkUser?.RoleID }),
    await admin.put("/users", { ...clerkUser, FullName: name }),
  ];
  const errors = replies.map(({ status, body }) => [status, Object.values(body.errors ?? {})]);
  expect(errors).toEqual(replies.map(() => [400, [message]]));
});

test.each(["M. Ali", "M.Ali", "A.R.Khan", "Khan & Co.", "Ali S/O Ahmed", "M/S Khan", "محمد زبیر", "O'Neill-Khan, Jr."])(
  "the portal accepts the name %j",
  async (FullName) => {
    const { anonymous, admin } = await openShared();
    assertOk(await anonymous.post("/signup", { ...newAccount, fullName: FullName }));
    const [user] = await admin.list(users, "?Username=zubair");
    expect(user).toMatchObject({ FullName });
    assertOk(await admin.delete(`/users/${user?.UserID}`));
  },
);

test("a sign-up with a username that contains spaces or slashes is refused", async () => {
  const { anonymous } = await openShared();
  for (const username of ["you have won", "evil.example/win"]) {
    const { status, body } = await anonymous.post("/signup", { ...newAccount, username });
    expect([status, body.errors]).toEqual([400, { username: "Username must not contain spaces or slashes" }]);
  }
});

test("a sign-up sends a confirmation link to its address in a mail that contains no text of the sign-up", async () => {
  const harness = await openHarness();
  const { anonymous, admin } = harness;
  assertOk(await anonymous.post("/signup", newAccount));
  expect(await readIsEmailVerified(harness)).toBe(false);
  const [token = ""] = await readVerificationTokens(harness, 1);
  const [mail] = await harness.readMails();
  expect(mail).toMatchObject({ to: newAccount.email, subject: "Gulshan-e-Test: confirm your email address" });
  expect(JSON.stringify(mail)).not.toMatch(/zubair|butt/i);
  expect((await anonymous.post("/reset-password/confirm", { token, password: "chosen-1" })).status).toBe(400);
  const replies = await Promise.all(Array.from({ length: 5 }, () => anonymous.post("/verify-email", { token })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  expect(replies.find(({ status }) => status === 400)?.body.code).toBe("link-expired");
  expect(await readIsEmailVerified(harness)).toBe(true);
  expect((await admin.list(users, "?Username=zubair"))[0]?.PlotIDs).toEqual([]);
});

test("a password reset for an unconfirmed address sends the confirmation again, at most twice a day", async () => {
  const harness = await openHarness();
  const { anonymous } = harness;
  const requestReset = async () => assertOk(await anonymous.post("/reset-password", { email: newAccount.email }));
  assertOk(await anonymous.post("/signup", newAccount));
  await readVerificationTokens(harness, 1);
  await requestReset();
  const earlierTokens = await readVerificationTokens(harness, 2);
  await requestReset();
  const token = (await readVerificationTokens(harness, 3)).find((candidate) => !earlierTokens.includes(candidate));
  await requestReset();
  assertOk(await anonymous.post("/verify-email", { token }));
  await requestReset();
  await expect.poll(harness.readMails).toHaveLength(4);
  const subjects = (await harness.readMails()).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject?.includes("confirm your email address"))).toHaveLength(3);
  expect(subjects.filter((subject) => subject?.includes("choose a new password"))).toHaveLength(1);
});

test("a confirmation link is valid for three days and ends with the account", async () => {
  const harness = await openHarness();
  const { anonymous, admin, clock } = harness;
  const confirm = async (token: string) => (await anonymous.post("/verify-email", { token })).status;
  assertOk(await anonymous.post("/signup", newAccount));
  const [token = ""] = await readVerificationTokens(harness, 1);
  expect([await confirm("1.x"), await confirm(`${token}x`)]).toEqual([400, 400]);
  clock.advanceMinutes(3 * 24 * 60);
  expect(await confirm(token)).toBe(400);
  assertOk(await anonymous.post("/signup", { ...newAccount, username: "other", email: "other@example.org" }));
  const otherToken = (await readVerificationTokens(harness, 2)).find((candidate) => candidate !== token) ?? "";
  const [other] = await admin.list(users, "?Username=other");
  assertOk(await admin.put("/users", { ...other, IsActive: false }));
  expect(await confirm(otherToken)).toBe(400);
});

test("an address is confirmed when the office links a plot, enters the address or creates the account", async () => {
  const harness = await openHarness();
  const { anonymous, admin, createPlot } = harness;
  const { PlotID } = await createPlot();
  for (const change of [{ PlotIDs: [PlotID] }, { Email: "zubair@example.org" }]) {
    const username = `zubair-${Object.keys(change)[0]}`;
    assertOk(await anonymous.post("/signup", { ...newAccount, username, email: `${username}@example.org` }));
    const [user] = await admin.list(users, `?Username=${username}`);
    assertOk(await admin.put("/users", { ...user, Phone: "0300 1234567" }));
    expect((await admin.list(users, `?Username=${username}`))[0]?.IsEmailVerified).toBe(false);
    const [current] = await admin.list(users, `?Username=${username}`);
    assertOk(await admin.put("/users", { ...current, ...change }));
    expect((await admin.list(users, `?Username=${username}`))[0]?.IsEmailVerified).toBe(true);
  }
  const [clerk] = await admin.list(users, "?Username=clerk");
  const guard = { Username: "guard", FullName: "Guard", Email: "guard@example.org", RoleID: clerk?.RoleID };
  assertOk(await admin.post("/users", { ...guard, IsEmailVerified: false }));
  expect((await admin.list(users, "?Username=guard"))[0]?.IsEmailVerified).toBe(true);
});

test("an administrator can close sign-up, and everyone can read that it is closed", async () => {
  const { anonymous, admin } = await openHarness();
  const readSocietyInfo = async () => assertOk(await anonymous.get("/society/public")).body.data;
  expect(await readSocietyInfo()).toMatchObject({ IsSignUpOpen: true });
  const record = assertOk(await admin.get("/society")).body.data;
  assertOk(await admin.put(`/${society.name}`, { ...society.input.parse(record), IsSignUpOpen: false }));
  expect(await readSocietyInfo()).toMatchObject({ IsSignUpOpen: false });
  const { status, body } = await anonymous.post("/signup", newAccount);
  expect([status, body.code]).toEqual([409, "signup-closed"]);
});

async function readIsEmailVerified({ admin }: Harness): Promise<boolean | undefined> {
  return (await admin.list(users, "?Username=zubair"))[0]?.IsEmailVerified;
}

/** Waits for this number of mails; returns the tokens of their confirmation links, in any order. */
async function readVerificationTokens({ readMails }: Harness, mailCount: number): Promise<string[]> {
  await expect.poll(readMails).toHaveLength(mailCount);
  const tokens = (await readMails()).flatMap(({ text = "" }) => /verify-email\?token=(\S+)/.exec(text)?.[1] ?? []);
  return tokens.map((token) => decodeURIComponent(token));
}
