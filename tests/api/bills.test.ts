import { describe, expect, test } from "vitest";
import { billRows } from "../../shared/documents/bill.ts";
import { consumerNumber, parseConsumerNumber } from "../../shared/domain/consumer-number.ts";
import type { RecordOf } from "../../shared/registry.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { bill } from "../../shared/resources/bill.ts";
import { mails } from "../../shared/resources/mails.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { adjustmentForm } from "../harness/adjustments.ts";
import { openHarness, openHarnessWithMailServer } from "../harness/harness.ts";
import { lockOctober } from "../harness/locked-month.ts";
import type { Person } from "../harness/person.ts";
import { createReceipt, voidReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

type Bill = RecordOf<typeof bill>;

const november = { Month: 11, Year: 2026 };

describe("making bills", () => {
  test("a bill stores the charges of the month, the arrears and the amount after the due date", async () => {
    const { admin, society, createSchedule } = await openHarness();
    await createSchedule({ StartMonth: 9, DueOnDay: 28, IsPenaltyApply: true, PenaltyAmount: 200, GracePeriodDays: 5 });
    const charge = { Amount: 700, Date: "2026-11-02", DueDate: "2026-11-20" };
    assertOk(await admin.post("/adjustment", adjustmentForm(charge)));
    expect(assertOk(await admin.post("/bill", november)).body.data).toBe(2);
    const [firstBill] = await listBills(admin, society.aliPlot.PlotID);
    const ConsumerNo = consumerNumber({ prefix: "10", PlotID: society.aliPlot.PlotID });
    expect(firstBill).toMatchObject({
      ...november,
      ConsumerNo,
      HouseNo: "A-1",
      IssuedOn: "2026-11-15",
      // 2,500 and the charge of 700; September and October are in arrears with a penalty of 200 each.
      Charges: 3200,
      Arrears: 5400,
      AmountWithin: 8600,
      DueDate: "2026-11-28",
      AmountAfter: 8800,
      PenaltyFrom: "2026-12-04",
      State: "issued",
    });
    expect(firstBill?.Items).toHaveLength(4);
    expect(firstBill?.Items.find(({ ChargeID }) => ChargeID)).toMatchObject({ Amount: 700, Reason: "Water tanker" });
    expect((await admin.list(bill, `?ConsumerNo=${ConsumerNo}`)).map(({ BillID }) => BillID)).toEqual([
      firstBill?.BillID,
    ]);
    expect(parseConsumerNumber(ConsumerNo)).toBe(society.aliPlot.PlotID);
  });

  test("a bill made before the penalties of the day were applied contains them", async () => {
    const { admin, clock, society, createSchedule } = await openHarness();
    const { PlotID } = society.aliPlot;
    await createSchedule({
      IsPenaltyApply: true,
      PenaltyAmount: 200,
      GracePeriodDays: 7,
      StartMonth: 11,
      EndMonth: 11,
    });
    clock.set("2026-11-18T07:00:00Z");
    assertOk(await admin.post("/bill", { ...november, PlotIDs: [PlotID] }));
    expect(await listBills(admin, PlotID)).toMatchObject([
      { Charges: 2700, AmountWithin: 2700, AmountAfter: 2700, PenaltyFrom: null },
    ]);
    expect((await admin.list(paymentSchedule)).map(({ PenaltyApplied }) => PenaltyApplied)).toEqual([1, 0]);
  });

  test("concurrent and later runs bill each house once and number the bills without gaps", async () => {
    const { admin, society, createPlot, createSchedule } = await openHarness();
    const plots = [];
    for (let count = 0; count < 5; count++) plots.push((await createPlot()).PlotID);
    await createSchedule({ plots: [...plots, society.aliPlot.PlotID] });
    const runs = await Promise.all(Array.from({ length: 10 }, () => admin.post("/bill", november)));
    expect(runs.map((run) => Number(assertOk(run).body.data)).sort((a, b) => b - a)).toEqual([6, ...Array(9).fill(0)]);
    assertOk(await admin.post("/bill", { Month: 12, Year: 2026, PlotIDs: plots.slice(0, 2) }));
    const bills = await admin.list(bill);
    expect(bills.map(({ BillNo }) => BillNo).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(assertOk(await admin.post("/bill", november)).body.message).toBe(
      "No other house needs a bill for this month",
    );
  });

  test("houses with nothing due get no bill, and unknown houses and months are refused", async () => {
    const { admin, society, createSchedule } = await openHarness();
    await createSchedule({ plots: [society.aliPlot.PlotID] });
    expect(assertOk(await admin.post("/bill", november)).body.data).toBe(1);
    const refused = [
      { ...november, PlotIDs: [999_999] },
      { ...november, PlotIDs: [] },
      { Month: 13, Year: 2026 },
      { Month: 1 },
      { ...november, PlotIDs: "all" },
    ];
    for (const body of refused) expect((await admin.post("/bill", body)).status).toBe(400);
  });

  test("the portal makes no bill of a locked month, but a payment still changes the state of an earlier one", async () => {
    const { admin, society, createSchedule } = await openHarness();
    await createSchedule();
    assertOk(await admin.post("/bill", { Month: 10, Year: 2026, PlotIDs: [society.aliPlot.PlotID] }));
    assertOk(await lockOctober(admin));
    const refused = await admin.post("/bill", { Month: 10, Year: 2026 });
    expect([refused.status, refused.body.code]).toEqual([409, "month-locked"]);
    // January to October.
    await createReceipt(admin, { AmountPaid: 25_000 });
    expect(await readStatesOf(admin, society.aliPlot.PlotID)).toEqual(["paid"]);
  });

  test("residents can read the bills of their own houses and cannot make bills", async () => {
    const { admin, ali, sana, society, createSchedule, grant } = await openHarness();
    await createSchedule();
    assertOk(await admin.post("/bill", november));
    const [aliBill] = await listBills(admin, society.aliPlot.PlotID);
    await grant({ role: "Resident", page: "/payment-management?tab=bills", action: "View" });
    expect((await ali.list(bill)).map(({ BillID }) => BillID)).toEqual([aliBill?.BillID]);
    expect((await sana.get(`/bill/${aliBill?.BillID}.pdf`)).status).toBe(404);
    expect((await ali.post("/bill", november)).status).toBe(403);
  });
});

describe("the state of a bill", () => {
  const openIssuedBill = async () => {
    const harness = await openHarness();
    const { rows } = await harness.createSchedule({ StartMonth: 10 });
    assertOk(await harness.admin.post("/bill", november));
    const { PlotID } = harness.society.aliPlot;
    const installments = rows.filter((row) => row.PlotID === PlotID);
    return { ...harness, PlotID, installments, readStates: () => readStatesOf(harness.admin, PlotID) };
  };

  test("a bill is paid when receipts cover all of it, and withdrawn when they cover a part or one of them is voided", async () => {
    const { admin, readStates } = await openIssuedBill();
    const firstReceipt = await createReceipt(admin, { AmountPaid: 1000 });
    expect(await readStates()).toEqual(["withdrawn"]);
    await createReceipt(admin, { AmountPaid: 4000 });
    expect(await readStates()).toEqual(["paid"]);
    await voidReceipt(admin, firstReceipt);
    expect(await readStates()).toEqual(["withdrawn"]);
  });

  test("a tick or untick of an installment up to the month of a bill changes its state, but a tick of a later one does not", async () => {
    const { admin, readStates, installments } = await openIssuedBill();
    const [octoberRow, novemberRow, decemberRow] = installments;
    const setPaid = (row: typeof octoberRow, IsPaid: 0 | 1) =>
      admin.put(`/payment-schedule/${row?.PaymentScheduleID}`, { IsPaid });
    assertOk(await setPaid(decemberRow, 1));
    expect(await readStates()).toEqual(["issued"]);
    assertOk(await setPaid(octoberRow, 1));
    expect(await readStates()).toEqual(["withdrawn"]);
    assertOk(await setPaid(novemberRow, 1));
    expect(await readStates()).toEqual(["paid"]);
    assertOk(await setPaid(novemberRow, 0));
    expect(await readStates()).toEqual(["withdrawn"]);
  });

  test("the withdrawal of an installment up to the month of a bill withdraws the bill, but that of a later one does not", async () => {
    const { admin, readStates, installments } = await openIssuedBill();
    const [octoberRow, , decemberRow] = installments;
    for (const [row, state] of [
      [decemberRow, "issued"],
      [octoberRow, "withdrawn"],
    ] as const) {
      const body = { PaymentScheduleIDs: [row?.PaymentScheduleID], Reason: "Moved out" };
      assertOk(await admin.post("/payment-schedule/withdraw", body));
      expect(await readStates()).toEqual([state]);
    }
  });

  test("a withdrawn bill is replaced by the next run", async () => {
    const { admin, readStates, PlotID } = await openIssuedBill();
    await createReceipt(admin, { AmountPaid: 1000 });
    expect(assertOk(await admin.post("/bill", november)).body.data).toBe(1);
    expect(await readStates()).toEqual(["withdrawn", "issued"]);
    const [, replacement] = await listBills(admin, PlotID);
    expect(replacement).toMatchObject({ AmountWithin: 4000, Arrears: 1500, Charges: 2500 });
  });

  test("a bill is not left in the state issued when installments are ticked while it is made", async () => {
    const { admin, readStates, installments } = await openIssuedBill();
    const dueInstallments = installments.slice(0, 2);
    const setPaid = (row: (typeof dueInstallments)[number], IsPaid: 0 | 1) =>
      admin.put(`/payment-schedule/${row.PaymentScheduleID}`, { IsPaid });
    for (let round = 0; round < 5; round++) {
      const replies = await Promise.all([
        ...dueInstallments.map((row) => setPaid(row, 1)),
        admin.post("/bill", november),
      ]);
      replies.forEach(assertOk);
      expect((await readStates()).filter((state) => state === "issued")).toEqual([]);
      for (const row of dueInstallments) assertOk(await setPaid(row, 0));
    }
  });

  test("a tick on one server changes the state of a bill that another server has just made", async () => {
    const { admin, portal, createPlot, createSchedule } = await openHarness();
    const adminOnSecondServer = (await portal.startAnotherServer()).person("admin");
    await adminOnSecondServer.token();
    const houses = [];
    for (let count = 0; count < 12; count++) houses.push(await createPlot());
    const plots = houses.map(({ PlotID }) => PlotID);
    const { rows } = await createSchedule({ plots, StartMonth: 10, EndMonth: 11 });
    for (const PlotID of plots) {
      const [octoberRow, novemberRow] = rows.filter((row) => row.PlotID === PlotID);
      assertOk(await admin.post("/bill", { ...november, PlotIDs: [PlotID] }));
      assertOk(await adminOnSecondServer.put(`/payment-schedule/${octoberRow?.PaymentScheduleID}`, { IsPaid: 1 }));
      expect(await readStatesOf(adminOnSecondServer, PlotID)).toEqual(["withdrawn"]);
      assertOk(await adminOnSecondServer.put(`/payment-schedule/${novemberRow?.PaymentScheduleID}`, { IsPaid: 1 }));
      expect(await readStatesOf(adminOnSecondServer, PlotID)).toEqual(["paid"]);
    }
  });

  test("a bill that is made while its house pays is paid afterwards", async () => {
    const { admin, createPlot, createSchedule } = await openHarness();
    const houses = [];
    for (let count = 0; count < 12; count++) houses.push(await createPlot());
    await createSchedule({ plots: houses.map(({ PlotID }) => PlotID), StartMonth: 11, EndMonth: 11 });
    const [billing] = await Promise.all([
      admin.post("/bill", november),
      ...houses.map(({ HouseNo }) => createReceipt(admin, { HouseNo })),
    ]);
    assertOk(billing);
    expect((await admin.list(bill)).filter(({ State }) => State !== "paid")).toEqual([]);
  });
});

test("a bill from before a transfer is not mailed to the next owner, and the next bill has nothing dated before the transfer", async () => {
  const { admin, clock, society, createSchedule } = await openHarness();
  const { PlotID } = society.aliPlot;
  await createSchedule({ plots: [PlotID], StartMonth: 9, EndMonth: 11 });
  const oldChargeForm = { PlotID, Kind: "charge", Amount: 70, Date: "2026-10-01", Reason: "Broken gate" };
  assertOk(await admin.post("/adjustment", oldChargeForm));
  assertOk(await admin.post("/bill", november));
  const owner = { OwnerName: "Rabia", CNIC: "", MobileNo: "", LandlineNo: "", EmailID: "rabia@example.org" };
  const transferForm = { ...owner, Date: "2026-11-16", AcceptDues: true };
  clock.advanceMinutes(24 * 60);
  assertOk(await admin.post(`/plot/${PlotID}/transfer`, transferForm));
  const [row] = await listBills(admin, PlotID);
  const dueDates = (items: readonly { DueDate: string }[] = []) => items.map(({ DueDate }) => DueDate).sort();
  expect(dueDates(row?.Items)[0]).toBe("2026-09-10");
  expect(assertOk(await admin.post("/bill/send-emails")).body).toMatchObject({ data: { queued: 0 } });
  await createReceipt(admin, { AmountPaid: 70, PaymentDate: "2026-11-16" });
  assertOk(await admin.post("/bill", november));
  const [, replacement] = await listBills(admin, PlotID);
  expect(dueDates(replacement?.Items)[0]).toBe("2026-11-16");
  expect(replacement?.Items.map(({ Reason }) => Reason)).not.toContain("Broken gate");
});

test.each([
  // All items are due on the first day of the owner.
  { Month: 11, Charges: 5000, Arrears: 0, DueDate: "2026-11-14", printedAmounts: ["Rs 2,500.00", "Rs 2,500.00"] },
  { Month: 12, Charges: 2500, Arrears: 5000, DueDate: "2026-12-10", printedAmounts: ["Rs 2,500.00", "Rs 5,000.00"] },
  // A bill belongs to its month, whatever the day of the transfer.
  { Month: 10, Charges: 2500, Arrears: 0, DueDate: "2026-10-31", printedAmounts: ["Rs 2,500.00"] },
])(
  "after a transfer on 14 November, the record and the printed rows of a bill of month $Month have the same arrears",
  async ({ Month, printedAmounts, ...amounts }) => {
    const { admin, society, createSchedule } = await openHarness();
    const { PlotID } = society.aliPlot;
    await createSchedule({ plots: [PlotID], StartMonth: 10, EndMonth: 12 });
    assertOk(
      await admin.post(`/plot/${PlotID}/transfer`, { OwnerName: "Rabia", Date: "2026-11-14", AcceptDues: true }),
    );
    assertOk(await admin.post("/bill", { Month, Year: 2026 }));
    const [row] = await listBills(admin, PlotID);
    expect(row).toMatchObject(amounts);
    const printedRows = row ? billRows({ ...row, codeUrl: "" }, (text) => text, 4) : [];
    expect(printedRows.map(({ value }) => value)).toEqual(printedAmounts);
  },
);

test("a bill made on the day of a transfer, or of two, is neither shown nor mailed to a later owner", async () => {
  const { admin, sana, society, createSchedule, grant, changeUser } = await openHarness();
  const { PlotID } = society.aliPlot;
  await createSchedule({ plots: [PlotID], StartMonth: 9, EndMonth: 12 });
  await grant({ role: "Resident", page: "/payment-management?tab=bills", action: "View" });
  const transferTo = async (OwnerName: string, day: string) => {
    const [house] = await admin.list(plot, `?PlotID=${PlotID}`);
    const body = { OwnerName, EmailID: `${OwnerName}@example.org`, Date: day, AcceptDues: true };
    assertOk(await admin.post(`/plot/${PlotID}/transfer`, { ...body, Version: house?.Version }));
    await changeUser("sana", { PlotIDs: [PlotID] });
  };
  const readVisibleBillIds = async () => (await sana.list(bill)).map(({ BillID }) => BillID);
  const previewMails = async () => assertOk(await admin.post("/bill/send-emails?dryRun=1")).body.data;
  const noMails = { queued: 0, wrong: [], withoutAddress: 0 };
  for (const month of [10, 11]) assertOk(await admin.post("/bill", { Month: month, Year: 2026, PlotIDs: [PlotID] }));
  // The bills were made while the house still had its first owner.
  await transferTo("rabia", "2026-11-14");
  expect([await readVisibleBillIds(), await previewMails()]).toEqual([[], noMails]);
  await transferTo("omar", "2026-11-15");
  expect([await readVisibleBillIds(), await previewMails()]).toEqual([[], noMails]);
  assertOk(await admin.post("/bill", { Month: 12, Year: 2026, PlotIDs: [PlotID] }));
  const december = (await listBills(admin, PlotID)).at(-1);
  expect([await readVisibleBillIds(), await previewMails()]).toEqual([[december?.BillID], { ...noMails, queued: 1 }]);
  expect((await sana.fetch(`/bill/${december?.BillID}.pdf`)).status).toBe(200);
  await transferTo("nadia", "2026-11-15");
  expect([await readVisibleBillIds(), await previewMails()]).toEqual([[], noMails]);
  expect((await sana.get(`/bill/${december?.BillID}.pdf`)).status).toBe(404);
});

test("a bill can be printed as a PDF in both languages with one or three copies", async () => {
  const { admin, society, createSchedule } = await openHarness();
  await createSchedule();
  assertOk(await admin.post("/bill", november));
  const [row] = await listBills(admin, society.aliPlot.PlotID);
  for (const query of ["", "?copies=1", "?copies=3", "?copies=3&lang=ur"]) {
    const response = await admin.fetch(`/bill/${row?.BillID}.pdf${query}`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(response.headers.get("content-disposition")).toContain("bill_BILL-1.pdf");
  }
  for (const query of ["?copies=2", "?lang=fr", "?paper=A3"])
    expect((await admin.get(`/bill/${row?.BillID}.pdf${query}`)).status).toBe(400);
  expect((await admin.get("/bill/999.pdf")).status).toBe(404);
});

describe("printing and mailing bills", () => {
  test("all issued bills are printed as one PDF, and staff on every server see its progress but residents do not", async () => {
    const { admin, ali, portal, society, createPlot, createSchedule } = await openHarness();
    const secondServer = await portal.startAnotherServer();
    const plots = [];
    for (let count = 0; count < 25; count++) plots.push((await createPlot()).PlotID);
    await createSchedule({ plots: [...plots, society.aliPlot.PlotID] });
    assertOk(await admin.post("/bill", november));
    await createReceipt(admin, { AmountPaid: 500 });
    const [staffSocket, residentSocket] = [await secondServer.person("manager").openSocket(), await ali.openSocket()];
    await staffSocket.watch(["bill", "imports"]);
    await residentSocket.watch(["bill", "imports"]);
    const response = await admin.fetch("/bill/batch.pdf?month=11&year=2026");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(25);
    await staffSocket.waitFor(({ imports }) => imports.at(-1)?.state === "done");
    expect(staffSocket.received.imports.at(-1)).toEqual({
      kind: "bill-print",
      state: "done",
      by: "admin",
      done: 25,
      total: 25,
    });
    await residentSocket.waitForEarlierEvents();
    expect(residentSocket.received.imports).toEqual([]);
    const unknownCategory = await admin.fetch(`/bill/batch.pdf?month=11&year=2026&category=999`);
    expect(unknownCategory.status).toBe(404);
    expect((await admin.get("/bill/batch.pdf?month=13&year=2026")).status).toBe(400);
    expect((await ali.get("/bill/batch.pdf?month=11&year=2026")).status).toBe(403);
  });

  test("each bill is mailed once with its PDF, unless the house has paid or has no valid address", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, createPlot, createSchedule } = harness;
    const houses = [];
    for (const EmailID of ["one@example.org", "two@example.org", ""]) houses.push(await createPlot({ EmailID }));
    await createSchedule({ plots: houses.map(({ PlotID }) => PlotID) });
    assertOk(await admin.post("/bill", november));
    await createReceipt(admin, { AmountPaid: 50_000, HouseNo: houses[1]?.HouseNo });
    const socket = await harness.manager.openSocket();
    await socket.watch(["bill-mails"]);
    const preview = assertOk(await admin.post("/bill/send-emails?dryRun=1")).body;
    expect(preview.data).toEqual({ queued: 1, wrong: [], withoutAddress: 1 });
    expect(await admin.list(mails)).toEqual([]);
    const replies = await Promise.all([admin.post("/bill/send-emails"), admin.post("/bill/send-emails")]);
    expect(replies.map((reply) => (assertOk(reply).body.data as { queued: number }).queued).sort()).toEqual([0, 1]);
    await portal.sendMails();
    await expect.poll(() => smtp.received.length).toBe(1);
    const [mail] = smtp.received;
    expect(mail?.subject).toMatch(/: bill BILL-1 for house N-1$/);
    expect(Object.keys(mail?.files ?? {})).toContain("bill_BILL-1.pdf");
    // The due date is before the day of issue, so the mail says "at once" instead of a date.
    expect(mail?.text).toContain("Payable at once: Rs 27,500.00");
    await expect.poll(async () => (await admin.list(bill)).map(({ IsEmailSent }) => IsEmailSent)).toEqual([1, 0, 0]);
    await socket.waitFor(({ resyncs }) => resyncs.flat().includes("bill-mails"));
    const status = { asFiles: false, progress: { pending: 0, sent: 1, failed: 0, withdrawn: 0 } };
    expect(assertOk(await harness.manager.get("/bill/emails")).body.data).toEqual(status);
    expect((await harness.ali.get("/bill/emails")).status).toBe(403);
    expect(assertOk(await admin.post("/bill/send-emails")).body.code).toBe("all-emails-sent");
  });

  test("the mail of a bill that is withdrawn before its delivery is not sent, and its reason is not that the bill was paid", async () => {
    const { harness, smtp } = await openHarnessWithMailServer();
    const { admin, portal, clock, createPlot } = harness;
    const { PlotID } = await createPlot({ EmailID: "one@example.org" });
    const charge = { PlotID, Kind: "charge", Amount: 700, Date: "2026-11-02", Reason: "Water tanker" };
    const { AdjustmentID } = parseRecord(adjustment, await admin.post("/adjustment", charge));
    assertOk(await admin.post("/bill", november));
    smtp.refuseRecipient = () => "451 Mailbox busy";
    assertOk(await admin.post("/bill/send-emails"));
    await portal.sendMails();
    assertOk(await admin.post(`/adjustment/${AdjustmentID}/void`, { Reason: "Wrong house" }));
    expect(await readStatesOf(admin, PlotID)).toEqual(["withdrawn"]);
    smtp.refuseRecipient = () => undefined;
    clock.advanceMinutes(1);
    await portal.sendMails();
    const [mail] = assertOk(await admin.get("/mails")).body.data as { State: string; Reason: string }[];
    expect(mail).toMatchObject({ State: "withdrawn", Reason: "The bill was withdrawn" });
    expect(smtp.received).toEqual([]);
  });
});

function listBills(admin: Person, PlotID: number): Promise<Bill[]> {
  return admin.list(bill, `?PlotID=${PlotID}&sort=BillNo`);
}

async function readStatesOf(admin: Person, PlotID: number): Promise<string[]> {
  return (await listBills(admin, PlotID)).map(({ State }) => State);
}
