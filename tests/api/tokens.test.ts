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
const seconds = Math.floor(clock.now().getTime() / 1000);
const { iss, aud, sub, exp, sid } = genuineClaims;
const claims = { iss, aud, sub, exp, sid, iat: seconds };
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const [head = "", payload = "", signature = ""] = token.split(".");

test("a genuine token is good", { tags: "requirement-11" }, async () => {
  expect((await requestWithToken(token)).status).toBe(200);
  expect((await requestWithToken(signToken(claims))).status).toBe(200);
});

test("a token holds no rights and no names", { tags: "requirement-11" }, () => {
  expect(Object.keys(genuineClaims).sort()).toEqual(["aud", "exp", "iat", "iss", "sid", "sub"]);
});

test.each([
  ["without a signature", `${head}.${payload}.`],
  ["with half a signature", `${head}.${payload}.${signature.slice(0, 20)}`],
  ["with another's payload", `${head}.${encodePart({ ...claims, sid: sid + 1 })}.${signature}`],
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
  ["signed with nothing", jwt.sign(claims, createSecretKey(Buffer.from(" ")), { algorithm: "HS256" })],
  ["without an end", signToken({ ...claims, exp: undefined })],
  ["whose end is words", `${head}.${encodePart({ ...claims, exp: "never" })}.${signature}`],
  ["that is over", signToken({ ...claims, exp: seconds })],
  ["that does not begin yet", signToken({ ...claims, nbf: seconds + 60 })],
  ["of no issuer", signToken({ ...claims, iss: undefined })],
  ["of another issuer", signToken({ ...claims, iss: "another-portal" })],
  ["for nobody", signToken({ ...claims, aud: undefined })],
  ["for others", signToken({ ...claims, aud: "mail" })],
  ["without a session", signToken({ ...claims, sid: undefined })],
  ["of a session that is none", signToken({ ...claims, sid: 999_999 })],
  ["of a session that is text", signToken({ ...claims, sid: String(sid) })],
  ["of a session that is an operator", signToken({ ...claims, sid: { $ne: null } })],
  ["of a session that is a list", signToken({ ...claims, sid: [sid] })],
  ["with spaces", `${token} `.replace(".", " .")],
])("a token %s is none", { tags: "requirement-11" }, async (_what, forged) => {
  expect((await requestWithToken(forged)).status).toBe(401);
  await expect(admin.openSocket({ token: forged })).rejects.toThrow("Unauthorized");
});

test("a token that was good when it was shown before is none once it is over", async () => {
  const short = signToken({ ...claims, exp: Math.floor(clock.now().getTime() / 1000) + 60 });
  expect((await requestWithToken(short)).status).toBe(200);
  clock.advance(1);
  expect((await requestWithToken(short)).status).toBe(401);
});

test("while one secret takes the place of another, nobody is signed out and new tokens are of the new one", async () => {
  const secrets = { jwtSecret: "what takes the place of the other one from now on", previousJwtSecret: jwtSecret };
  const next = await portal.startAnotherServer({ secrets });
  const there = next.person("admin");
  const old = await there.send({ method: "GET", path: "/me", headers: { authorization: `Bearer ${token}` } });
  expect(old.status).toBe(200);
  // Those who sign in there are not known where only the old one is.
  expect((await there.get("/me")).status).toBe(200);
  expect((await requestWithToken((await there.token()) ?? "")).status).toBe(401);
});

function requestWithToken(bearer: string) {
  return admin.send({ method: "GET", path: "/me", headers: { authorization: `Bearer ${bearer}` } });
}

/** Signed as the portal itself does, but for what is said. */
function signToken(payload: object, { algorithm = "HS256" }: { algorithm?: "HS256" | "HS384" | "HS512" } = {}): string {
  const told = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
  return jwt.sign(told, createSecretKey(Buffer.from(jwtSecret)), { algorithm, noTimestamp: true });
}

function encodePart(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
