import { setTimeout as pause } from "node:timers/promises";
import { adminPassword } from "../bench/prepare.ts";
import type { Finding } from "./line.ts";
import { ms } from "./others.ts";
import { type Place, portalAt } from "./place.ts";
import { settle } from "./society.ts";
import { Visitor } from "./visitor.ts";

const longestMs = 10_000;
const signIns = 40;
const writes = 40;

/** SIGTERM under load: not ready from then on, what is under way ends well, and the process too. */
export async function measureFarewell(place: Place): Promise<Finding> {
  const portal = await portalAt(place);
  try {
    const admin = await Visitor.admin(portal.url);
    const { installments } = await settle(admin, { houses: Math.ceil(writes / 12) });
    const body = { username: "admin", password: adminPassword };
    const underWay = [
      ...Array.from({ length: signIns }, () => admin.call({ method: "POST", path: "/api/auth/login", body })),
      ...installments
        .slice(0, writes)
        .map((id) => admin.call({ method: "PUT", path: `/api/payment-schedule/${id}`, body: { IsPaid: 1 } })),
    ];
    const answered = Promise.allSettled(underWay);
    // All of them have reached the portal once somebody who came later is answered.
    await new Visitor(portal.url).call({ path: "/healthz" });
    const ended = portal.end("SIGTERM");
    const notReady = await untilNotReady(portal.url);
    const finished = (await answered).filter((one) => one.status === "fulfilled" && one.value.status === 200).length;
    const { code, ms: took } = await ended;
    return {
      figure: `not ready after ${ms(notReady)}; ${finished} of ${underWay.length} requests under way finished; exit ${code} after ${ms(took)}`,
      holds: notReady <= 1_000 && finished === underWay.length && code === 0 && took <= longestMs,
    };
  } finally {
    await portal.end("SIGKILL");
  }
}

/** Milliseconds until /readyz says no, or nobody answers there. */
async function untilNotReady(url: string): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const look = await new Visitor(url).call({ path: "/readyz" }).catch(() => undefined);
    if (look?.status !== 200) return performance.now() - begun;
    await pause(10);
  }
}
