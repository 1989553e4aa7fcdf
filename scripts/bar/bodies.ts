import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Finding } from "./line.ts";
import { noticed, whileOthersRead } from "./others.ts";
import { atPortal, type Place } from "./place.ts";
import { settle } from "./society.ts";
import { type Call, Visitor } from "./visitor.ts";

const longestMs = 500;
const slowClients = 100;
/** A client that says nothing more is shown out within this. */
const patienceMs = 25_000;
const repeats = 10;
const json = { method: "POST", path: "/api/plot-type" };

/** Made when they are needed: a bomb takes a while to pack. */
const bodies = (): readonly { what: string; call: Call; status: number }[] => [
  { what: "over 1 MB", call: { ...json, body: JSON.stringify({ TypeName: "x".repeat(1_100_000) }) }, status: 413 },
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
  { what: "cut off", call: { ...json, body: '{"TypeName":"x"' }, status: 400 },
  { what: "very deep", call: { ...json, body: "[".repeat(400_000) + "]".repeat(400_000) }, status: 400 },
  {
    what: "a gzip bomb",
    call: {
      ...json,
      body: gzipSync(JSON.stringify({ TypeName: "x".repeat(100_000_000) })),
      headers: { "content-encoding": "gzip" },
    },
    status: 413,
  },
];

/** Bodies too large, cut, deep and packed, and clients that stop in the middle: answered or closed, and nobody else notices. */
export function measureBodies(place: Place): Promise<Finding> {
  return atPortal(place, {}, async (portal) => {
    const admin = await Visitor.admin(portal.url);
    await settle(admin, { houses: 20 });
    const sent = bodies();
    const wrong: string[] = [];
    let closed = 0;
    const others = await whileOthersRead(admin, async () => {
      const slow = slowClientsAt(portal.url, admin.token ?? "");
      for (let repeat = 0; repeat < repeats; repeat++)
        for (const { what, call, status } of sent) {
          // The portal may close the line before it has taken all of it, which is an answer too.
          const answer = await admin.call(call).catch(() => undefined);
          if (answer && answer.status !== status) wrong.push(`${what}: ${answer.status}`);
        }
      closed = await slow;
    });
    return {
      figure: [
        `${sent.length * repeats} bodies and ${slowClients} clients that stopped, ${closed} of them closed within ${patienceMs / 1000} s; ${noticed(others)}`,
        ...new Set(wrong),
      ].join("; "),
      holds: wrong.length === 0 && others.failed === 0 && others.p95 <= longestMs && closed === slowClients,
    };
  });
}

/** Clients that stop before, within or after their headers; resolves with how many were closed in time. */
async function slowClientsAt(url: string, token: string): Promise<number> {
  const head = `POST /api/plot-type HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
  const begun = `${head}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"TypeName":`;
  const starts = ["", head, begun];
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
  await Promise.race([Promise.all(closing), pause(patienceMs)]);
  const closed = sockets.filter(({ destroyed }) => destroyed).length;
  for (const socket of sockets) socket.destroy();
  return closed;
}
