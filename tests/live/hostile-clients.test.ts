import { io, type Socket } from "socket.io-client";
import { expect, test } from "vitest";
import { openSharedHarness } from "../harness/harness.ts";

const { clerk, manager, portal, createPlot } = await openSharedHarness();

test.each([
  ["no list", ["payment-schedule"]],
  ["no acknowledgement", [["payment-schedule"]]],
  ["names that are none", [[{ $ne: null }], () => undefined]],
  ["too many names", [Array(65).fill("plot"), () => undefined]],
  ["a name without end", [["x".repeat(65)], () => undefined]],
  ["nothing at all", []],
])("who watches with %s is shown out, and the others stay", { tags: "requirement-14" }, async (_what, what) => {
  const neighbour = await manager.openSocket();
  await neighbour.watch(["plot"]);
  const rude = await openSocket();
  rude.emit("watch", ...what);
  await waitForEvent(rude, "disconnect");
  await createPlot();
  await neighbour.waitFor(({ changes }) => changes.length > 0);
});

test("events that the portal does not know change nothing", { tags: "requirement-14" }, async () => {
  const socket = await openSocket();
  for (const event of ["changes", "session", "__proto__", "constructor", "payment-schedule"])
    socket.emit(event, { IsPaid: 1 }, () => undefined);
  const watching = await socket.emitWithAck("watch", ["payment-schedule"]);
  expect(watching).toMatchObject({ watching: ["payment-schedule"], denied: [] });
  socket.close();
});

test("a frame larger than any that a client needs closes the connection", { tags: "requirement-14" }, async () => {
  const socket = await openSocket();
  socket.emit("watch", ["x".repeat(100_000)]);
  await waitForEvent(socket, "disconnect");
  expect(socket.connected).toBe(false);
});

/** A bare connection of the clerk, who has been greeted. */
async function openSocket(): Promise<Socket> {
  const auth = { token: await clerk.token() };
  const socket = io(portal.url(), { auth, transports: ["websocket"], reconnection: false, forceNew: true });
  await waitForEvent(socket, "session");
  return socket;
}

function waitForEvent(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve) => socket.once(event, () => resolve()));
}
