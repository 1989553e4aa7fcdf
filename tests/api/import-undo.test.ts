import { expect, test, vi } from "vitest";
import { Transaction } from "../../server/commits/transaction.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { certificate } from "../../shared/resources/certificate.ts";
import { dayClose } from "../../shared/resources/day-close.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { plotFloor } from "../../shared/resources/plot-floor.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { approve, createScheduleAndLimits, expectApprovalRequested } from "../harness/approvals.ts";
import { openHarness } from "../harness/harness.ts";
import { runImport } from "../harness/imports.ts";
import type { Person } from "../harness/person.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const receiptSheet =
  "House,Amount,Date,Method\nA-1,2500,05/01/2026,Cash\nA-1,3000,12/02/2026,Cash\nA-2,900,3/1/2026,Cash\n";

test("the undo of imported receipts voids them, reopens what they settled, and the file can be imported again", async () => {
  const { admin, manager, createSchedule } = await openHarness();
  await createSchedule();
  const managerSocket = await manager.openSocket();
  await managerSocket.watch([paymentReceipt.name, paymentSchedule.name]);
  const before = await readInstallmentsWithoutVersion(admin);
  const id = await importAll(admin, "receipts", receiptSheet);
  assertOk(await admin.post(`/import/receipts/${id}/undo`));
  expect(await readInstallmentsWithoutVersion(admin)).toEqual(before);
  expect(await admin.list(paymentReceipt)).toEqual([]);
  const voided = await admin.list(paymentReceipt, "?voided=1");
  expect(voided.map(({ ReceiptNo, VoidReason, Credit }) => [ReceiptNo, VoidReason, Credit])).toEqual([
    [1, "Import undone", 0],
    [2, "Import undone", 0],
    [3, "Import undone", 0],
  ]);
  const isVoid = ({ record }: { record?: unknown }) => JSON.stringify(record ?? {}).includes("Import undone");
  await managerSocket.waitFor(({ changes }) => changes.filter(isVoid).length === 3);

  const repeated = await admin.post(`/import/receipts/${id}/undo`);
  expect([repeated.status, repeated.body.code]).toEqual([409, "import-undone-before"]);
  await importAll(admin, "receipts", receiptSheet);
  expect((await admin.list(paymentReceipt)).map(({ ReceiptNo }) => ReceiptNo).sort()).toEqual([4, 5, 6]);
});

test("the undo of many imported receipts reads the database as often as that of a few", async () => {
  const { admin } = await openHarness();
  const find = vi.spyOn(Transaction.prototype, "find");
  const findFirst = vi.spyOn(Transaction.prototype, "findFirst");
  /** Imports pairs of a receipt in cash and one by cheque, and undoes the import. */
  const countReadsOfUndo = async (pairCount: number) => {
    const rows = Array.from({ length: pairCount }, (_, index) => `A-1,${index + 1},05/01/2026,`);
    const sheet = rows.flatMap((row) => [`${row}Cash`, `${row}Cheque`]);
    const id = await importAll(admin, "receipts", ["House,Amount,Date,Method", ...sheet].join("\n"));
    find.mockClear();
    findFirst.mockClear();
    assertOk(await admin.post(`/import/receipts/${id}/undo`));
    return find.mock.calls.length + findFirst.mock.calls.length;
  };
  expect(await countReadsOfUndo(20)).toBe(await countReadsOfUndo(2));
});

test("an import cannot be undone after one of its records was changed or used, and the reply names that record", async () => {
  const { admin, createSchedule } = await openHarness();
  await createSchedule();
  const id = await importAll(admin, "receipts", receiptSheet);
  // This receipt pays the rest of the installment that the second imported receipt pays in part.
  const receiptForm = { HouseNo: "A-1", AmountPaid: 2000, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };
  assertOk(await admin.post("/payment-receipt", receiptForm));
  const receipts = await admin.list(paymentReceipt);
  const installments = await admin.list(paymentSchedule);
  const undoReply = await admin.post(`/import/receipts/${id}/undo`);
  expect([undoReply.status, undoReply.body.code, undoReply.body.values]).toEqual([
    409,
    "import-built-on",
    { name: "A-1" },
  ]);
  expect([await admin.list(paymentReceipt), await admin.list(paymentSchedule)]).toEqual([receipts, installments]);

  const edited = receipts.find(({ ReceiptNo }) => ReceiptNo === 1);
  assertOk(await admin.put(`/payment-receipt/${edited?.PaymentReceiptID}`, { ...edited, Remarks: "By the son" }));
  expect((await admin.post(`/import/receipts/${id}/undo`)).body.values).toEqual({ name: "R-1" });
  expect((await admin.post(`/import/expenses/${id}/undo`)).status).toBe(404);
});

test("the undo of imported plots restores changed plots and deletes new ones and their types, but is refused if a new plot is in use", async () => {
  const { admin } = await openHarness();
  const header = "House,Category,Type,Floor,Owner,Mobile,Email\n";
  await importAll(admin, "plots", `${header}P-1,A,Residential,Ground,Ali Raza,,\n`);
  const [plots, types] = [await readPlotsWithoutVersion(admin), await admin.list(plotType)];
  const sheet = `${header}P-1,A,Residential,Ground,Omar Ali,0300 1234567,\nP-2,A,Cottage,Ground,Sana Khan,,\n`;
  assertOk(await admin.post(`/import/plots/${await importAll(admin, "plots", sheet)}/undo`));
  expect(await readPlotsWithoutVersion(admin)).toEqual(plots);
  expect(await admin.list(plotType)).toEqual(types);

  const id = await importAll(admin, "plots", sheet);
  const receiptForm = { HouseNo: "P-2", AmountPaid: 100, PaymentDate: "2026-11-14", PaymentMethod: "Cash" };
  assertOk(await admin.post("/payment-receipt", receiptForm));
  const undoReply = await admin.post(`/import/plots/${id}/undo`);
  expect([undoReply.status, undoReply.body.values]).toEqual([409, { name: "P-2" }]);
  expect((await readPlotsWithoutVersion(admin)).length).toBe(plots.length + 1);
});

test("the undo of imported expenses deletes the new ones and marks those that the import had paid as unpaid", async () => {
  const { admin } = await openHarness();
  const header = "Type,Title,Month,Year,Amount,Paid,Paid On\n";
  await importAll(admin, "expenses", `${header}Power,Lamps,11,2026,10,no,\n`);
  const before = (await admin.list(expenses)).map(({ Version: _, ...values }) => values);
  const sheet = `${header}Power,Lamps,11,2026,10,yes,14/11/2026\nPower,Pump,11,2026,500,no,\n`;
  assertOk(await admin.post(`/import/expenses/${await importAll(admin, "expenses", sheet)}/undo`));
  expect((await admin.list(expenses)).map(({ Version: _, ...values }) => values)).toEqual(before);
  await importAll(admin, "expenses", sheet);
  expect(await admin.list(expenses)).toHaveLength(2);
});

test("the undo of opening balances voids them, above the limit for voids after an approval, and the sheet can be imported again", async () => {
  const harness = await openHarness();
  const { admin, manager } = harness;
  await createScheduleAndLimits(harness, { Void: 1000 });
  const sheet = "House,Amount,As of\nA-1,900,01/11/2026\nA-2,-900,01/11/2026\n";
  const id = await importAll(admin, "opening-balances", sheet);
  const reply = await admin.post(`/import/opening-balances/${id}/undo`);
  expect(reply.status).toBe(202);
  expect(await admin.list(adjustment)).toHaveLength(2);
  assertOk(await approve(manager, expectApprovalRequested(reply), "Wrong sheet"));
  expect(await admin.list(adjustment)).toEqual([]);
  expect(await runImport(admin, "opening-balances", sheet)).toMatchObject({ added: 2, alike: [] });
});

test("a certificate that an import has withdrawn stays withdrawn after the undo of the import", async () => {
  const { admin, society } = await openHarness();
  assertOk(await admin.post("/certificate", { PlotID: society.aliPlot.PlotID }));
  const id = await importAll(admin, "opening-balances", "House,Amount,As of\nA-1,900,01/11/2026\n");
  assertOk(await admin.post(`/import/opening-balances/${id}/undo`));
  expect((await admin.list(certificate)).map(({ State }) => State)).toEqual(["withdrawn"]);
});

test("a day close contains neither imported receipts nor their undo", async () => {
  const { admin } = await openHarness();
  assertOk(await admin.post(`/import/receipts/${await importAll(admin, "receipts", receiptSheet)}/undo`));
  const sheet = parseRecord(dayClose, await admin.post("/day-close", { Date: "2026-11-15" }));
  expect([sheet.ByMethod.Cash, sheet.Lines]).toEqual([0, []]);
});

test("the undo of imported plots restores the floor of a house, but is refused if the house was charged on the new floor since", async () => {
  const { admin, society, createSchedule } = await openHarness();
  const { HouseNo, FloorID } = society.aliPlot;
  const sheet = `House,Category,Type,Floor,Owner,Mobile,Email\n${HouseNo},A,Residential,Roof,Ali Raza,,\n`;
  const listFloorIds = async () => (await admin.list(plotFloor)).map((row) => row.FloorID);
  const before = await listFloorIds();
  assertOk(await admin.post(`/import/plots/${await importAll(admin, "plots", sheet)}/undo`));
  expect((await admin.list(plot)).find((row) => row.HouseNo === HouseNo)?.FloorID).toBe(FloorID);
  expect(await listFloorIds()).toEqual(before);

  const id = await importAll(admin, "plots", sheet);
  const roofFloor = (await admin.list(plotFloor)).find((row) => row.Floor === "Roof");
  await createSchedule({ FloorID: roofFloor?.FloorID ?? 0, plots: [society.aliPlot.PlotID] });
  const undoReply = await admin.post(`/import/plots/${id}/undo`);
  expect([undoReply.status, undoReply.body.values]).toEqual([409, { name: HouseNo }]);
});

test("the undo of imported plots moves installments that were generated since with the same charges to the plan of the earlier floor", async () => {
  const { admin, society, createPlan, createSchedule } = await openHarness();
  const { HouseNo, PlotID } = society.aliPlot;
  const { plan } = await createPlan({ DueOnDay: 25 });
  const sheet = `House,Category,Type,Floor,Owner\n${HouseNo},A,Residential,First,Ali Raza\n`;
  const id = await importAll(admin, "plots", sheet);
  await createSchedule({ FloorID: society.floors.first.FloorID, plots: [PlotID] });
  assertOk(await admin.post(`/import/plots/${id}/undo`));
  expect((await admin.list(paymentSchedule)).at(-1)).toMatchObject({
    DueDate: "2026-12-25",
    PaymentPlanID: plan.PaymentPlanID,
  });
});

test("the undo of imported plots is refused if the floor to which it returns a house was deleted since", async () => {
  const { admin, society } = await openHarness();
  const { HouseNo, PlotID } = society.aliPlot;
  const attic = parseRecord(plotFloor, await admin.post("/plot-floor", { Floor: "Attic" }));
  assertOk(await admin.put(`/plot/${PlotID}`, { ...society.aliPlot, FloorID: attic.FloorID }));
  const sheet = `House,Category,Type,Floor,Owner,Mobile,Email\n${HouseNo},A,Residential,Ground,Ali,,\n`;
  const id = await importAll(admin, "plots", sheet);
  assertOk(await admin.delete(`/plot-floor/${attic.FloorID}`));
  const undoReply = await admin.post(`/import/plots/${id}/undo`);
  expect([undoReply.status, undoReply.body.code, undoReply.body.values]).toEqual([
    409,
    "import-built-on",
    { name: HouseNo },
  ]);
  const row = (await admin.list(plot)).find((each) => each.PlotID === PlotID);
  expect(row?.FloorID).toBe(society.floors.ground.FloorID);
});

/** Imports a sheet of which no row is refused, and returns the id for its undo. */
async function importAll(person: Person, kind: string, sheet: string): Promise<number | undefined> {
  const { refused, ImportBatchID } = await runImport(person, kind, sheet);
  expect(refused).toEqual([]);
  return ImportBatchID;
}

async function readInstallmentsWithoutVersion(person: Person) {
  const rows = await person.list(paymentSchedule);
  return rows.map(({ Version: _, ...values }) => values);
}

async function readPlotsWithoutVersion(person: Person) {
  return (await person.list(plot)).map(({ Version: _, ...values }) => values);
}
