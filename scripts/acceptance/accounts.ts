import jwt from "jsonwebtoken";
import { io, type Socket } from "socket.io-client";
import { z } from "zod";
import { adminPassword } from "../bench/prepare.ts";
import { quantile } from "../bench/workloads.ts";
import { withConnection } from "../lib/mongo.ts";
import { ApiClient, type ApiResponse } from "./api-client.ts";
import {
  type AcceptanceContext,
  type PortalProcess,
  readAllDocuments,
  waitForMails,
  withPortal,
} from "./portal-process.ts";
import { formatMs, formatReadLatency, measureReadsDuring } from "./read-latency.ts";
import type { CheckResult } from "./requirement.ts";
import { createColleagues } from "./sample-society.ts";

const concurrentSignIns = 100;
const maxReadP95Ms = 500;
const credentials = { username: "admin", password: adminPassword };

/** A hundred sign-ins at once, and what somebody who reads meanwhile notices; and how the kept password is hashed. */
export function measureConcurrentSignIns(place: AcceptanceContext): Promise<CheckResult> {
  return withPortal(place, {}, async (portal) => {
    const reader = await ApiClient.signInAsAdmin(portal.url);
    const guest = new ApiClient(portal.url);
    let signedIn = 0;
    const begun = performance.now();
    const others = await measureReadsDuring(reader, async () => {
      const login = () => guest.send({ method: "POST", path: "/api/auth/login", body: credentials });
      const answers = await Promise.all(Array.from({ length: concurrentSignIns }, login));
      signedIn = answers.filter(({ status }) => status === 200).length;
    });
    const all = performance.now() - begun;
    const hash = await readStoredHash(portal.databaseUri);
    const passed =
      others.p95 <= maxReadP95Ms && others.failed === 0 && signedIn === concurrentSignIns && isStrongHash(hash);
    const parts = hash.split("$").slice(1, 4).join(" ");
    return { summary: `${signedIn} signed in within ${formatMs(all)}; ${formatReadLatency(others)}; ${parts}`, passed };
  });
}

function readStoredHash(database: string): Promise<string> {
  return withConnection(database, async (connection) => {
    const kept = await connection.collection("vault").findOne({ value: /^\$argon2/ });
    return z.object({ value: z.string() }).parse(kept).value;
  });
}

function isStrongHash(hash: string): boolean {
  const [, kind, , cost = ""] = hash.split("$");
  const given = new Map(cost.split(",").map((part): [string, number] => [part.slice(0, 1), Number(part.slice(2))]));
  return kind === "argon2id" && (given.get("m") ?? 0) >= 19 * 1024 && (given.get("t") ?? 0) >= 2;
}

const maxTimingDifferenceMs = 10;
const maxAttempts = 10;

/** Guessing from behind a proxy, and whether an account can be told from none by its answers or their time. */
export function measurePasswordGuessing(place: AcceptanceContext): Promise<CheckResult> {
  const settings = { TRUSTED_PROXIES: "loopback" };
  return withPortal(place, settings, async (portal) => {
    const guest = new ApiClient(portal.url);
    await createColleagues(await ApiClient.signInAsAdmin(portal.url), { url: portal.url, count: 1 });
    let stranger = 0;
    const from = (address = `203.0.113.${++stranger}`) => ({ "x-forwarded-for": address });
    const login = (username: string, headers = from(), password = "not the one") =>
      guest.send({ method: "POST", path: "/api/auth/login", body: { username, password }, headers });
    const reset = (email: string) =>
      guest.send({ method: "POST", path: "/api/reset-password", body: { email }, headers: from() });

    const here = from("198.51.100.7");
    const guesses: ApiResponse[] = [];
    for (let count = 0; count <= maxAttempts; count++) guesses.push(await login("admin", here));
    const last = guesses.at(-1);
    const braked = guesses.filter(({ status }) => status === 429).length;
    const owner = await login("admin", from(), adminPassword);

    const repeats = place.short ? 10 : 40;
    const signIn = await compareTiming(repeats, { known: () => login("admin"), unknown: () => login("nobody-here") });
    const letter = await compareTiming(repeats, {
      known: () => reset("colleague1@staff.example.org"),
      unknown: () => reset("nobody-here@example.org"),
    });
    const alike = [signIn, letter].every(
      ({ isSameAnswer, differenceMs }) => isSameAnswer && differenceMs <= maxTimingDifferenceMs,
    );
    return {
      summary: `try ${guesses.length} of one address: ${last?.status}, Retry-After ${last?.headers["retry-after"]} s; the owner from elsewhere: ${owner.status}; known and unknown ${signIn.differenceMs.toFixed(1)} ms apart at signing in, ${letter.differenceMs.toFixed(1)} ms at a reset`,
      passed:
        braked === 1 &&
        last?.status === 429 &&
        Number(last.headers["retry-after"]) > 0 &&
        owner.status === 200 &&
        alike,
    };
  });
}

type Attempt = () => Promise<ApiResponse>;

/** The same answers? And how far apart in the middle, in milliseconds. */
async function compareTiming(repeats: number, { known, unknown }: { known: Attempt; unknown: Attempt }) {
  const ofKnown: ApiResponse[] = [];
  const ofUnknown: ApiResponse[] = [];
  for (let count = 0; count < repeats; count++) {
    ofKnown.push(await known());
    ofUnknown.push(await unknown());
  }
  const middle = (answers: readonly ApiResponse[]) =>
    quantile(
      answers.map(({ ms }) => ms),
      0.5,
    );
  const said = new Set([...ofKnown, ...ofUnknown].map(({ status, text }) => `${status} ${text}`));
  return { isSameAnswer: said.size === 1, differenceMs: Math.abs(middle(ofKnown) - middle(ofUnknown)) };
}

const concurrentResets = 20;
const minBits = 128;

/** The link for a forgotten password as it is mailed: how hard to guess, whether it can be read from the database, how often it counts. */
export function measurePasswordResetLink(place: AcceptanceContext): Promise<CheckResult> {
  return withPortal(place, {}, async (portal) => {
    const guest = new ApiClient(portal.url);
    const [colleague] = await createColleagues(await ApiClient.signInAsAdmin(portal.url), {
      url: portal.url,
      count: 1,
    });
    const post = (path: string, body: object) => guest.send({ method: "POST", path: `/api/${path}`, body });
    await post("reset-password", { email: "colleague1@staff.example.org" });
    const token = await readMailedToken(portal);
    const secret = token.split(".").at(-1) ?? "";
    const bits = secret.length * 6;
    const documents = await readAllDocuments(portal.databaseUri);
    const readable = documents.filter(({ document }) => JSON.stringify(document).includes(secret));
    const uses = await Promise.all(
      Array.from({ length: concurrentResets }, (_, use) =>
        post("reset-password/confirm", { token, password: `chosen-${use}` }),
      ),
    );
    const won = uses.filter(({ status }) => status === 200).length;
    const refused = uses.filter(({ status }) => status === 400).length;
    const session = await colleague?.send({ path: "/api/me" });
    return {
      summary: `${bits} bits, readable in ${readable.length} of ${documents.length} documents of the database; ${won} of ${concurrentResets} uses at once count; the session of before: ${session?.status}`,
      passed:
        bits >= minBits &&
        readable.length === 0 &&
        won === 1 &&
        refused === concurrentResets - 1 &&
        session?.status === 401,
    };
  });
}

/** From the letter, which is a file where there is no mail server. */
async function readMailedToken(portal: PortalProcess): Promise<string> {
  const [letter] = await waitForMails(portal, 1);
  const token = /reset-password\?token=([\w.-]+)/.exec(letter?.text ?? "")?.[1];
  if (token === undefined) throw new Error("There is no link in the letter");
  return token;
}

const JWT_SECRET = "known to this measurement and nobody else";
const lifetimeMs = 3_000;
const maxDelayMs = 1_000;
const tokenClaims = z.looseObject({ exp: z.int(), iat: z.int() });

/** Sockets of tokens that end in a moment, and what such a token is good for afterwards. */
export function measureTokenExpiry(place: AcceptanceContext): Promise<CheckResult> {
  const settings = { JWT_SECRET };
  return withPortal(place, settings, async (portal) => {
    const admin = await ApiClient.signInAsAdmin(portal.url);
    const told = tokenClaims.parse(jwt.verify(admin.token ?? "", JWT_SECRET));
    const exp = Math.ceil((Date.now() + lifetimeMs) / 1_000);
    admin.token = jwt.sign({ ...told, exp }, JWT_SECRET, { algorithm: "HS256" });
    const before = (await admin.send({ path: "/api/me" })).status;
    const late = await Promise.all(
      Array.from({ length: 5 }, () => measureCloseDelay(portal.url, { token: admin.token, exp })),
    );
    const after = (await admin.send({ path: "/api/me" })).status;
    const latest = Math.max(...late);
    return {
      summary: `${late.length} sockets closed at most ${formatMs(latest)} after their token's end; the token before: ${before}, after: ${after}`,
      passed: before === 200 && after === 401 && Math.min(...late) > -maxDelayMs && latest <= maxDelayMs,
    };
  });
}

/** Milliseconds from the end of the token until the portal closes its socket. */
async function measureCloseDelay(
  url: string,
  { token, exp }: { token: string | undefined; exp: number },
): Promise<number> {
  const socket: Socket = io(url, { auth: { token }, transports: ["websocket"], forceNew: true, reconnection: false });
  return new Promise((resolve, reject) => {
    socket.on("connect_error", reject);
    socket.on("disconnect", () => resolve(Date.now() - exp * 1_000));
  });
}
