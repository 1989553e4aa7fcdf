import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Socket } from "node:net";
import { expect, inject, onTestFinished, test } from "vitest";
import { createDeferred } from "../../server/commits/deferred.ts";
import { connect } from "../../server/database/connection.ts";
import { toHttpError } from "../../server/errors.ts";
import { FaultyProxy } from "../harness/faulty-proxy.ts";
import { openHarness } from "../harness/harness.ts";

/** Longer than the driver needs to notice the outage and to give up any operation. */
const settleTimeoutMs = 30_000;

test("a write whose database connection is just closing is committed on another connection", async () => {
  const sockets = collectClientSockets();
  const { changeUser } = await openHarness();
  await changeUser("ali", { FullName: "Ali" });
  // The write begins before the driver notices that its connections are closed.
  for (const socket of sockets) socket.destroy();
  await settleInTime(changeUser("ali", { FullName: "Ali Raza" }));
});

test("a command that is being sent when the database hangs fails once the outage is detected", {
  tags: "soak",
}, async () => {
  const proxy = await FaultyProxy.open(() => decodeURIComponent(new URL(inject("mongoUri")).host));
  const connection = await connect(`mongodb://127.0.0.1:${proxy.port}/?directConnection=true`, "closed-connections");
  onTestFinished(async () => {
    proxy.resume();
    await connection.dropDatabase();
    await connection.close();
  });
  const files = connection.collection("files");
  await files.insertOne({ content: Buffer.alloc(1) });
  proxy.freeze();
  // More than the buffers of the sockets take.
  const write = files.insertOne({ content: Buffer.alloc(15 * 1024 ** 2) });
  const failure = settleInTime(write).catch((error: unknown) => toHttpError(error)?.status);
  await expect(failure).resolves.toBe(503);
});

/** The client sockets that this process opens during the test, such as those of the database driver. */
function collectClientSockets(): readonly Socket[] {
  const sockets: Socket[] = [];
  const collect = (message: unknown) => {
    const socket: unknown = Object(message).socket;
    if (socket instanceof Socket) sockets.push(socket);
  };
  subscribe("net.client.socket", collect);
  onTestFinished(() => void unsubscribe("net.client.socket", collect));
  return sockets;
}

/** Rejects if the promise is still pending after the timeout. */
async function settleInTime<Result>(promise: Promise<Result>): Promise<Result> {
  const pending = createDeferred<never>();
  const timer = setTimeout(
    () => pending.reject(new Error(`Still pending after ${settleTimeoutMs} ms`)),
    settleTimeoutMs,
  );
  return Promise.race([promise, pending.promise]).finally(() => clearTimeout(timer));
}
