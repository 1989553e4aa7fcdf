import { setTimeout as pause } from "node:timers/promises";
import { adminPassword } from "../bench/prepare.ts";
import { ApiClient } from "./api-client.ts";
import { type AcceptanceContext, startPortalProcess } from "./portal-process.ts";
import { formatMs } from "./read-latency.ts";
import type { CheckResult } from "./requirement.ts";
import { createSociety } from "./sample-society.ts";

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
