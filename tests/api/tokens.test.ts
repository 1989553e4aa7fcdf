import { createSecretKey, generateKeyPairSync } from "node:crypto";
import jwt from "jsonwebtoken";
import { expect, test } from "vitest";
import { z } from "zod";
import { openSharedHarness } from "../harness/harness.ts";
import { jwtSecret } from "../harness/test-server.ts";

const { admin, clock, portal } = await openSharedHarness();
const token = (await admin.token()) ?? "";
const genuineClaims = z
  .looseObject({ sid: z.int(), exp: z.int(), iss: z.string(), aud: z.string(), sub: z.string() })
  .parse(jwt.decode(token));
const nowInSeconds = Math.floor(clock.now().getTime() / 1000);
const { iss, aud, sub, exp, sid } = genuineClaims;
const claims = { iss, aud, sub, exp, sid, iat: nowInSeconds };
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const [header = "", payload = "", signature = ""] = token.split(".");

test("the portal accepts a genuine token", { tags: "requirement-11" }, async () => {
  expect((await requestWithToken(token)).status).toBe(200);
  expect((await requestWithToken(signToken(claims))).status).toBe(200);
});

test("a token contains no permissions and no names", { tags: "requirement-11" }, () => {
  expect(Object.keys(genuineClaims).sort()).toEqual(["aud", "exp", "iat", "iss", "sid", "sub"]);
});

test.each([
  ["without a signature", `${header}.${payload}.`],
  ["with half a signature", `${header}.${payload}.${signature.slice(0, 20)}`],
  ["with the payload of another session", `${header}.${encodePart({ ...claims, sid: sid + 1 })}.${signature}`],
  ["of algorithm none", `${encodePart({ alg: "none", typ: "JWT" })}.${payload}.`],
  ["of algorithm None", `${encodePart({ alg: "None", typ: "JWT" })}.${payload}.${signature}`],
  ["of HS384", signToken(claims, { algorithm: "HS384" })],
  ["of HS512", signToken(claims, { algorithm: "HS512" })],
  ["of RS256", jwt.sign(claims, privateKey, { algorithm: "RS256" })],
  [
    "signed with a public key",
    jwt.sign(claims, publicKey.export({ type: "spki", format: "pem" }), { algorithm: "HS256" }),
  ],
  ["signed with another secret", jwt.sign(claims, "x".repeat(48), { algorithm: "HS256" })],
  ["signed with a blank secret", jwt.sign(claims, createSecretKey(Buffer.from(" ")), { algorithm: "HS256" })],
  ["without an expiry time", signToken({ ...claims, exp: undefined })],
  ["whose expiry time is text", `${header}.${encodePart({ ...claims, exp: "never" })}.${signature}`],
  ["that has expired", signToken({ ...claims, exp: nowInSeconds })],
  ["that is not valid yet", signToken({ ...claims, nbf: nowInSeconds + 60 })],
  ["without an issuer", signToken({ ...claims, iss: undefined })],
  ["of another issuer", signToken({ ...claims, iss: "another-portal" })],
  ["without an audience", signToken({ ...claims, aud: undefined })],
  ["for another audience", signToken({ ...claims, aud: "mail" })],
  ["without a session id", signToken({ ...claims, sid: undefined })],
  ["of an unknown session", signToken({ ...claims, sid: 999_999 })],
  ["whose session id is text", signToken({ ...claims, sid: String(sid) })],
  ["whose session id is a query operator", signToken({ ...claims, sid: { $ne: null } })],
  ["whose session id is a list", signToken({ ...claims, sid: [sid] })],
  ["with spaces", `${token} `.replace(".", " .")],
])("the portal refuses a token %s", { tags: "requirement-11" }, async (_description, forged) => {
  expect((await requestWithToken(forged)).status).toBe(401);
  await expect(admin.openSocket({ token: forged })).rejects.toThrow("Unauthorized");
});

test("the portal refuses a token that it accepted earlier once the token has expired", async () => {
  const shortLived = signToken({ ...claims, exp: Math.floor(clock.now().getTime() / 1000) + 60 });
  expect((await requestWithToken(shortLived)).status).toBe(200);
  clock.advanceMinutes(1);
  expect((await requestWithToken(shortLived)).status).toBe(401);
});

test("during a change of the JWT secret, old tokens stay valid and new tokens are signed with the new secret", async () => {
  const secrets = { jwtSecret: "the new secret of this portal, 32 characters or more", secondJwtSecret: jwtSecret };
  const newServer = await portal.startAnotherServer({ secrets });
  const newServerAdmin = newServer.person("admin");
  const oldTokenReply = await newServerAdmin.send({
    method: "GET",
    path: "/me",
    headers: { authorization: `Bearer ${token}` },
  });
  expect(oldTokenReply.status).toBe(200);
  expect((await newServerAdmin.get("/me")).status).toBe(200);
  // A server that has only the old secret refuses tokens signed with the new one.
  expect((await requestWithToken((await newServerAdmin.token()) ?? "")).status).toBe(401);
});

function requestWithToken(bearer: string) {
  return admin.send({ method: "GET", path: "/me", headers: { authorization: `Bearer ${bearer}` } });
}

/** Signs the payload, without its undefined claims, as the portal does unless another algorithm is given. */
function signToken(payload: object, { algorithm = "HS256" }: { algorithm?: "HS256" | "HS384" | "HS512" } = {}): string {
  const definedClaims = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
  return jwt.sign(definedClaims, createSecretKey(Buffer.from(jwtSecret)), { algorithm, noTimestamp: true });
}

function encodePart(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
