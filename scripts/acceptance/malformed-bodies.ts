import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { ApiClient, type ApiRequest } from "./api-client.ts";
import { type AcceptanceContext, withPortal } from "./portal-process.ts";
import { formatReadLatency, measureReadsDuring } from "./read-latency.ts";
import type { CheckResult } from "./requirement.ts";
import { createSociety } from "./sample-society.ts";

const maxReadP95Ms = 500;
const slowClients = 100;
/** A stalled client must be disconnected within this time. */
const closeTimeoutMs = 25_000;
const repeats = 10;
const jsonPost = { method: "POST", path: "/api/plot-type" };

/** Built on demand, because compressing the gzip bomb takes a while. */
const buildBodies = (): readonly { what: string; call: ApiRequest; status: number }[] => [
  { what: "over 1 MB", call: { ...jsonPost, body: JSON.stringify({ TypeName: "x".repeat(1_100_000) }) }, status: 413 },
  {
    what: "an import over 10 MB",
    call: {
      method: "POST",
      path: "/api/import/plots",
      body: Buffer.alloc(10_600_000, "x"),
      headers: { "content-type": "text/csv" },
    },
    status: 413,
  },
  { what: "cut off", call: { ...jsonPost, body: '{"TypeName":"x"' }, status: 400 },
  { what: "very deep", call: { ...jsonPost, body: "[".repeat(400_000) + "]".repeat(400_000) }, status: 400 },
  {
    what: "a gzip bomb",
    call: {
      ...jsonPost,
      body: gzipSync(JSON.stringify({ TypeName: "x".repeat(100_000_000) })),
      headers: { "content-encoding": "gzip" },
    },
    status: 413,
  },
];

/** Bodies that are too large, truncated, deeply nested or compressed bombs, and stalled clients: responses, and the read latency of another user. */
export function measureMalformedBodies(context: AcceptanceContext): Promise<CheckResult> {
  return withPortal(context, {}, async (portal) => {
    const admin = await ApiClient.signInAsAdmin(portal.url);
    await createSociety(admin, { houses: 20 });
    const sent = buildBodies();
    const wrong: string[] = [];
    let closed = 0;
    const latency = await measureReadsDuring(admin, async () => {
      const slow = openSlowClients(portal.url, admin.token ?? "");
      for (let repeat = 0; repeat < repeats; repeat++)
        for (const { what, call, status } of sent) {
          // The portal may close the connection before it has read the whole body.
          const answer = await admin.send(call).catch(() => undefined);
          if (answer && answer.status !== status) wrong.push(`${what}: ${answer.status}`);
        }
      closed = await slow;
    });
    return {
      summary: [
        `${sent.length * repeats} bodies and ${slowClients} clients that stopped, ${closed} of them closed within ${closeTimeoutMs / 1000} s; ${formatReadLatency(latency)}`,
        ...new Set(wrong),
      ].join("; "),
      passed: wrong.length === 0 && latency.failed === 0 && latency.p95 <= maxReadP95Ms && closed === slowClients,
    };
  });
}

/** Opens clients that stop sending before, in or after the headers; resolves with the number closed in time. */
async function openSlowClients(url: string, token: string): Promise<number> {
  const head = `POST /api/plot-type HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
  const partialBody = `${head}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"TypeName":`;
  const starts = ["", head, partialBody];
  const sockets: Socket[] = [];
  const closing: Promise<unknown>[] = [];
  for (let index = 0; index < slowClients; index++) {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.resume();
    closing.push(once(socket, "close"));
    sockets.push(socket);
    await once(socket, "connect");
    socket.write(starts[index % starts.length] ?? "");
  }
  await Promise.race([Promise.all(closing), pause(closeTimeoutMs)]);
  const closed = sockets.filter(({ destroyed }) => destroyed).length;
  for (const socket of sockets) socket.destroy();
  return closed;
}
