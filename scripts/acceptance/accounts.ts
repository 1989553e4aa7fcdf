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

/** A hundred concurrent sign-ins, the read latency of another user during them, and the parameters of the password hash. */
export function measureConcurrentSignIns(context: AcceptanceContext): Promise<CheckResult> {
  return withPortal(context, {}, async (portal) => {
    const reader = await ApiClient.signInAsAdmin(portal.url);
    const anonymous = new ApiClient(portal.url);
    let signedIn = 0;
    const startedAt = performance.now();
    const latency = await measureReadsDuring(reader, async () => {
      const login = () => anonymous.send({ method: "POST", path: "/api/auth/login", body: credentials });
      const answers = await Promise.all(Array.from({ length: concurrentSignIns }, login));
      signedIn = answers.filter(({ status }) => status === 200).length;
    });
    const duration = performance.now() - startedAt;
    const hash = await readStoredHash(portal.databaseUri);
    const passed =
      latency.p95 <= maxReadP95Ms && latency.failed === 0 && signedIn === concurrentSignIns && isStrongHash(hash);
    const parts = hash.split("$").slice(1, 4).join(" ");
    return {
      summary: `${signedIn} sign-ins within ${formatMs(duration)}; ${formatReadLatency(latency)}; ${parts}`,
      passed,
    };
  });
}

function readStoredHash(database: string): Promise<string> {
  return withConnection(database, async (connection) => {
    const stored = await connection.collection("vault").findOne({ value: /^\$argon2/ });
    return z.object({ value: z.string() }).parse(stored).value;
  });
}

function isStrongHash(hash: string): boolean {
  const [, kind, , cost = ""] = hash.split("$");
  const parameters = new Map(
    cost.split(",").map((part): [string, number] => [part.slice(0, 1), Number(part.slice(2))]),
  );
  return kind === "argon2id" && (parameters.get("m") ?? 0) >= 19 * 1024 && (parameters.get("t") ?? 0) >= 2;
}

const maxTimingDifferenceMs = 10;
const maxAttempts = 10;

/** Guessing from behind a proxy, and whether responses or their times reveal that an account exists. */
export function measurePasswordGuessing(context: AcceptanceContext): Promise<CheckResult> {
  const settings = { TRUSTED_PROXIES: "loopback" };
  return withPortal(context, settings, async (portal) => {
    const anonymous = new ApiClient(portal.url);
    await createColleagues(await ApiClient.signInAsAdmin(portal.url), { url: portal.url, count: 1 });
    let strangerCount = 0;
    const from = (address = `203.0.113.${++strangerCount}`) => ({ "x-forwarded-for": address });
    const login = (username: string, headers = from(), password = "not the one") =>
      anonymous.send({ method: "POST", path: "/api/auth/login", body: { username, password }, headers });
    const reset = (email: string) =>
      anonymous.send({ method: "POST", path: "/api/reset-password", body: { email }, headers: from() });

    const here = from("198.51.100.7");
    const guesses: ApiResponse[] = [];
    for (let count = 0; count <= maxAttempts; count++) guesses.push(await login("admin", here));
    const last = guesses.at(-1);
    const braked = guesses.filter(({ status }) => status === 429).length;
    const owner = await login("admin", from(), adminPassword);

    const repeats = context.short ? 10 : 40;
    const signIn = await compareTiming(repeats, { known: () => login("admin"), unknown: () => login("nobody-here") });
    const resetMail = await compareTiming(repeats, {
      known: () => reset("colleague1@staff.example.org"),
      unknown: () => reset("nobody-here@example.org"),
    });
    const isUnrevealing = [signIn, resetMail].every(
      ({ isSameAnswer, differenceMs }) => isSameAnswer && differenceMs <= maxTimingDifferenceMs,
    );
    return {
      summary: `try ${guesses.length} of one address: ${last?.status}, Retry-After ${last?.headers["retry-after"]} s; the owner from elsewhere: ${owner.status}; known and unknown ${signIn.differenceMs.toFixed(1)} ms apart at signing in, ${resetMail.differenceMs.toFixed(1)} ms at a reset`,
      passed:
        braked === 1 &&
        last?.status === 429 &&
        Number(last.headers["retry-after"]) > 0 &&
        owner.status === 200 &&
        isUnrevealing,
    };
  });
}

type Attempt = () => Promise<ApiResponse>;

/** Compares the responses and the median times of known and unknown accounts. */
async function compareTiming(repeats: number, { known, unknown }: { known: Attempt; unknown: Attempt }) {
  const knownAnswers: ApiResponse[] = [];
  const unknownAnswers: ApiResponse[] = [];
  for (let count = 0; count < repeats; count++) {
    knownAnswers.push(await known());
    unknownAnswers.push(await unknown());
  }
  const median = (answers: readonly ApiResponse[]) =>
    quantile(
      answers.map(({ ms }) => ms),
      0.5,
    );
  const answers = new Set([...knownAnswers, ...unknownAnswers].map(({ status, text }) => `${status} ${text}`));
  return { isSameAnswer: answers.size === 1, differenceMs: Math.abs(median(knownAnswers) - median(unknownAnswers)) };
}

const concurrentResets = 20;
const minBits = 128;

/** The mailed password reset link: its entropy, whether the database contains it, and how many concurrent uses succeed. */
export function measurePasswordResetLink(context: AcceptanceContext): Promise<CheckResult> {
  return withPortal(context, {}, async (portal) => {
    const anonymous = new ApiClient(portal.url);
    const [colleague] = await createColleagues(await ApiClient.signInAsAdmin(portal.url), {
      url: portal.url,
      count: 1,
    });
    const post = (path: string, body: object) => anonymous.send({ method: "POST", path: `/api/${path}`, body });
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

/** The token in the mail, which is a file because there is no mail server. */
async function readMailedToken(portal: PortalProcess): Promise<string> {
  const [resetMail] = await waitForMails(portal, 1);
  const token = /reset-password\?token=([\w.-]+)/.exec(resetMail?.text ?? "")?.[1];
  if (token === undefined) throw new Error("There is no link in the mail");
  return token;
}

const JWT_SECRET = "known to this measurement and nobody else";
const lifetimeMs = 3_000;
const maxDelayMs = 1_000;
const tokenClaims = z.looseObject({ exp: z.int(), iat: z.int() });

/** When sockets are closed whose token expires, and whether requests with the expired token are refused. */
export function measureTokenExpiry(context: AcceptanceContext): Promise<CheckResult> {
  const settings = { JWT_SECRET };
  return withPortal(context, settings, async (portal) => {
    const admin = await ApiClient.signInAsAdmin(portal.url);
    const claims = tokenClaims.parse(jwt.verify(admin.token ?? "", JWT_SECRET));
    const exp = Math.ceil((Date.now() + lifetimeMs) / 1_000);
    admin.token = jwt.sign({ ...claims, exp }, JWT_SECRET, { algorithm: "HS256" });
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

/** Milliseconds from the expiry of the token until the portal closes the socket. */
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
