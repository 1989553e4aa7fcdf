import { z } from "zod";
import { adminPassword } from "../bench/prepare.ts";
import { withConnection } from "../lib/with-mongo.ts";
import { ApiClient } from "./api-client.ts";
import { type AcceptanceContext, withPortal } from "./portal-process.ts";
import { formatMs, formatReadLatency, measureReadsDuring } from "./read-latency.ts";
import type { CheckResult } from "./requirement.ts";

const concurrency = 100;
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
      const answers = await Promise.all(Array.from({ length: concurrency }, login));
      signedIn = answers.filter(({ status }) => status === 200).length;
    });
    const all = performance.now() - begun;
    const hash = await readStoredHash(portal.databaseUri);
    const passed = others.p95 <= maxReadP95Ms && others.failed === 0 && signedIn === concurrency && isStrongHash(hash);
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
