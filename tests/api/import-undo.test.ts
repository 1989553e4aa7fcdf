import { expect, test } from "vitest";
import { z } from "zod";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { certificate } from "../../shared/resources/certificate.ts";
import { dayClose } from "../../shared/resources/day-close.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { plotFloor } from "../../shared/resources/plot-floor.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { approve, createScheduleAndLimits, requestedApprovalId } from "../harness/approvals.ts";
import { openHarness } from "../harness/harness.ts";
import { importSheet } from "../harness/imports.ts";
import type { Person } from "../harness/person.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const receiptSheet =
  "House,Amount,Date,Method\nA-1,2500,05/01/2026,Cash\nA-1,3000,12/02/2026,Cash\nA-2,900,3/1/2026,Cash\n";

test("the undo of imported receipts voids them, reopens what they settled, and the file can be imported again", async () => {
  const { admin, manager, createSchedule } = await openHarness();
  await createSchedule();
  const colleague = await manager.openSocket();
  await colleague.watch([paymentReceipt.name, paymentSchedule.name]);
  const before = await readOpenInstallments(admin);
  const id = await runImport(admin, "receipts", receiptSheet);
  assertOk(await admin.post(`/import/receipts/${id}/undo`));
  expect(await readOpenInstallments(admin)).toEqual(before);
  expect(await admin.list(paymentReceipt)).toEqual([]);
  const voided = await admin.list(paymentReceipt, "?voided=1");
  expect(voided.map(({ ReceiptNo, VoidReason, Credit }) => [ReceiptNo, VoidReason, Credit])).toEqual([
    [1, "Import undone", 0],
    [2, "Import undone", 0],
    [3, "Import undone", 0],
  ]);
  const isVoid = ({ record }: { record?: unknown }) => JSON.stringify(record ?? {}).includes("Import undone");
  await colleague.waitFor(({ changes }) => changes.filter(isVoid).length === 3);

  const again = await admin.post(`/import/receipts/${id}/undo`);
  expect([again.status, again.body.code]).toEqual([409, "import-undone-before"]);
  await runImport(admin, "receipts", receiptSheet);
  expect((await admin.list(paymentReceipt)).map(({ ReceiptNo }) => ReceiptNo).sort()).toEqual([4, 5, 6]);
});

test("an import whose records are used by later ones is not undone, and the reply names the first such record", async () => {
  const { admin, createSchedule } = await openHarness();
  await createSchedule();
  const id = await runImport(admin, "receipts", receiptSheet);
  // Pays what the second imported receipt has left open of its installment.
  const receipt = { HouseNo: "A-1", AmountPaid: 2000, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };
  assertOk(await admin.post("/payment-receipt", receipt));
  const receipts = await admin.list(paymentReceipt);
  const installments = await admin.list(paymentSchedule);
  const undo = await admin.post(`/import/receipts/${id}/undo`);
  expect([undo.status, undo.body.code, undo.body.values]).toEqual([409, "import-built-on", { name: "A-1" }]);
  expect([await admin.list(paymentReceipt), await admin.list(paymentSchedule)]).toEqual([receipts, installments]);

  const edited = receipts.find(({ ReceiptNo }) => ReceiptNo === 1);
  assertOk(await admin.put(`/payment-receipt/${edited?.PaymentReceiptID}`, { ...edited, Remarks: "By the son" }));
  expect((await admin.post(`/import/receipts/${id}/undo`)).body.values).toEqual({ name: "R-1" });
  expect((await admin.post(`/import/expenses/${id}/undo`)).status).toBe(404);
});

test("the undo of imported plots restores the changed ones and deletes the new ones with their types, unless one is used", async () => {
  const { admin } = await openHarness();
  const titles = "House,Category,Type,Floor,Owner,Mobile,Email\n";
  await runImport(admin, "plots", `${titles}P-1,A,Residential,Ground,Ali Raza,,\n`);
  const [plots, types] = [await readPlots(admin), await admin.list(plotType)];
  const sheet = `${titles}P-1,A,Residential,Ground,Omar Ali,0300 1234567,\nP-2,A,Cottage,Ground,Sana Khan,,\n`;
  assertOk(await admin.post(`/import/plots/${await runImport(admin, "plots", sheet)}/undo`));
  expect(await readPlots(admin)).toEqual(plots);
  expect(await admin.list(plotType)).toEqual(types);

  const id = await runImport(admin, "plots", sheet);
  const receipt = { HouseNo: "P-2", AmountPaid: 100, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };
  assertOk(await admin.post("/payment-receipt", receipt));
  const undo = await admin.post(`/import/plots/${id}/undo`);
  expect([undo.status, undo.body.values]).toEqual([409, { name: "P-2" }]);
  expect((await readPlots(admin)).length).toBe(plots.length + 1);
});

test("the undo of imported expenses deletes the new ones and unmarks those that it marked as paid", async () => {
  const { admin } = await openHarness();
  const titles = "Type,Title,Month,Year,Amount,Paid,Paid On\n";
  await runImport(admin, "expenses", `${titles}Power,Lamps,11,2026,10,no,\n`);
  const before = (await admin.list(expenses)).map(({ Version: _, ...values }) => values);
  const sheet = `${titles}Power,Lamps,11,2026,10,yes,14/11/2026\nPower,Pump,11,2026,500,no,\n`;
  assertOk(await admin.post(`/import/expenses/${await runImport(admin, "expenses", sheet)}/undo`));
  expect((await admin.list(expenses)).map(({ Version: _, ...values }) => values)).toEqual(before);
  await runImport(admin, "expenses", sheet);
  expect(await admin.list(expenses)).toHaveLength(2);
});

test("the undo of opening balances voids them, above the limit for voids after a second person has approved", async () => {
  const harness = await openHarness();
  const { admin, manager } = harness;
  await createScheduleAndLimits(harness, { Void: 1000 });
  const id = await runImport(
    admin,
    "opening-balances",
    "House,Amount,As of\nA-1,900,01/11/2026\nA-2,-900,01/11/2026\n",
  );
  const reply = await admin.post(`/import/opening-balances/${id}/undo`);
  expect(reply.status).toBe(202);
  expect(await admin.list(adjustment)).toHaveLength(2);
  assertOk(await approve(manager, requestedApprovalId(reply), "Wrong sheet"));
  expect(await admin.list(adjustment)).toEqual([]);
});

test("the undo of an import leaves a certificate withdrawn that the import has withdrawn", async () => {
  const { admin, society } = await openHarness();
  assertOk(await admin.post("/certificate", { PlotID: society.aliPlot.PlotID }));
  const id = await runImport(admin, "opening-balances", "House,Amount,As of\nA-1,900,01/11/2026\n");
  assertOk(await admin.post(`/import/opening-balances/${id}/undo`));
  expect((await admin.list(certificate)).map(({ State }) => State)).toEqual(["withdrawn"]);
});

test("the undo of imported receipts is on no day sheet, as the import is on none", async () => {
  const { admin } = await openHarness();
  assertOk(await admin.post(`/import/receipts/${await runImport(admin, "receipts", receiptSheet)}/undo`));
  const sheet = parseRecord(dayClose, await admin.post("/day-close", { Date: "2026-11-15" }));
  expect([sheet.ByMethod.Cash, sheet.Lines]).toEqual([0, []]);
});

test("the undo of imported plots gives a house its earlier floor, unless it was charged on the new one since", async () => {
  const { admin, society, createSchedule } = await openHarness();
  const { HouseNo, FloorID } = society.aliPlot;
  const sheet = `House,Category,Type,Floor,Owner,Mobile,Email\n${HouseNo},A,Residential,Roof,Ali Raza,,\n`;
  const floorIds = async () => (await admin.list(plotFloor)).map((row) => row.FloorID);
  const before = await floorIds();
  assertOk(await admin.post(`/import/plots/${await runImport(admin, "plots", sheet)}/undo`));
  expect((await admin.list(plot)).find((row) => row.HouseNo === HouseNo)?.FloorID).toBe(FloorID);
  expect(await floorIds()).toEqual(before);

  const id = await runImport(admin, "plots", sheet);
  const roof = (await admin.list(plotFloor)).find((row) => row.Floor === "Roof");
  await createSchedule({ FloorID: roof?.FloorID ?? 0, plots: [society.aliPlot.PlotID] });
  const undo = await admin.post(`/import/plots/${id}/undo`);
  expect([undo.status, undo.body.values]).toEqual([409, { name: HouseNo }]);
});

async function runImport(person: Person, kind: string, sheet: string): Promise<number> {
  const { data } = assertOk(await importSheet(person, kind, sheet)).body;
  return z.object({ refused: z.array(z.never()), ImportBatchID: z.int() }).parse(data).ImportBatchID;
}

async function readOpenInstallments(person: Person) {
  const rows = await person.list(paymentSchedule);
  return rows.map(({ Version: _, ...values }) => values);
}

async function readPlots(person: Person) {
  return (await person.list(plot)).map(({ Version: _, ...values }) => values);
}
