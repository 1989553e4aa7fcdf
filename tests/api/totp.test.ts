// @module-tag requirement-42
import { expect, test } from "vitest";
import { commitsCollection } from "../../server/commits/commit.ts";
import { mySessions } from "../../shared/endpoints/auth.ts";
import { role } from "../../shared/resources/role.ts";
import { users } from "../../shared/resources/users.ts";
import { startFailingMongo } from "../harness/failing-mongo.ts";
import { type Harness, openHarness } from "../harness/harness.ts";
import { password } from "../harness/initial-data.ts";
import { assertOk, type Reply } from "../harness/reply.ts";
import { jwtSecret as secondJwtSecret } from "../harness/test-server.ts";
import { codeAt, enrol, startEnrolment } from "../harness/totp.ts";

test("an enrolled user signs in with password and code, and each code works once, also in concurrent sign-ins", async () => {
  const harness = await openHarness();
  const { manager, clock } = harness;
  const { secret } = await enrol(manager, clock.now());
  expect(await signIn(harness, {})).toMatchObject({ status: 401, body: { code: "totp-required" } });
  clock.advanceMinutes(1);
  const totp = codeAt(secret, clock.now());
  const replies = await Promise.all(Array.from({ length: 5 }, () => signIn(harness, { totp })));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await signIn(harness, { totp })).toMatchObject({ status: 401, body: { code: "totp-wrong" } });
});

test("a code of the previous or next 30 seconds is accepted, but an older or later one is not", async () => {
  const harness = await openHarness();
  const { manager, clock } = harness;
  const { secret } = await enrol(manager, clock.now());
  clock.advanceMinutes(5);
  const codeOf = (steps: number) => codeAt(secret, new Date(clock.now().getTime() + steps * 30_000));
  expect((await signIn(harness, { totp: codeOf(-2) })).status).toBe(401);
  expect((await signIn(harness, { totp: codeOf(2) })).status).toBe(401);
  expect((await signIn(harness, { totp: codeOf(-1) })).status).toBe(200);
  expect((await signIn(harness, { totp: codeOf(1) })).status).toBe(200);
  // This code is older than the last accepted one.
  expect((await signIn(harness, { totp: codeOf(0) })).status).toBe(401);
});

test("turning the second factor on returns the recovery codes while the change stream is late", {
  tags: "soak",
}, async () => {
  const { uri, failCommands, waitForFault } = await startFailingMongo();
  const { portal, manager, clock } = await openHarness({ uri });
  const { secret } = await startEnrolment(manager);
  await failCommands({
    failCommands: ["getMore"],
    namespace: `${portal.databaseName}.${commitsCollection}`,
    blockConnection: true,
    blockTimeMS: 5_000,
  });
  await waitForFault();
  const { status, body } = await manager.post("/me/totp/confirm", { code: codeAt(secret, clock.now()) });
  expect({ status, body }).toMatchObject({ status: 200, body: { data: { recoveryCodes: expect.any(Array) } } });
});

test("turning the second factor on returns the recovery codes although the count of attempts cannot be reset", {
  tags: "soak",
}, async () => {
  const { uri, failCommands, stopFailing } = await startFailingMongo();
  const { portal, manager, clock } = await openHarness({ uri });
  const { secret } = await startEnrolment(manager);
  await failCommands({ failCommands: ["delete"], namespace: `${portal.databaseName}.rate-limits`, errorCode: 1 });
  const { status, body } = await manager.post("/me/totp/confirm", { code: codeAt(secret, clock.now()) });
  expect(await stopFailing()).toBe(1);
  expect({ status, body }).toMatchObject({ status: 200, body: { data: { recoveryCodes: expect.any(Array) } } });
});

test("a recovery code works once, in any spelling, also after a restart", async () => {
  const harness = await openHarness();
  const { recoveryCodes } = await enrol(harness.manager, harness.clock.now());
  expect(new Set(recoveryCodes).size).toBe(10);
  const [firstCode = "", secondCode = ""] = recoveryCodes;
  expect((await signIn(harness, { totp: firstCode.toUpperCase().replaceAll("-", " ") })).status).toBe(200);
  await harness.portal.restart();
  expect((await signIn(harness, { totp: firstCode })).status).toBe(401);
  expect((await signIn(harness, { totp: secondCode })).status).toBe(200);
});

test("a wrong password gets the same reply with and without a code, and a correct password does not reset the limit of attempts", {
  tags: "requirement-9",
}, async () => {
  const harness = await openHarness();
  const { manager, clock } = harness;
  const { recoveryCodes } = await enrol(manager, clock.now());
  const wrongPassword = { password: "not that" };
  const { status, body } = await signIn(harness, wrongPassword);
  expect({ status, body }).toEqual({
    status: 401,
    body: { success: false, code: "login-failed", message: "Failed to login" },
  });
  expect((await signIn(harness, { ...wrongPassword, totp: recoveryCodes[0] })).body).toEqual(body);
  const statuses: number[] = [];
  for (let tries = 0; tries < 9; tries++) statuses.push((await signIn(harness, { totp: "123456" })).status);
  expect(statuses).toEqual([...Array<number>(8).fill(401), 429]);
});

test("a browser in which the account has signed in before needs a code too", async () => {
  const harness = await openHarness();
  const { manager, anonymous, clock } = harness;
  const cookie = (await signIn(harness, {})).headers.get("set-cookie")?.split(";")[0] ?? "";
  await enrol(manager, clock.now());
  const body = { username: "manager", password };
  const reply = await anonymous.send({ method: "POST", path: "/auth/login", body, headers: { cookie } });
  expect(reply).toMatchObject({ status: 401, body: { code: "totp-required" } });
});

test("the limit of wrong codes applies to an account across all addresses", { tags: "requirement-9" }, async () => {
  const harness = await openHarness({ trustedProxies: ["loopback"] });
  const { manager, clock } = harness;
  const { secret } = await enrol(manager, clock.now());
  clock.advanceMinutes(1);
  const statuses: number[] = [];
  for (let address = 1; address <= 12; address++)
    statuses.push((await signIn(harness, { totp: "123456", address: `192.0.2.${address}` })).status);
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  expect((await signIn(harness, { totp: codeAt(secret, clock.now()), address: "192.0.2.99" })).status).toBe(429);
});

test("turning the second factor on ends other sessions, and the list of sessions shows where a code was entered", async () => {
  const harness = await openHarness();
  const { manager, clock } = harness;
  const otherToken = readToken(await signIn(harness, {}));
  const { secret } = await enrol(manager, clock.now());
  const headers = { authorization: `Bearer ${otherToken}` };
  expect((await harness.anonymous.send({ method: "GET", path: "/me", headers })).status).toBe(401);
  clock.advanceMinutes(1);
  assertOk(await signIn(harness, { totp: codeAt(secret, clock.now()) }));
  const { data } = assertOk(await manager.get(mySessions.path)).body;
  expect(data).toEqual([
    expect.objectContaining({ IsThis: true, TotpAt: expect.any(String) }),
    expect.objectContaining({ IsThis: false, TotpAt: expect.any(String) }),
  ]);
});

test("an enrolment takes effect only when a code confirms it within 15 minutes", async () => {
  const harness = await openHarness();
  const { manager, clock } = harness;
  const { secret, uri } = await startEnrolment(manager);
  expect(uri).toContain("otpauth://totp/Gulshan-e-Test:manager?");
  assertOk(await signIn(harness, {}));
  expect(await manager.post("/me/totp/confirm", { code: "12345" })).toMatchObject({
    status: 400,
    body: { errors: { code: "The code is incorrect" } },
  });
  clock.advanceMinutes(16);
  const expired = await manager.post("/me/totp/confirm", { code: codeAt(secret, clock.now()) });
  expect(expired).toMatchObject({ status: 409, body: { code: "totp-not-started" } });
  expect((await manager.session()).user.hasTotp).toBe(false);
  await enrol(manager, clock.now());
  expect((await manager.session()).user.hasTotp).toBe(true);
});

test("turning the second factor off requires the password, and a changed password does not turn it off", async () => {
  const harness = await openHarness();
  const { manager, clock } = harness;
  await enrol(manager, clock.now());
  const turnOff = (body: object) => manager.send({ method: "DELETE", path: "/me/totp", body });
  expect(await turnOff({ password: "not that" })).toMatchObject({
    status: 400,
    body: { errors: { password: "The current password is incorrect" } },
  });
  expect((await turnOff({})).status).toBe(400);
  assertOk(await manager.put("/me/password", { currentPassword: password, newPassword: "another-one" }));
  expect((await signIn(harness, { password: "another-one" })).body.code).toBe("totp-required");
  assertOk(await turnOff({ password: "another-one" }));
  assertOk(await signIn(harness, { password: "another-one" }));
});

test("an enrolled user can change permissions, roles and users only within ten minutes after a code", async () => {
  const harness = await openHarness();
  const { admin, clock } = harness;
  const [clerkRole] = await admin.list(role, "?RoleName=Clerk");
  const [dashboardReader] = await admin.list(users, "?Username=dashboardReader");
  assertOk(await admin.put("/role", clerkRole));
  const { secret } = await enrol(admin, clock.now());
  assertOk(await admin.put("/role", { ...clerkRole, Version: undefined }));
  clock.advanceMinutes(11);
  const requests = [
    () => admin.put("/role", { ...clerkRole, Version: undefined }),
    () => admin.put("/users", { ...dashboardReader, Version: undefined }),
    () => admin.post("/users", { Username: "new-user", FullName: "New", RoleID: clerkRole?.RoleID }),
    () => admin.delete(`/users/${dashboardReader?.UserID}`),
    () => admin.delete(`/users/${dashboardReader?.UserID}/totp`),
    () => admin.post("/role-permissions", { RoleMenuActions: [] }),
    () => admin.post("/menu", {}),
  ];
  for (const request of requests)
    expect(await request()).toMatchObject({ status: 403, body: { code: "totp-required" } });
  assertOk(await admin.get("/users"));
  expect((await admin.post("/me/totp/verify", { code: "000000" })).body).toMatchObject({
    errors: { code: "The code is incorrect" },
  });
  assertOk(await admin.post("/me/totp/verify", { code: codeAt(secret, clock.now()) }));
  assertOk(await admin.put("/users", { ...dashboardReader, Version: undefined }));
});

test("users of a role that requires a second factor have no permissions until they have enrolled", async () => {
  const harness = await openHarness();
  const { admin, manager, clock } = harness;
  const [managerRole] = await admin.list(role, "?RoleName=Manager");
  const socket = await manager.openSocket();
  await socket.watch(["payment-receipt", "plot"]);
  assertOk(await manager.get("/plot"));
  assertOk(await admin.put("/role", { ...managerRole, RequireTotp: true }));
  expect((await manager.get("/plot")).status).toBe(403);
  await socket.waitFor(({ sessions }) => sessions.at(-1)?.user.mustEnrolTotp === true);
  const { user, permissions } = await manager.session();
  expect({ mustEnrolTotp: user.mustEnrolTotp, permissions }).toEqual({ mustEnrolTotp: true, permissions: {} });
  await enrol(manager, clock.now());
  assertOk(await manager.get("/plot"));
  await socket.waitFor(({ sessions }) => sessions.at(-1)?.user.mustEnrolTotp === false);
  assertOk(await manager.send({ method: "DELETE", path: "/me/totp", body: { password } }));
  expect((await manager.get("/plot")).status).toBe(403);
});

test("an administrator can turn off the second factor of a user, which ends the sessions of that user", async () => {
  const harness = await openHarness();
  const { admin, manager, clerk, clock } = harness;
  await enrol(manager, clock.now());
  const [row] = await admin.list(users, "?Username=manager");
  expect(row?.HasTotp).toBe(true);
  const path = `/users/${row?.UserID}/totp`;
  expect((await clerk.delete(path)).status).toBe(403);
  assertOk(await admin.delete(path));
  expect((await manager.get("/me")).status).toBe(401);
  assertOk(await signIn(harness, {}));
  expect((await admin.delete(path)).status).toBe(409);
  expect((await admin.delete("/users/999/totp")).status).toBe(404);
});

test("no record, event, audit entry or collection contains the secret or a recovery code", {
  tags: "requirement-3",
}, async () => {
  const harness = await openHarness();
  const { admin, clock } = harness;
  const socket = await admin.openSocket();
  await socket.watch(["users", "role"]);
  const { secret, recoveryCodes } = await enrol(admin, clock.now());
  const replies = await Promise.all(["/users", "/audit", "/me", "/me/sessions"].map((path) => admin.get(path)));
  const text = JSON.stringify([replies.map(({ body }) => body), socket.received]).toLowerCase();
  expect(text).toContain("hastotp");
  for (const hidden of [secret, ...recoveryCodes.flatMap((code) => [code, code.replaceAll("-", "")])]) {
    expect(text).not.toContain(hidden.toLowerCase());
    expect(await harness.portal.findCollectionsContaining(hidden)).toEqual([]);
  }
});

test("after a change of the JWT secret, a server that knows the previous one converts the stored second factors, and later servers do not need it", async () => {
  const harness = await openHarness();
  const { manager, clock, portal } = harness;
  const { secret } = await enrol(manager, clock.now());
  const jwtSecret = "the new secret of this portal, 32 characters or more";
  const startServer = (secondJwtSecret: string | undefined) =>
    portal.startAnotherServer({ secrets: { jwtSecret, secondJwtSecret } });
  await startServer(secondJwtSecret);
  const newServer = await startServer(undefined);
  clock.advanceMinutes(1);
  const body = { username: "manager", password, totp: codeAt(secret, clock.now()) };
  assertOk(await newServer.person().post("/auth/login", body));
});

interface Attempt {
  password?: string;
  totp?: string | undefined;
  /** The address in X-Forwarded-For. */
  address?: string;
}

/** Signs in as the manager. */
function signIn({ anonymous }: Harness, { address, ...credentials }: Attempt): Promise<Reply> {
  const headers = address === undefined ? undefined : { "x-forwarded-for": address };
  const body = { username: "manager", password, ...credentials };
  return anonymous.send({ method: "POST", path: "/auth/login", body, headers });
}

function readToken({ body }: Reply): string {
  return String(body.token);
}
