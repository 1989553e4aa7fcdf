import { expect, test } from "vitest";
import { claim } from "../../shared/resources/claim.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

test("the office sees a claim at once, its resident the outcome with the receipt, another resident neither", async () => {
  const { admin, ali, sana, society } = await openHarness();
  const sockets = { admin: await admin.openSocket(), ali: await ali.openSocket(), sana: await sana.openSocket() };
  for (const socket of Object.values(sockets)) expect((await socket.watch(["claim"])).denied).toEqual([]);
  const body = { PlotID: society.aliPlot.PlotID, Amount: 900, PaymentDate: "2026-11-14", Method: "Cash" };
  const paid = parseRecord(claim, await ali.post("/claim", body));
  const unpaid = parseRecord(claim, await ali.post("/claim", body));
  assertOk(await admin.post(`/claim/${paid.ClaimID}/confirm`, {}));
  assertOk(await admin.post(`/claim/${unpaid.ClaimID}/decline`, { Note: "Nothing arrived" }));
  for (const socket of [sockets.admin, sockets.ali]) {
    await socket.waitFor(({ changes }) => changes.length === 4);
    expect(
      socket.received.changes.map(({ id, record }) => [id, record?.State, record?.ReceiptNo, record?.Note]),
    ).toEqual([
      [paid.ClaimID, "open", null, ""],
      [unpaid.ClaimID, "open", null, ""],
      [paid.ClaimID, "confirmed", 1, ""],
      [unpaid.ClaimID, "declined", null, "Nothing arrived"],
    ]);
  }
  // Residents do not see who decides.
  expect(sockets.ali.received.changes.at(-1)?.by).toBe("Office");
  expect(sockets.sana.received.changes).toEqual([]);
});
