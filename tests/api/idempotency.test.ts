import { randomUUID } from "node:crypto";
import { describe, expect, inject, test } from "vitest";
import { createIdempotencyKey, IdempotencyStore } from "../../server/commits/idempotency.ts";
import { connect } from "../../server/database/connection.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { users } from "../../shared/resources/users.ts";
import { openSharedHarness } from "../harness/harness.ts";
import { password } from "../harness/initial-data.ts";
import type { Person } from "../harness/person.ts";
import { assertOk, type Reply } from "../harness/reply.ts";

const { admin, manager, anonymous, portal, createExpense } = await openSharedHarness();
// Sign in now, so that fifty concurrent requests do not start fifty sign-ins.
await admin.token();

interface KeyedRequest {
  path: string;
  body: unknown;
  key: string;
}

function postWithKey(person: Person, { path, body, key }: KeyedRequest): Promise<Reply> {
  return person.send({ method: "POST", path, body, headers: { "idempotency-key": key } });
}

describe("POST requests with an idempotency key", { tags: "requirement-17" }, () => {
  test("concurrent requests with one key run once and get the same reply", async () => {
    const body = { TypeName: "Once" };
    const key = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => postWithKey(admin, { path: "/plot-type", body, key })),
    );
    expect(new Set(replies.map(({ status, body: replyBody }) => JSON.stringify([status, replyBody]))).size).toBe(1);
    expect(await admin.list(plotType, "?TypeName=Once")).toHaveLength(1);
    expect((await postWithKey(admin, { path: "/plot-type", body: { TypeName: "Twice" }, key })).status).toBe(422);
    expect(await admin.list(plotType, "?TypeName=Twice")).toEqual([]);
  });

  test("requests with the same key of another user or at another path are separate requests", async () => {
    const key = randomUUID();
    assertOk(await postWithKey(admin, { path: "/plot-type", body: { TypeName: "Mine" }, key }));
    assertOk(await postWithKey(manager, { path: "/plot-type", body: { TypeName: "Theirs" }, key }));
    assertOk(await postWithKey(admin, { path: "/plot-floor", body: { Floor: "Attic" }, key }));
  });

  test("the first reply is also kept for a request that writes nothing", async () => {
    const key = randomUUID();
    const body = { month: 11, year: 2026 };
    const firstReply = assertOk(await postWithKey(admin, { path: "/generate-report", body, key }));
    await createExpense();
    expect((await postWithKey(admin, { path: "/generate-report", body, key })).body).toEqual(firstReply.body);
    expect((await postWithKey(admin, { path: "/generate-report", body: { ...body, month: 10 }, key })).status).toBe(
      422,
    );
    expect(assertOk(await admin.post("/generate-report", body)).body).not.toEqual(firstReply.body);
  });

  test("the portal refuses the same key with another query or body", async () => {
    const key = randomUUID();
    const headers = { "content-type": "text/csv", "idempotency-key": key };
    const body = "HouseNo,Category,Type,Floor,OwnerName\nK-1,A,Residential,Ground,Kamran\n";
    const importWith = (query: string, text = body) =>
      admin.send({ method: "POST", path: `/import/plots${query}`, body: text, headers });
    const firstReply = assertOk(await importWith(""));
    expect((await importWith("")).body).toEqual(firstReply.body);
    expect((await importWith("?dryRun=0")).status).toBe(422);
    expect((await importWith("", `${body}K-2,A,Residential,Ground,Kamran\n`)).status).toBe(422);
  });

  test("a refused request can be repeated with the same key", async () => {
    const key = randomUUID();
    expect((await postWithKey(admin, { path: "/plot-type", body: { TypeName: "" }, key })).status).toBe(400);
    assertOk(await postWithKey(admin, { path: "/plot-type", body: { TypeName: "Later" }, key }));
  });

  test("the key of a request without a session has no effect: a repeated sign-up is refused, and each sign-in starts a session", async () => {
    const key = randomUUID();
    const body = { fullName: "Nadia Khan", email: "nadia@example.org", username: "nadia", password: "a-new-one" };
    const signUpRequest = { path: "/signup", body, key };
    const replies = await Promise.all(Array.from({ length: 5 }, () => postWithKey(anonymous, signUpRequest)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await admin.list(users, "?Username=nadia")).toHaveLength(1);

    const signInRequest = { path: "/auth/login", body: { username: "admin", password }, key };
    const [firstSignIn, secondSignIn] = [
      assertOk(await postWithKey(anonymous, signInRequest)),
      assertOk(await postWithKey(anonymous, signInRequest)),
    ];
    expect(firstSignIn.body).not.toEqual(secondSignIn.body);
    const connection = await connect(inject("mongoUri"), portal.databaseName);
    try {
      const storedReplies = await connection.collection("answers").find().toArray();
      expect(JSON.stringify(storedReplies)).not.toMatch(/[Nn]adia/);
    } finally {
      await connection.close();
    }
  });

  test("the portal refuses a key that is too long", async () => {
    expect(
      (await postWithKey(admin, { path: "/plot-type", body: { TypeName: "Key" }, key: "x".repeat(201) })).status,
    ).toBe(400);
  });
});

test("the portal keeps a reply for 24 hours and stores the request only as a keyed hash", {
  tags: "requirement-17",
}, async () => {
  const connection = await connect(inject("mongoUri"), `idempotency-${randomUUID()}`);
  try {
    let now = new Date();
    let runs = 0;
    const store = new IdempotencyStore(connection, () => now);
    await store.ensureIndexes();
    const runOnce = (request: unknown, key = "key") =>
      store.runOnce(createIdempotencyKey({ header: key, userId: 1, path: "/x", request }), {
        // Names and values that are special in MongoDB.
        run: async () => ({ runs: ++runs, "a.b": "\0", $c: undefined }),
        rebuildAnswer: async () => ({}),
      });
    const firstResult = await runOnce({ password: "secret" });
    expect(await runOnce({ password: "secret" })).toEqual(firstResult);
    await expect(runOnce({ password: "other" })).rejects.toMatchObject({ status: 422 });
    await runOnce({ password: "secret" }, "another key");

    const storedReplies = await connection.collection("answers").find({}).toArray();
    expect(new Set(storedReplies.map(({ hash }) => hash)).size).toBe(2);
    expect(JSON.stringify(storedReplies)).not.toContain("secret");
    expect(storedReplies[0]?.expires).toEqual(new Date(now.getTime() + 24 * 3_600_000));
    const indexes = await connection.collection("answers").indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expires: 1 }, expireAfterSeconds: 0 }));

    now = new Date(now.getTime() + 24 * 3_600_000);
    expect(await runOnce({ password: "other" })).toMatchObject({ runs: 3 });
  } finally {
    await connection.dropDatabase();
    await connection.close();
  }
});
