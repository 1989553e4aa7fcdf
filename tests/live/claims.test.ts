import { expect, test } from "vitest";
import { claim } from "../../shared/resources/claim.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

test("the office receives a claim and its resident the decision with the receipt number live, and another resident receives neither", async () => {
  const { admin, ali, sana, society } = await openHarness();
  const sockets = { admin: await admin.openSocket(), ali: await ali.openSocket(), sana: await sana.openSocket() };
  for (const socket of Object.values(sockets)) expect((await socket.watch(["claim"])).denied).toEqual([]);
  const claimForm = { PlotID: society.aliPlot.PlotID, Amount: 900, PaymentDate: "2026-11-14", Method: "Cash" };
  const confirmedClaim = parseRecord(claim, await ali.post("/claim", claimForm));
  const declinedClaim = parseRecord(claim, await ali.post("/claim", claimForm));
  assertOk(await admin.post(`/claim/${confirmedClaim.ClaimID}/confirm`, {}));
  assertOk(await admin.post(`/claim/${declinedClaim.ClaimID}/decline`, { Note: "Nothing arrived" }));
  for (const socket of [sockets.admin, sockets.ali]) {
    await socket.waitFor(({ changes }) => changes.length === 4);
    expect(
      socket.received.changes.map(({ id, record }) => [id, record?.State, record?.ReceiptNo, record?.Note]),
    ).toEqual([
      [confirmedClaim.ClaimID, "open", null, ""],
      [declinedClaim.ClaimID, "open", null, ""],
      [confirmedClaim.ClaimID, "confirmed", 1, ""],
      [declinedClaim.ClaimID, "declined", null, "Nothing arrived"],
    ]);
  }
  // Residents do not see the name of the user who decides.
  expect(sockets.ali.received.changes.at(-1)?.by).toBe("Office");
  await sockets.sana.waitForEarlierEvents();
  expect(sockets.sana.received.changes).toEqual([]);
});
