import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { ApiClient, accountPassword } from "../lib/api-client.ts";
import { formatMs } from "../lib/measured-values.ts";
import { createSociety, createStaff } from "../lib/sample-society.ts";
import { isolatedEnv, portalScript } from "../lib/server-process.ts";
import { startPortalProcess, withPortal } from "./portal-process.ts";
import type { AcceptanceContext, CheckResult } from "./requirement.ts";

const maxShutdownMs = 10_000;
/** Below the limit of sessions of a user, so that the sign-ins do not end the session that sends the writes. */
const signInCount = 15;
const writeCount = 40;
const installmentsPerHouse = 12;

/**
 * Sends SIGTERM under load and with a client that has vanished; measures when the portal is not ready, which requests
 * succeed, and how it exits.
 */
export async function checkGracefulShutdown(context: AcceptanceContext): Promise<CheckResult> {
  const portal = await startPortalProcess(context);
  try {
    const admin = await ApiClient.signIn(portal.url);
    await openSilentWebSocket(portal.url);
    const { installmentIds } = await createSociety(admin, { houseCount: Math.ceil(writeCount / installmentsPerHouse) });
    const body = { username: "admin", password: accountPassword };
    const requests = [
      ...Array.from({ length: signInCount }, () => admin.send({ method: "POST", path: "/api/auth/login", body })),
      ...installmentIds
        .slice(0, writeCount)
        .map((id) => admin.send({ method: "PUT", path: `/api/payment-schedule/${id}`, body: { IsPaid: 1 } })),
    ];
    const settledRequests = Promise.allSettled(requests);
    // All earlier requests have reached the portal when it answers a later one.
    await new ApiClient(portal.url).send({ path: "/healthz" });
    const exited = portal.kill("SIGTERM");
    const notReadyMs = await measureTimeUntilNotReady(portal.url);
    const finishedCount = (await settledRequests).filter(
      (result) => result.status === "fulfilled" && result.value.status === 200,
    ).length;
    const { code, ms: exitMs } = await exited;
    return {
      summary: `not ready after ${formatMs(notReadyMs)}; ${finishedCount} of ${requests.length} requests in progress finished; exit ${code} after ${formatMs(exitMs)}`,
      passed: notReadyMs <= 1_000 && finishedCount === requests.length && code === 0 && exitMs <= maxShutdownMs,
    };
  } finally {
    await portal.kill("SIGKILL");
  }
}

/** Opens a WebSocket whose client answers nothing, like a phone that has lost its signal. */
async function openSilentWebSocket(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on("error", () => undefined);
  const lines = [
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
    `Host: ${hostname}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  await once(socket, "data");
}

/** Milliseconds until /readyz is not 200 or does not answer. */
async function measureTimeUntilNotReady(url: string): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const response = await new ApiClient(url).send({ path: "/readyz" }).catch(() => undefined);
    if (response?.status !== 200) return performance.now() - startedAt;
    await pause(10);
  }
}

/** A log line about a request. */
const requestEntrySchema = z.looseObject({
  level: z.int(),
  req: z.looseObject({ id: z.union([z.int(), z.string()]), method: z.string(), url: z.string() }),
  res: z.looseObject({ statusCode: z.int() }),
  responseTime: z.number(),
});

/** Matches the addresses, hashes, passwords and mailed tokens of this check. */
const secretPattern = /owners\.example\.org|staff\.example\.org|127\.0\.0\.1|::1|argon2|Bearer|not the one|of-a-mail/;

/** Searches the log at level trace for secrets after sign-ins, errors and password resets; checks invalid settings. */
export function checkLogs(context: AcceptanceContext): Promise<CheckResult> {
  return withPortal(context, { LOG_LEVEL: "trace" }, async (portal) => {
    const admin = await ApiClient.signIn(portal.url);
    await createSociety(admin, { houseCount: 3 });
    await createStaff(admin, 2);
    const anonymous = new ApiClient(portal.url);
    const post = (path: string, body: unknown) => anonymous.send({ method: "POST", path, body });
    await post("/api/auth/login", { username: "admin", password: "not the one" });
    await post("/api/reset-password", { email: "colleague1@staff.example.org" });
    await post("/api/reset-password/confirm", { token: "of-a-mail", password: "not the one" });
    await anonymous.send({ path: "/reset-password?token=of-a-mail" });
    await admin.send({ path: "/api/plot?q=B-1@owners.example.org" });
    await admin.send({
      method: "PUT",
      path: "/api/me/password",
      body: { currentPassword: "not the one", newPassword: accountPassword },
    });
    const token = admin.token ?? "";
    await portal.stop();
    const lines = portal.output.filter((line) => line.startsWith("{"));
    const entries = lines
      .map((line) => requestEntrySchema.safeParse(JSON.parse(line)))
      .filter(({ success }) => success);
    const linesWithSecrets = lines.filter(
      (line) => secretPattern.test(line) || line.includes(token) || line.includes(accountPassword),
    );
    const userLineCount = lines.filter((line) => /"user":\d/.test(line)).length;
    const invalidStarts = await checkInvalidSettings(context);
    return {
      summary: [
        `${entries.length} requests in ${lines.length} lines, ${userLineCount} with a user, ${linesWithSecrets.length} with a secret; ${invalidStarts.summary}`,
        ...linesWithSecrets.slice(0, 2).map((line) => line.slice(0, 200)),
      ].join("; "),
      passed: entries.length > 0 && userLineCount > 0 && linesWithSecrets.length === 0 && invalidStarts.passed,
    };
  });
}

/** The second one has no secret, which is required in production. */
const weakSecretSettings: readonly NodeJS.ProcessEnv[] = [{ JWT_SECRET: "too short" }, { NODE_ENV: "production" }];
const invalidSettings: readonly NodeJS.ProcessEnv[] = [
  ...weakSecretSettings,
  { PORT: "three thousand" },
  { TRUSTED_PROXIES: "everybody" },
  { LOG_LEVEL: "loud" },
];

/** The portal must not start with a short secret, or in production without one. */
export function checkWeakSecrets(context: AcceptanceContext): Promise<CheckResult> {
  return expectStartFailures(context, weakSecretSettings);
}

/** Starts the portal with invalid settings; each start must fail with one line that names the setting. */
function checkInvalidSettings(context: AcceptanceContext): Promise<CheckResult> {
  return expectStartFailures(context, invalidSettings);
}

async function expectStartFailures(
  { mongo, folder }: AcceptanceContext,
  settingsToTry: readonly NodeJS.ProcessEnv[],
): Promise<CheckResult> {
  const runs = await Promise.all(
    settingsToTry.map((settings) =>
      runPortal({ ...isolatedEnv(join(folder, "wrong")), MONGODB_URI: mongo.uri, ...settings }),
    ),
  );
  const refusedRuns = runs.filter(({ code, lines }, index) => {
    const name = Object.keys(settingsToTry[index] ?? {})[0] ?? "";
    const reportedName = name === "NODE_ENV" ? "JWT_SECRET" : name;
    return code === 1 && lines.length === 1 && lines[0]?.startsWith(`Wrong setting: ${reportedName} `);
  });
  return {
    summary: `${refusedRuns.length} of ${settingsToTry.length} invalid settings refused with one line`,
    passed: refusedRuns.length === settingsToTry.length,
  };
}

async function runPortal(env: NodeJS.ProcessEnv): Promise<{ code: number | null; lines: string[] }> {
  const child = spawn(process.execPath, ["--import", "tsx/esm", portalScript], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const [code] = await once(child, "close");
  return { code: typeof code === "number" ? code : null, lines: text.split("\n").filter((line) => line !== "") };
}
