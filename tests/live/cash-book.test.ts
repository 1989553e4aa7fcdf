import { expect, test } from "vitest";
import { openHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

test("other income sends a resync of the cash book to users of another server who may view it, and to no others", async () => {
  const { admin, portal } = await openHarness();
  const secondServer = await portal.startAnotherServer();
  const socket = await secondServer.person("admin").openSocket();
  expect((await socket.watch(["cash-book", "account"])).denied).toEqual([]);
  const aliSocket = await secondServer.person("ali").openSocket();
  expect((await aliSocket.watch(["cash-book", "account", "other-income"])).denied).toEqual([
    "cash-book",
    "account",
    "other-income",
  ]);
  const incomeForm = { Date: "2026-11-01", Payer: "Omar", Category: "Scrap", Amount: 70, Method: "Cash" };
  assertOk(await admin.post("/other-income", incomeForm));
  await socket.waitFor(({ resyncs }) => resyncs.some((resources) => resources.includes("cash-book")));
  const book = assertOk(await secondServer.person("admin").get("/cash-book?from=2026-11-01")).body.data;
  expect(book).toMatchObject({ in: 70, closing: 70 });
  await aliSocket.waitForEarlierEvents();
  expect([aliSocket.received.resyncs, aliSocket.received.changes]).toEqual([[], []]);
});
