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

/** SIGTERM under load: not ready from then on, what is under way ends well, and the process too. */
export async function measureGracefulShutdown(place: AcceptanceContext): Promise<CheckResult> {
  const portal = await startPortalProcess(place);
  try {
    const admin = await ApiClient.signInAsAdmin(portal.url);
    const { installments } = await createSociety(admin, { houses: Math.ceil(writes / 12) });
    const body = { username: "admin", password: adminPassword };
    const underWay = [
      ...Array.from({ length: signIns }, () => admin.send({ method: "POST", path: "/api/auth/login", body })),
      ...installments
        .slice(0, writes)
        .map((id) => admin.send({ method: "PUT", path: `/api/payment-schedule/${id}`, body: { IsPaid: 1 } })),
    ];
    const answered = Promise.allSettled(underWay);
    // All of them have reached the portal once somebody who came later is answered.
    await new ApiClient(portal.url).send({ path: "/healthz" });
    const ended = portal.kill("SIGTERM");
    const notReady = await measureTimeUntilNotReady(portal.url);
    const finished = (await answered).filter((one) => one.status === "fulfilled" && one.value.status === 200).length;
    const { code, ms: took } = await ended;
    return {
      summary: `not ready after ${formatMs(notReady)}; ${finished} of ${underWay.length} requests under way finished; exit ${code} after ${formatMs(took)}`,
      passed: notReady <= 1_000 && finished === underWay.length && code === 0 && took <= maxShutdownMs,
    };
  } finally {
    await portal.kill("SIGKILL");
  }
}

/** Milliseconds until /readyz says no, or nobody answers there. */
async function measureTimeUntilNotReady(url: string): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const look = await new ApiClient(url).send({ path: "/readyz" }).catch(() => undefined);
    if (look?.status !== 200) return performance.now() - begun;
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

/** The log of a portal that says all it has to say while people sign in, err, forget and are written to; and wrong settings. */
export function measureLogs(place: AcceptanceContext): Promise<CheckResult> {
  const settings = { LOG_LEVEL: "trace" };
  return withPortal(place, settings, async (portal) => {
    const admin = await ApiClient.signInAsAdmin(portal.url);
    await createSociety(admin, { houses: 3 });
    await createColleagues(admin, { url: portal.url, count: 2 });
    const guest = new ApiClient(portal.url);
    const post = (path: string, body: unknown) => guest.send({ method: "POST", path, body });
    await post("/api/auth/login", { username: "admin", password: "not the one" });
    await post("/api/reset-password", { email: "colleague1@staff.example.org" });
    await post("/api/reset-password/confirm", { token: "of-a-letter", password: "not the one" });
    await guest.send({ path: "/reset-password?token=of-a-letter" });
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
    const spoken = lines.filter(
      (line) => forbiddenPattern.test(line) || line.includes(token) || line.includes(adminPassword),
    );
    const users = lines.filter((line) => /"user":\d/.test(line)).length;
    const settings = await measureInvalidSettings(place);
    return {
      summary: [
        `${entries.length} requests in ${lines.length} lines, ${users} with their user, ${spoken.length} with a secret; ${settings.summary}`,
        ...spoken.slice(0, 2).map((line) => line.slice(0, 200)),
      ].join("; "),
      passed: entries.length > 0 && users > 0 && spoken.length === 0 && settings.passed,
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

/** A secret that could be guessed, and none where one is required: no start. */
export function measureWeakSecrets(place: AcceptanceContext): Promise<CheckResult> {
  return checkRefusals(place, invalidSettings.slice(0, 2));
}

/** Starts with wrong settings, each of which must end with one line that names it. */
export function measureInvalidSettings(place: AcceptanceContext): Promise<CheckResult> {
  return checkRefusals(place, invalidSettings);
}

async function checkRefusals(
  { mongo, folder }: AcceptanceContext,
  wrong: readonly NodeJS.ProcessEnv[],
): Promise<CheckResult> {
  const said = await Promise.all(
    wrong.map((settings) => runWithEnv({ ...isolatedEnv(join(folder, "wrong")), MONGODB_URI: mongo.uri, ...settings })),
  );
  const refused = said.filter(({ code, lines }, index) => {
    const name = Object.keys(wrong[index] ?? {})[0] ?? "";
    const named = name === "NODE_ENV" ? "JWT_SECRET" : name;
    return code === 1 && lines.length === 1 && lines[0]?.startsWith(`Wrong setting: ${named} `);
  });
  return {
    summary: `${refused.length} of ${wrong.length} wrong settings refused in one line`,
    passed: refused.length === wrong.length,
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
