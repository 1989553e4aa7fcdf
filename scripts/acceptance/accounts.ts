import jwt from "jsonwebtoken";
import { z } from "zod";
import { ApiClient, type ApiResponse, accountPassword } from "../lib/api-client.ts";
import { formatMs, median, quantile } from "../lib/measured-values.ts";
import { withConnection } from "../lib/mongo.ts";
import { createStaff } from "../lib/sample-society.ts";
import { type PortalProcess, readAllDocuments, waitForMails, withPortal } from "./portal-process.ts";
import { formatReadLatency, measureReadsDuring } from "./read-latency.ts";
import type { AcceptanceContext, CheckResult } from "./requirement.ts";

const concurrentSignInCount = 100;
const maxReadP95Ms = 500;
const credentials = { username: "admin", password: accountPassword };

/** Measures a hundred concurrent sign-ins and the read latency of another user meanwhile; checks the password hash. */
export function checkConcurrentSignIns(context: AcceptanceContext): Promise<CheckResult> {
  return withPortal(context, {}, async (portal) => {
    // Not the administrator, whose sign-ins end earlier sessions.
    const [reader] = await createStaff(await ApiClient.signIn(portal.url), 1);
    if (!reader) throw new Error("No colleague was created");
    const anonymous = new ApiClient(portal.url);
    let signedInCount = 0;
    const startedAt = performance.now();
    const latency = await measureReadsDuring(reader, async () => {
      const login = () => anonymous.send({ method: "POST", path: "/api/auth/login", body: credentials });
      const responses = await Promise.all(Array.from({ length: concurrentSignInCount }, login));
      signedInCount = responses.filter(({ status }) => status === 200).length;
    });
    const durationMs = performance.now() - startedAt;
    const hash = await readStoredHash(portal.databaseUri);
    const passed =
      latency.p95 <= maxReadP95Ms &&
      latency.failureCount === 0 &&
      signedInCount === concurrentSignInCount &&
      isStrongHash(hash);
    const hashParameters = hash.split("$").slice(1, 4).join(" ");
    return {
      summary: `${signedInCount} sign-ins within ${formatMs(durationMs)}; ${formatReadLatency(latency)}; ${hashParameters}`,
      passed,
    };
  });
}

const wrongTryCount = 300;
const maxSignInP95Ms = 200;

/** Measures sign-ins from other addresses while one address tries wrong passwords of unknown accounts. */
export function checkSignInsDuringGuessing(context: AcceptanceContext): Promise<CheckResult> {
  return withPortal(context, { TRUSTED_PROXIES: "loopback" }, async (portal) => {
    // A client of its own, because the number of connections of a client is limited.
    const [guesser, user] = [new ApiClient(portal.url), new ApiClient(portal.url)];
    const signIn = (client: ApiClient, address: string, body: { username: string; password: string }) =>
      client.send({ method: "POST", path: "/api/auth/login", body, headers: { "x-forwarded-for": address } });
    await signIn(user, "203.0.113.1", credentials);
    let pendingTryCount = wrongTryCount;
    const statuses: number[] = [];
    const wrongTries = Array.from({ length: wrongTryCount }, async (_, index) => {
      const wrongCredentials = { username: `nobody-${index}`, password: "not the one" };
      statuses.push((await signIn(guesser, "198.51.100.7", wrongCredentials)).status);
      pendingTryCount--;
    });
    const latencies: number[] = [];
    let failureCount = 0;
    while (pendingTryCount > 0) {
      const { status, ms } = await signIn(user, `203.0.113.${(latencies.length % 250) + 1}`, credentials);
      latencies.push(ms);
      if (status !== 200) failureCount++;
    }
    await Promise.all(wrongTries);
    const p95 = quantile(latencies, 0.95);
    const refusedCount = statuses.filter((status) => status === 401 || status === 429).length;
    return {
      summary: `${latencies.length} sign-ins during ${refusedCount} wrong tries of one address: p95 ${formatMs(p95)}, ${failureCount} failed`,
      passed: p95 <= maxSignInP95Ms && failureCount === 0 && refusedCount === wrongTryCount,
    };
  });
}

function readStoredHash(uri: string): Promise<string> {
  return withConnection(uri, async (connection) => {
    const stored = await connection.collection("vault").findOne({ value: /^\$argon2/ });
    return z.object({ value: z.string() }).parse(stored).value;
  });
}

function isStrongHash(hash: string): boolean {
  const [, algorithm, , cost = ""] = hash.split("$");
  const parameters = new Map(
    cost.split(",").map((part): [string, number] => [part.slice(0, 1), Number(part.slice(2))]),
  );
  // m is the memory in KiB, t the number of passes.
  return algorithm === "argon2id" && (parameters.get("m") ?? 0) >= 19 * 1024 && (parameters.get("t") ?? 0) >= 2;
}

const maxTimingDifferenceMs = 10;
/** Wrong passwords per account and address that are answered before the portal responds with 429. */
const maxAttempts = 10;

/** Guesses passwords from behind a proxy; compares responses and response times of known and unknown accounts. */
export function checkPasswordGuessing(context: AcceptanceContext): Promise<CheckResult> {
  const settings = { TRUSTED_PROXIES: "loopback" };
  return withPortal(context, settings, async (portal) => {
    const anonymous = new ApiClient(portal.url);
    await createStaff(await ApiClient.signIn(portal.url), 1);
    let addressCount = 0;
    /** Headers of a request from a client address, by default from a new one. */
    const fromAddress = (address = `203.0.113.${++addressCount}`) => ({ "x-forwarded-for": address });
    const login = (username: string, headers = fromAddress(), password = "not the one") =>
      anonymous.send({ method: "POST", path: "/api/auth/login", body: { username, password }, headers });
    const reset = (email: string) =>
      anonymous.send({ method: "POST", path: "/api/reset-password", body: { email }, headers: fromAddress() });

    const guesserHeaders = fromAddress("198.51.100.7");
    const guesses: ApiResponse[] = [];
    for (let count = 0; count <= maxAttempts; count++) guesses.push(await login("admin", guesserHeaders));
    const last = guesses.at(-1);
    const rateLimitedCount = guesses.filter(({ status }) => status === 429).length;
    const ownerSignIn = await login("admin", fromAddress(), accountPassword);

    const attemptCount = context.isShort ? 10 : 40;
    const signIn = await compareTiming(attemptCount, {
      known: () => login("admin"),
      unknown: () => login("nobody-here"),
    });
    const resetMail = await compareTiming(attemptCount, {
      known: () => reset("colleague1@staff.example.org"),
      unknown: () => reset("nobody-here@example.org"),
    });
    const revealsNoAccount = [signIn, resetMail].every(
      ({ isSameResponse, differenceMs }) => isSameResponse && differenceMs <= maxTimingDifferenceMs,
    );
    return {
      summary: `attempt ${guesses.length} from one address: ${last?.status}, Retry-After ${last?.headers["retry-after"]} s; the owner from another address: ${ownerSignIn.status}; known and unknown accounts differ by ${signIn.differenceMs.toFixed(1)} ms at sign-in, ${resetMail.differenceMs.toFixed(1)} ms at a password reset`,
      passed:
        rateLimitedCount === 1 &&
        last?.status === 429 &&
        Number(last.headers["retry-after"]) > 0 &&
        ownerSignIn.status === 200 &&
        revealsNoAccount,
    };
  });
}

type Attempt = () => Promise<ApiResponse>;

/** Compares the responses and the median times of known and unknown accounts. */
async function compareTiming(attemptCount: number, { known, unknown }: { known: Attempt; unknown: Attempt }) {
  const knownResponses: ApiResponse[] = [];
  const unknownResponses: ApiResponse[] = [];
  for (let count = 0; count < attemptCount; count++) {
    knownResponses.push(await known());
    unknownResponses.push(await unknown());
  }
  const medianMs = (responses: readonly ApiResponse[]) => median(responses.map(({ ms }) => ms));
  const distinctResponses = new Set(
    [...knownResponses, ...unknownResponses].map(({ status, text }) => `${status} ${text}`),
  );
  return {
    isSameResponse: distinctResponses.size === 1,
    differenceMs: Math.abs(medianMs(knownResponses) - medianMs(unknownResponses)),
  };
}

const concurrentResetCount = 20;
const minSecretBits = 128;

/** Measures the entropy of a mailed reset link, searches the database for it, and uses it many times at once. */
export function checkPasswordResetLink(context: AcceptanceContext): Promise<CheckResult> {
  return withPortal(context, {}, async (portal) => {
    const anonymous = new ApiClient(portal.url);
    const [colleague] = await createStaff(await ApiClient.signIn(portal.url), 1);
    const post = (path: string, body: object) => anonymous.send({ method: "POST", path: `/api/${path}`, body });
    await post("reset-password", { email: "colleague1@staff.example.org" });
    const token = await readMailedToken(portal);
    const secret = token.split(".").at(-1) ?? "";
    const bitsPerBase64Character = 6;
    const bits = secret.length * bitsPerBase64Character;
    const documents = await readAllDocuments(portal.databaseUri);
    const documentsWithSecret = documents.filter(({ document }) => JSON.stringify(document).includes(secret));
    const responses = await Promise.all(
      Array.from({ length: concurrentResetCount }, (_, index) =>
        post("reset-password/confirm", { token, password: `chosen-${index}` }),
      ),
    );
    const acceptedCount = responses.filter(({ status }) => status === 200).length;
    const refusedCount = responses.filter(({ status }) => status === 400).length;
    const earlierSession = await colleague?.send({ path: "/api/me" });
    return {
      summary: `${bits} bits, stored as plain text in ${documentsWithSecret.length} of ${documents.length} documents of the database; ${acceptedCount} of ${concurrentResetCount} concurrent uses accepted; the earlier session: ${earlierSession?.status}`,
      passed:
        bits >= minSecretBits &&
        documentsWithSecret.length === 0 &&
        acceptedCount === 1 &&
        refusedCount === concurrentResetCount - 1 &&
        earlierSession?.status === 401,
    };
  });
}

/** The token in the mailed link. */
async function readMailedToken(portal: PortalProcess): Promise<string> {
  const [resetMail] = await waitForMails(portal, 1);
  const token = /reset-password\?token=([\w.-]+)/.exec(resetMail?.text ?? "")?.[1];
  if (token === undefined) throw new Error("The mail contains no link");
  return token;
}

const JWT_SECRET = "a secret that is known to this check";
const tokenLifetimeMs = 3_000;
const maxCloseDelayMs = 1_000;
const tokenClaimsSchema = z.looseObject({ exp: z.int(), iat: z.int() });

/** Measures how long sockets stay open after their token expires, and sends a request with the expired token. */
export function checkTokenExpiry(context: AcceptanceContext): Promise<CheckResult> {
  const settings = { JWT_SECRET };
  return withPortal(context, settings, async (portal) => {
    const admin = await ApiClient.signIn(portal.url);
    const claims = tokenClaimsSchema.parse(jwt.verify(admin.token ?? "", JWT_SECRET));
    const exp = Math.ceil((Date.now() + tokenLifetimeMs) / 1_000);
    admin.token = jwt.sign({ ...claims, exp }, JWT_SECRET, { algorithm: "HS256" });
    const statusBefore = (await admin.send({ path: "/api/me" })).status;
    const delays = await Promise.all(Array.from({ length: 5 }, () => measureCloseDelay(admin, exp)));
    const statusAfter = (await admin.send({ path: "/api/me" })).status;
    const longest = Math.max(...delays);
    return {
      summary: `${delays.length} sockets closed at most ${formatMs(longest)} after their token expired; requests before: ${statusBefore}, after: ${statusAfter}`,
      passed:
        statusBefore === 200 &&
        statusAfter === 401 &&
        Math.min(...delays) > -maxCloseDelayMs &&
        longest <= maxCloseDelayMs,
    };
  });
}

/** Milliseconds from `exp`, when the client's token expires, until the portal closes a socket with it. */
async function measureCloseDelay(client: ApiClient, exp: number): Promise<number> {
  const { socket } = await client.openSocket({ watch: [] });
  return new Promise((resolve) => socket.on("disconnect", () => resolve(Date.now() - exp * 1_000)));
}
