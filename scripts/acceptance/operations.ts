import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { adminPassword } from "../bench/prepare.ts";
import { ApiClient } from "./api-client.ts";
import { type AcceptanceContext, isolatedEnv, startPortalProcess, withPortal } from "./portal-process.ts";
import { formatMs } from "./read-latency.ts";
import type { CheckResult } from "./requirement.ts";
import { createColleagues, createSociety } from "./sample-society.ts";

const maxShutdownMs = 10_000;
const signIns = 40;
const writes = 40;

/** SIGTERM under load: time until not ready, requests in progress that succeed, exit code and duration. */
export async function measureGracefulShutdown(context: AcceptanceContext): Promise<CheckResult> {
  const portal = await startPortalProcess(context);
  try {
    const admin = await ApiClient.signInAsAdmin(portal.url);
    const { installments } = await createSociety(admin, { houses: Math.ceil(writes / 12) });
    const body = { username: "admin", password: adminPassword };
    const requests = [
      ...Array.from({ length: signIns }, () => admin.send({ method: "POST", path: "/api/auth/login", body })),
      ...installments
        .slice(0, writes)
        .map((id) => admin.send({ method: "PUT", path: `/api/payment-schedule/${id}`, body: { IsPaid: 1 } })),
    ];
    const answered = Promise.allSettled(requests);
    // When a later request is answered, all earlier ones have reached the portal.
    await new ApiClient(portal.url).send({ path: "/healthz" });
    const ended = portal.kill("SIGTERM");
    const notReady = await measureTimeUntilNotReady(portal.url);
    const finished = (await answered).filter((one) => one.status === "fulfilled" && one.value.status === 200).length;
    const { code, ms: duration } = await ended;
    return {
      summary: `not ready after ${formatMs(notReady)}; ${finished} of ${requests.length} requests in progress finished; exit ${code} after ${formatMs(duration)}`,
      passed: notReady <= 1_000 && finished === requests.length && code === 0 && duration <= maxShutdownMs,
    };
  } finally {
    await portal.kill("SIGKILL");
  }
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

const requestEntry = z.looseObject({
  level: z.int(),
  req: z.looseObject({ id: z.union([z.int(), z.string()]), method: z.string(), url: z.string() }),
  res: z.looseObject({ statusCode: z.int() }),
  responseTime: z.number(),
});

const forbiddenPattern =
  /owners\.example\.org|staff\.example\.org|127\.0\.0\.1|::1|argon2|Bearer|not the one|of-a-letter/;

/** Searches the log at level trace for secrets after sign-ins, errors, password resets and mails; also checks invalid settings. */
export function measureLogs(context: AcceptanceContext): Promise<CheckResult> {
  const settings = { LOG_LEVEL: "trace" };
  return withPortal(context, settings, async (portal) => {
    const admin = await ApiClient.signInAsAdmin(portal.url);
    await createSociety(admin, { houses: 3 });
    await createColleagues(admin, { url: portal.url, count: 2 });
    const anonymous = new ApiClient(portal.url);
    const post = (path: string, body: unknown) => anonymous.send({ method: "POST", path, body });
    await post("/api/auth/login", { username: "admin", password: "not the one" });
    await post("/api/reset-password", { email: "colleague1@staff.example.org" });
    await post("/api/reset-password/confirm", { token: "of-a-letter", password: "not the one" });
    await anonymous.send({ path: "/reset-password?token=of-a-letter" });
    await admin.send({ path: "/api/plot?q=B-1@owners.example.org" });
    await admin.send({
      method: "PUT",
      path: "/api/me/password",
      body: { currentPassword: "not the one", newPassword: adminPassword },
    });
    const token = admin.token ?? "";
    await portal.stop();
    const lines = portal.output.filter((line) => line.startsWith("{"));
    const entries = lines.map((line) => requestEntry.safeParse(JSON.parse(line))).filter(({ success }) => success);
    const linesWithSecrets = lines.filter(
      (line) => forbiddenPattern.test(line) || line.includes(token) || line.includes(adminPassword),
    );
    const users = lines.filter((line) => /"user":\d/.test(line)).length;
    const settings = await measureInvalidSettings(context);
    return {
      summary: [
        `${entries.length} requests in ${lines.length} lines, ${users} with their user, ${linesWithSecrets.length} with a secret; ${settings.summary}`,
        ...linesWithSecrets.slice(0, 2).map((line) => line.slice(0, 200)),
      ].join("; "),
      passed: entries.length > 0 && users > 0 && linesWithSecrets.length === 0 && settings.passed,
    };
  });
}

const invalidSettings: readonly NodeJS.ProcessEnv[] = [
  { JWT_SECRET: "too short to be one" },
  { NODE_ENV: "production" },
  { PORT: "three thousand" },
  { TRUSTED_PROXIES: "everybody" },
  { LOG_LEVEL: "loud" },
];

/** The portal must not start with a short secret, or in production without one. */
export function measureWeakSecrets(context: AcceptanceContext): Promise<CheckResult> {
  return checkRefusals(context, invalidSettings.slice(0, 2));
}

/** Starts the portal with invalid settings; each start must fail with one line that names the setting. */
export function measureInvalidSettings(context: AcceptanceContext): Promise<CheckResult> {
  return checkRefusals(context, invalidSettings);
}

async function checkRefusals(
  { mongo, folder }: AcceptanceContext,
  settingsToTry: readonly NodeJS.ProcessEnv[],
): Promise<CheckResult> {
  const runs = await Promise.all(
    settingsToTry.map((settings) =>
      runWithEnv({ ...isolatedEnv(join(folder, "wrong")), MONGODB_URI: mongo.uri, ...settings }),
    ),
  );
  const refused = runs.filter(({ code, lines }, index) => {
    const name = Object.keys(settingsToTry[index] ?? {})[0] ?? "";
    const named = name === "NODE_ENV" ? "JWT_SECRET" : name;
    return code === 1 && lines.length === 1 && lines[0]?.startsWith(`Wrong setting: ${named} `);
  });
  return {
    summary: `${refused.length} of ${settingsToTry.length} wrong settings refused in one line`,
    passed: refused.length === settingsToTry.length,
  };
}

async function runWithEnv(env: NodeJS.ProcessEnv): Promise<{ code: number | null; lines: string[] }> {
  const script = join(import.meta.dirname, "portal.ts");
  const child = spawn(process.execPath, ["--import", "tsx/esm", script], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const [code] = await once(child, "close");
  return { code: typeof code === "number" ? code : null, lines: text.split("\n").filter((line) => line !== "") };
}
