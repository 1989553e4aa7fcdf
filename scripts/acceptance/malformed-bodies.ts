import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { ApiClient, type ApiRequest } from "../lib/api-client.ts";
import { createSociety } from "../lib/sample-society.ts";
import { withPortal } from "./portal-process.ts";
import { formatReadLatency, measureReadsDuring } from "./read-latency.ts";
import type { AcceptanceContext, CheckResult } from "./requirement.ts";

const maxReadP95Ms = 500;
const stalledClientCount = 100;
/** Maximum time until the portal disconnects a stalled client. */
const closeTimeoutMs = 25_000;
const repetitionCount = 10;
const jsonPost = { method: "POST", path: "/api/plot-type" };

/** Built on demand, because compressing the gzip bomb takes a while. */
const buildBodies = (): readonly { name: string; request: ApiRequest; status: number }[] => [
  {
    name: "over 1 MB",
    request: { ...jsonPost, body: JSON.stringify({ TypeName: "x".repeat(1_100_000) }) },
    status: 413,
  },
  {
    name: "an import over 10 MB",
    request: {
      method: "POST",
      path: "/api/import/plots",
      body: Buffer.alloc(10_600_000, "x"),
      headers: { "content-type": "text/csv" },
    },
    status: 413,
  },
  { name: "truncated", request: { ...jsonPost, body: '{"TypeName":"x"' }, status: 400 },
  { name: "deeply nested", request: { ...jsonPost, body: "[".repeat(400_000) + "]".repeat(400_000) }, status: 400 },
  {
    name: "a gzip bomb",
    request: {
      ...jsonPost,
      body: gzipSync(JSON.stringify({ TypeName: "x".repeat(100_000_000) })),
      headers: { "content-encoding": "gzip" },
    },
    status: 413,
  },
];

/**
 * Sends too large, truncated, deeply nested and compressed bodies while a hundred clients stall. Checks the responses
 * and the read latency of another user.
 */
export function checkMalformedBodies(context: AcceptanceContext): Promise<CheckResult> {
  return withPortal(context, {}, async (portal) => {
    const admin = await ApiClient.signIn(portal.url);
    await createSociety(admin, { houseCount: 20 });
    const bodies = buildBodies();
    const failures: string[] = [];
    let closedCount = 0;
    const latency = await measureReadsDuring(admin, async () => {
      const closedClients = openStalledClients(portal.url, admin.token ?? "");
      for (let repetition = 0; repetition < repetitionCount; repetition++)
        for (const { name, request, status } of bodies) {
          // The portal may close the connection before it has read the whole body.
          const response = await admin.send(request).catch(() => undefined);
          if (response && response.status !== status) failures.push(`${name}: ${response.status}`);
        }
      closedCount = await closedClients;
    });
    return {
      summary: [
        `${bodies.length * repetitionCount} bodies and ${stalledClientCount} stalled clients, ${closedCount} of them closed within ${closeTimeoutMs / 1000} s; ${formatReadLatency(latency)}`,
        ...new Set(failures),
      ].join("; "),
      passed:
        failures.length === 0 &&
        latency.failureCount === 0 &&
        latency.p95 <= maxReadP95Ms &&
        closedCount === stalledClientCount,
    };
  });
}

/** Opens clients that stop sending before, in or after the headers; resolves with the number closed in time. */
async function openStalledClients(url: string, token: string): Promise<number> {
  const head = `POST /api/plot-type HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
  const partialBody = `${head}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"TypeName":`;
  const requestStarts = ["", head, partialBody];
  const sockets: Socket[] = [];
  const closing: Promise<unknown>[] = [];
  for (let index = 0; index < stalledClientCount; index++) {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.resume();
    closing.push(once(socket, "close"));
    sockets.push(socket);
    await once(socket, "connect");
    socket.write(requestStarts[index % requestStarts.length] ?? "");
  }
  await Promise.race([Promise.all(closing), pause(closeTimeoutMs)]);
  const closedCount = sockets.filter(({ destroyed }) => destroyed).length;
  for (const socket of sockets) socket.destroy();
  return closedCount;
}
