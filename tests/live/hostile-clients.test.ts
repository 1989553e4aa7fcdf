import { io, type Socket } from "socket.io-client";
import { expect, test } from "vitest";
import { openSharedHarness } from "../harness/harness.ts";

const { clerk, manager, portal, createPlot } = await openSharedHarness();

test.each([
  ["a name instead of a list", ["payment-schedule"]],
  ["no acknowledgement", [["payment-schedule"]]],
  ["an object instead of a name", [[{ $ne: null }], () => undefined]],
  ["too many names", [Array(65).fill("plot"), () => undefined]],
  ["a name that is too long", [["x".repeat(65)], () => undefined]],
  ["no arguments", []],
])(
  "a client that sends watch with %s is disconnected, and others stay connected",
  { tags: "requirement-14" },
  async (_description, args) => {
    const managerSocket = await manager.openSocket();
    await managerSocket.watch(["plot"]);
    const hostileSocket = await openSocket();
    hostileSocket.emit("watch", ...args);
    await waitForEvent(hostileSocket, "disconnect");
    await createPlot();
    await managerSocket.waitFor(({ changes }) => changes.length > 0);
  },
);

test.each<[string, "accepted" | "refused", (() => string) | undefined]>([
  ["no page", "accepted", undefined],
  ["a page of the host that it connects to", "accepted", () => portal.url()],
  ["a page of the public address", "accepted", () => "https://portal.example.org"],
  ["a page of another site", "refused", () => "https://portal.example.org.attacker.example"],
  ["a page of another port", "refused", () => portal.url().replace(/\d+$/, "1")],
  ["the public host without encryption", "refused", () => "http://portal.example.org"],
  ["a page without an origin", "refused", () => "null"],
  ["a malformed origin", "refused", () => "://"],
])("a connection from %s is %s", { tags: "requirement-40" }, async (_description, expectedResult, origin) => {
  const extraHeaders = origin ? { origin: origin() } : undefined;
  for (const transport of ["websocket", "polling"]) {
    const socket = io(portal.url(), {
      auth: { token: await clerk.token() },
      transports: [transport],
      reconnection: false,
      forceNew: true,
      extraHeaders,
    });
    const result = await Promise.race([
      waitForEvent(socket, "session").then(() => "accepted"),
      waitForEvent(socket, "connect_error").then(() => "refused"),
    ]);
    expect(result).toBe(expectedResult);
    socket.close();
  }
});

test("the portal ignores unknown events", { tags: "requirement-14" }, async () => {
  const socket = await openSocket();
  for (const event of ["changes", "session", "__proto__", "constructor", "payment-schedule"])
    socket.emit(event, { IsPaid: 1 }, () => undefined);
  const watching = await socket.emitWithAck("watch", ["payment-schedule"]);
  expect(watching).toMatchObject({ watching: ["payment-schedule"], denied: [] });
  socket.close();
});

test("a message that is larger than any message of the web client closes the connection", {
  tags: "requirement-14",
}, async () => {
  const socket = await openSocket();
  // An unknown event is ignored otherwise.
  socket.emit("unknown", "x".repeat(100_000));
  await waitForEvent(socket, "disconnect");
  expect(socket.connected).toBe(false);
});

/** A raw socket of the clerk that has received its session. */
async function openSocket(): Promise<Socket> {
  const auth = { token: await clerk.token() };
  const socket = io(portal.url(), { auth, transports: ["websocket"], reconnection: false, forceNew: true });
  await waitForEvent(socket, "session");
  return socket;
}

function waitForEvent(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve) => socket.once(event, () => resolve()));
}
