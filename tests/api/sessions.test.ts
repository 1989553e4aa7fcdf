// @module-tag requirement-38
import { expect, test } from "vitest";
import { mySessions } from "../../shared/endpoints/auth.ts";
import { sessions } from "../../shared/resources/sessions.ts";
import { users } from "../../shared/resources/users.ts";
import { startFailingMongo } from "../harness/failing-mongo.ts";
import { type Harness, openHarness } from "../harness/harness.ts";
import { password } from "../harness/initial-data.ts";
import { assertOk } from "../harness/reply.ts";

test("a 21st sign-in ends the session that was renewed longest ago, and its sockets", async () => {
  const harness = await openHarness();
  const { clerk, clock } = harness;
  const firstToken = await clerk.signIn();
  clock.advanceMinutes(1);
  const secondToken = await clerk.signIn();
  const secondSocket = await clerk.openSocket();
  for (let count = 3; count <= 20; count++) await signInAsClerkElsewhere(harness);
  clock.advanceMinutes(4 * 60);
  assertOk(await sendWithToken(harness, firstToken, { method: "POST", path: "/me/token" }));
  const newToken = await signInAsClerkElsewhere(harness);
  await secondSocket.waitFor((_received, { connected }) => !connected);
  expect(await readStatusWithToken(harness, secondToken)).toBe(401);
  expect([await readStatusWithToken(harness, firstToken), await readStatusWithToken(harness, newToken)]).toEqual([
    200, 200,
  ]);
});

test("each sign-in of a user makes the open windows of the user read their sessions again", async () => {
  const harness = await openHarness();
  const socket = await harness.clerk.openSocket();
  expect(await socket.watch(["own-sessions"])).toMatchObject({ watching: ["own-sessions"] });
  await signInAsClerkElsewhere(harness);
  await socket.waitFor(({ resyncs }) => resyncs.flat().includes("own-sessions"));
});

test("concurrent sign-ins leave at most 20 sessions", async () => {
  const harness = await openHarness();
  const tokens = await Promise.all(Array.from({ length: 25 }, () => signInAsClerkElsewhere(harness)));
  await expect.poll(async () => (await readClerkSessions(harness)).length).toBe(20);
  const statuses = await Promise.all(tokens.map((token) => readStatusWithToken(harness, token)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
});

test("a password change also ends a session that another server is still storing", {
  tags: "soak",
}, async () => {
  const { uri, failCommands, waitForFault } = await startFailingMongo();
  const { clerk, portal } = await openHarness({ uri });
  const otherServer = await portal.startAnotherServer();
  const namespace = `${portal.databaseName}.${sessions.name}`;
  await failCommands({ failCommands: ["insert"], namespace, blockConnection: true, blockTimeMS: 3_000 });
  const signingIn = otherServer.person().post("/auth/login", { username: "clerk", password });
  await waitForFault();
  assertOk(await clerk.put("/me/password", { currentPassword: password, newPassword: "changed-1" }));
  const headers = { authorization: `Bearer ${(await signingIn).body.token}` };
  const readStatus = async () => (await otherServer.person().send({ method: "GET", path: "/me", headers })).status;
  await expect.poll(readStatus).toBe(401);
});

test("a user who was disabled by another server cannot sign in, although this server does not know it yet", async () => {
  const harness = await openHarness();
  const earlierSessions = await readClerkSessions(harness);
  // Written directly to the collection, without a commit document, so this server does not learn of it.
  await harness.portal.writeBypassingServer(users.name, { IsActive: false });
  const reply = await harness.anonymous.post("/auth/login", { username: "clerk", password });
  expect([reply.status, reply.body.code]).toEqual([401, "login-failed"]);
  expect(await readClerkSessions(harness)).toEqual(earlierSessions);
});

test("ended sessions are not listed, do not count and are removed by the daily job", async () => {
  const harness = await openHarness();
  const { clerk, clock, portal } = harness;
  for (let count = 0; count < 20; count++) await signInAsClerkElsewhere(harness);
  // The oldest session is ended after the response to the last sign-in.
  await expect.poll(async () => (await readClerkSessions(harness)).length).toBe(20);
  await harness.transaction(async (tx) => {
    const user = await tx.findFirst(users, { Username: "clerk" });
    // More rows than the job removes in one transaction. They were created in the future, as if the server's clock had
    // been ahead, and therefore count as ended.
    const ExpiresAt = "2036-01-01T00:00:00.000Z";
    const row = { UserID: user?.UserID, CreatedAt: ExpiresAt, ExpiresAt, Agent: "", TotpAt: null };
    await tx.insertMany(
      sessions,
      Array.from({ length: 600 }, () => row),
    );
  });
  clock.advanceMinutes(24 * 60);
  await clerk.signIn();
  expect(assertOk(await clerk.get(mySessions.path)).body.data).toMatchObject([{ IsThis: true }]);
  expect(await readClerkSessions(harness)).toHaveLength(621);
  await portal.runJobs();
  expect(await readClerkSessions(harness)).toHaveLength(1);
  assertOk(await clerk.get("/me"));
});

function readClerkSessions({ transaction }: Harness) {
  return transaction(async (tx) => {
    const user = await tx.findFirst(users, { Username: "clerk" });
    return tx.find(sessions, { UserID: user?.UserID });
  });
}

async function signInAsClerkElsewhere({ anonymous }: Harness): Promise<string> {
  const reply = assertOk(await anonymous.post("/auth/login", { username: "clerk", password }));
  return String(reply.body.token);
}

function sendWithToken({ anonymous }: Harness, token: string | undefined, request: { method: string; path: string }) {
  return anonymous.send({ ...request, headers: { authorization: `Bearer ${token}` } });
}

async function readStatusWithToken(harness: Harness, token: string | undefined): Promise<number> {
  return (await sendWithToken(harness, token, { method: "GET", path: "/me" })).status;
}
