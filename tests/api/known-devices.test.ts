import { expect, test } from "vitest";
import { Tokens } from "../../server/access/tokens.ts";
import { role } from "../../shared/resources/role.ts";
import { type Harness, openHarness } from "../harness/harness.ts";
import { createUser, password } from "../harness/initial-data.ts";
import { assertOk } from "../harness/reply.ts";

const tags = "requirement-9";

test("after 200 wrong passwords from one address, a known device and an account without failures can still sign in from there", {
  tags,
}, async () => {
  const harness = await openHarness();
  const cookie = await signInOnDevice(harness, { username: "clerk" });
  for (let tries = 0; tries < 10; tries++)
    expect((await signIn(harness, { username: "clerk", password: "not that" })).status).toBe(401);
  // Passwords of these users are verified much faster than those of unknown usernames.
  const guessedUsers = Array.from({ length: 19 }, (_, index) => `user-${index}`);
  const [clerkRole] = await harness.admin.list(role, "?RoleName=Clerk");
  await harness.transaction(async (tx) => {
    for (const username of guessedUsers) await createUser(tx, { username, RoleID: clerkRole?.RoleID });
  });
  for (const username of guessedUsers)
    await Promise.all(Array.from({ length: 10 }, () => signIn(harness, { username, password: "not that" })));
  expect((await signIn(harness, { username: "clerk" })).status).toBe(429);
  assertOk(await signIn(harness, { username: "clerk", cookie }));
  assertOk(await signIn(harness, { username: "dashboardReader" }));
});

test("a known device has its own ten attempts, separate from those of other devices", { tags }, async () => {
  const harness = await openHarness();
  const cookie = await signInOnDevice(harness, { username: "clerk" });
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries++)
    statuses.push((await signIn(harness, { username: "clerk", password: "not that", cookie })).status);
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  assertOk(await signIn(harness, { username: "clerk" }));
});

test("the device cookie is sent only at sign-in, is valid only for accounts that have signed in on the device, and is not a session token", {
  tags,
}, async () => {
  const harness = await openHarness();
  const reply = await signIn(harness, { username: "clerk" });
  const header = reply.headers.get("set-cookie") ?? "";
  expect(header).toMatch(/^device=[\w.-]+; Max-Age=34560000; Path=\/api\/auth\/login; .*HttpOnly; SameSite=Strict$/);
  const clerkCookie = header.split(";")[0] ?? "";
  const cookieOfBothAccounts = await signInOnDevice(harness, { username: "dashboardReader", cookie: clerkCookie });
  const exhaustAttempts = async (username: string) => {
    for (let tries = 0; tries < 10; tries++) await signIn(harness, { username, password: "not that" });
  };
  await Promise.all([exhaustAttempts("clerk"), exhaustAttempts("dashboardReader")]);
  const statusOf = async (username: string, cookie: string) => (await signIn(harness, { username, cookie })).status;
  expect(await statusOf("dashboardReader", clerkCookie)).toBe(429);
  expect(await statusOf("dashboardReader", `${clerkCookie}x`)).toBe(429);
  expect([
    await statusOf("clerk", cookieOfBothAccounts),
    await statusOf("dashboardReader", cookieOfBothAccounts),
  ]).toEqual([200, 200]);
  const token = cookieOfBothAccounts.replace("device=", "");
  const headers = { authorization: `Bearer ${token}` };
  expect((await harness.anonymous.send({ method: "GET", path: "/me", headers })).status).toBe(401);
});

test("a device token stays valid after a change of the secret and contains the last twenty accounts", { tags }, () => {
  const now = () => new Date();
  const [oldSecret, newSecret] = ["o".repeat(32), "n".repeat(32)];
  const before = new Tokens({ secret: oldSecret, secondSecret: undefined, now });
  const after = new Tokens({ secret: newSecret, secondSecret: oldSecret, now });
  let token = before.issueForDevice(1, undefined);
  const device = before.readDevice(token);
  for (let userId = 2; userId <= 25; userId++) token = after.issueForDevice(userId, after.readDevice(token));
  const userIds = Array.from({ length: 20 }, (_, index) => 25 - index);
  expect(after.readDevice(token)).toEqual({ deviceId: device?.deviceId, userIds });
  expect(before.readDevice(token)).toBeUndefined();
});

interface Attempt {
  username: string;
  password?: string;
  cookie?: string;
}

function signIn({ anonymous }: Harness, { cookie, ...credentials }: Attempt) {
  const headers = cookie === undefined ? undefined : { cookie };
  return anonymous.send({ method: "POST", path: "/auth/login", body: { password, ...credentials }, headers });
}

/** Signs in and returns the device cookie. */
async function signInOnDevice(harness: Harness, attempt: Attempt): Promise<string> {
  return (
    assertOk(await signIn(harness, attempt))
      .headers.get("set-cookie")
      ?.split(";")[0] ?? ""
  );
}
