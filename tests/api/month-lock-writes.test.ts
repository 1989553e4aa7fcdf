// @module-tag requirement-45

import { describe, expect, test } from "vitest";
import { z } from "zod";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { claim } from "../../shared/resources/claim.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { openHarness } from "../harness/harness.ts";
import { postImport, runImport } from "../harness/imports.ts";
import {
  accountForm,
  accountTransferForm,
  chargeForm,
  expenseForm,
  lockOctober,
  type OctoberRecords,
  openOctoberRecords,
  otherIncomeForm,
  previewAndApply,
  receiptForm,
} from "../harness/locked-month.ts";
import { assertOk, parseRecord, type Reply } from "../harness/reply.ts";

/** The October records with an import of each kind; `imported` has the id of each import by its kind. */
type ImportedRecords = OctoberRecords & { imported: ReadonlyMap<string, number | undefined> };
type Write = (harness: ImportedRecords) => Promise<Reply>;

const octoberSheets = {
  receipts: "House,Amount,Date,Method\nA-1,900,30/10/2026,Cash\n",
  expenses: "Type,Title,Month,Year,Amount\nRepairs,Gate,10,2026,700\n",
  "opening-balances": "House,Amount,As of\nA-2,-900,31/10/2026\n",
};
const undoImport =
  (kind: keyof typeof octoberSheets): Write =>
  ({ admin, imported }) =>
    admin.post(`/import/${kind}/${imported.get(kind)}/undo`);

const reason = { Reason: "Entered by mistake" };

/** Requests that write something dated in October, by route. */
const writes: Readonly<Record<string, Readonly<Record<string, Write>>>> = {
  "post /payment-receipt": {
    "a payment of October": ({ admin }) => admin.post("/payment-receipt", receiptForm("2026-10-31")),
  },
  "put /payment-receipt/{id}": {
    "another amount": ({ admin, receipt }) =>
      admin.put(`/payment-receipt/${receipt.PaymentReceiptID}`, { ...receipt, AmountPaid: 900 }),
    "another remark": ({ admin, receipt }) =>
      admin.put(`/payment-receipt/${receipt.PaymentReceiptID}`, { ...receipt, Remarks: "Paid by the son" }),
    "out of October": ({ admin, receipt }) =>
      admin.put(`/payment-receipt/${receipt.PaymentReceiptID}`, { ...receipt, PaymentDate: "2026-11-01" }),
    "into October": ({ admin, laterReceipt }) =>
      admin.put(`/payment-receipt/${laterReceipt.PaymentReceiptID}`, {
        ...laterReceipt,
        PaymentDate: "2026-10-31",
        Version: undefined,
      }),
  },
  "put /payment-receipt": {
    "another amount": ({ admin, receipt }) => admin.put("/payment-receipt", { ...receipt, AmountPaid: 900 }),
  },
  "delete /payment-receipt/{id}": {
    "a void": ({ admin, receipt }) =>
      admin.send({ method: "DELETE", path: `/payment-receipt/${receipt.PaymentReceiptID}`, body: reason }),
  },
  "post /payment-schedule": {
    "a plan that covers October": ({ admin, upstairs, createPlot, society }) =>
      createPlot({ FloorID: society.floors.first.FloorID }).then(({ PlotID }) =>
        admin.post("/payment-schedule", {
          RateID: upstairs.rate.RateID,
          PaymentPlanID: upstairs.plan.PaymentPlanID,
          PlotIDs: [PlotID],
        }),
      ),
  },
  "put /payment-schedule/{id}": {
    "a tick": ({ admin, october }) => admin.put(`/payment-schedule/${october.PaymentScheduleID}`, { IsPaid: 1 }),
  },
  "put /payment-schedule": {
    "a tick": ({ admin, october }) =>
      admin.put("/payment-schedule", { PaymentScheduleID: october.PaymentScheduleID, IsPaid: 1 }),
  },
  "post /payment-schedule/withdraw": {
    "an installment": ({ admin, october }) =>
      admin.post("/payment-schedule/withdraw", { PaymentScheduleIDs: [october.PaymentScheduleID], ...reason }),
  },
  "post /payment-schedule/keep": {
    "one of two installments": ({ admin, octoberOfSana }) =>
      admin.post("/payment-schedule/keep", { PaymentScheduleID: octoberOfSana.PaymentScheduleID, ...reason }),
  },
  "post /adjustment": {
    "by its date": ({ admin }) => admin.post("/adjustment", chargeForm({ Date: "2026-10-31", DueDate: "2026-11-05" })),
    "by its due date": ({ admin }) => admin.post("/adjustment", chargeForm({ DueDate: "2026-10-31" })),
    "a waiver of an installment": ({ admin, october }) =>
      admin.post(
        "/adjustment",
        chargeForm({ Kind: "waiver", Amount: 100, PaymentScheduleID: october.PaymentScheduleID }),
      ),
  },
  "post /adjustment/bulk": {
    "by its date": ({ admin }) => {
      const { PlotID, ...values } = chargeForm({ Date: "2026-10-31" });
      return admin.post("/adjustment/bulk", { ...values, PlotIDs: [PlotID] });
    },
  },
  "post /adjustment/{AdjustmentID}/void": {
    "a charge": ({ admin, charge }) => admin.post(`/adjustment/${charge.AdjustmentID}/void`, reason),
  },
  "post /bill": {
    "of the month": ({ admin }) => admin.post("/bill", { Month: 10, Year: 2026 }),
  },
  "post /expenses": {
    "of the month": ({ admin }) => admin.post("/expenses", expenseForm({})),
    "paid in the month": ({ admin }) =>
      admin.post("/expenses", expenseForm({ Month: "11", IsPaid: 1, PaidOnDate: "2026-10-31" })),
  },
  "put /expenses/{id}": {
    "another amount": ({ admin, expense }) => admin.put(`/expenses/${expense.ExpenseID}`, { ...expense, Amount: 1 }),
    "into the month": ({ admin, laterExpense }) =>
      admin.put(`/expenses/${laterExpense.ExpenseID}`, { ...laterExpense, Month: "10" }),
  },
  "put /expenses": {
    "another amount": ({ admin, expense }) => admin.put("/expenses", { ...expense, Amount: 1 }),
  },
  "delete /expenses/{id}": {
    "an expense": ({ admin, expense }) => admin.delete(`/expenses/${expense.ExpenseID}`),
  },
  "put /expenses/{ExpenseID}/attachment": {
    "a voucher": ({ admin, expense }) =>
      admin.send({
        method: "PUT",
        path: `/expenses/${expense.ExpenseID}/attachment`,
        body: "%PDF-1.4\n%%EOF\n",
        headers: { "content-type": "application/pdf" },
      }),
  },
  "post /account": {
    "opened in the month": ({ admin }) => admin.post("/account", accountForm({ AccountName: "HBL" })),
  },
  "put /account/{id}": {
    "another opening balance": ({ admin, bank }) =>
      admin.put(`/account/${bank.AccountID}`, { ...bank, OpeningBalance: 1 }),
  },
  "put /account": {
    "another opening date": ({ admin, bank }) => admin.put("/account", { ...bank, OpeningDate: "2026-11-01" }),
  },
  "post /account-transfer": {
    "of the month": ({ admin }) => admin.post("/account-transfer", accountTransferForm({})),
  },
  "put /account-transfer/{id}": {
    "another amount": ({ admin, transfer }) =>
      admin.put(`/account-transfer/${transfer.AccountTransferID}`, { ...transfer, Amount: 1 }),
  },
  "put /account-transfer": {
    "out of the month": ({ admin, transfer }) => admin.put("/account-transfer", { ...transfer, Date: "2026-11-01" }),
  },
  "delete /account-transfer/{id}": {
    "a transfer": ({ admin, transfer }) => admin.delete(`/account-transfer/${transfer.AccountTransferID}`),
  },
  "post /other-income": {
    "of the month": ({ admin }) => admin.post("/other-income", otherIncomeForm({})),
  },
  "put /other-income/{id}": {
    "another amount": ({ admin, income }) =>
      admin.put(`/other-income/${income.OtherIncomeID}`, { ...income, Amount: 1 }),
  },
  "put /other-income": {
    "out of the month": ({ admin, income }) => admin.put("/other-income", { ...income, Date: "2026-11-01" }),
  },
  "delete /other-income/{id}": {
    "an income": ({ admin, income }) => admin.delete(`/other-income/${income.OtherIncomeID}`),
  },
  "post /deposit-slip": {
    "of the month": ({ admin, bank: { AccountID }, cheques }) =>
      admin.post("/deposit-slip", { AccountID, Date: "2026-10-20", ChequeIDs: [cheques.inHand.ChequeID] }),
  },
  "post /day-close": { "of a day of the month": ({ admin }) => admin.post("/day-close", { Date: "2026-10-31" }) },
  "post /cheque/{ChequeID}/clear": {
    "on a day of the month": ({ admin, cheques }) =>
      admin.post(`/cheque/${cheques.deposited.ChequeID}/clear`, { Date: "2026-10-20" }),
  },
  "post /cheque/{ChequeID}/bounce": {
    "on a day of the month": ({ admin, cheques }) =>
      admin.post(`/cheque/${cheques.deposited.ChequeID}/bounce`, { Date: "2026-10-20", ...reason }),
  },
  "post /cheque/{ChequeID}/return": {
    "on a day of the month": ({ admin, cheques }) =>
      admin.post(`/cheque/${cheques.inHand.ChequeID}/return`, { Date: "2026-10-20" }),
  },
  "post /claim/{ClaimID}/confirm": {
    "a payment of the month": async ({ admin, society }) => {
      const body = { PlotID: society.aliPlot.PlotID, Amount: 900, PaymentDate: "2026-10-31", Method: "Cash" };
      const { ClaimID } = parseRecord(claim, await admin.post("/claim", body));
      return admin.post(`/claim/${ClaimID}/confirm`, {});
    },
  },
  "delete /payment-plan/{id}": {
    "a plan with installments in the month": ({ admin, upstairs }) =>
      admin.delete(`/payment-plan/${upstairs.plan.PaymentPlanID}`),
  },
  "post /service-rate/{RateID}/revise": {
    "from the month on": ({ admin, rate }) =>
      previewAndApply(admin, `/service-rate/${rate.RateID}/revise`, { FromMonth: 10, FromYear: 2026, FloorRate: 2600 }),
  },
  "post /plot/{PlotID}/move": {
    "from the month on": ({ admin, society }) =>
      previewAndApply(admin, `/plot/${society.aliPlot.PlotID}/move`, {
        TypeID: society.aliPlot.TypeID,
        FloorID: society.floors.first.FloorID,
        FromMonth: 10,
        FromYear: 2026,
      }),
  },
  "post /plot/{PlotID}/transfer": {
    "with a fee of the month": ({ admin, society }) =>
      admin.post(`/plot/${society.aliPlot.PlotID}/transfer`, {
        OwnerName: "Omar",
        Date: "2026-10-15",
        Fee: 5000,
        AcceptDues: true,
      }),
  },
  "post /import/receipts": {
    "a payment of the month": ({ admin }) =>
      postImport(admin, "receipts", "House,Amount,Date,Method\nA-1,901,30/10/2026,Cash\n"),
  },
  "post /import/expenses": {
    "an expense of the month": ({ admin }) =>
      postImport(admin, "expenses", "Type,Title,Month,Year,Amount\nRepairs,Gate,10,2026,701\n"),
  },
  "post /import/opening-balances": {
    "a balance of the month": ({ admin }) =>
      postImport(admin, "opening-balances", "House,Amount,As of\nA-1,900,30/10/2026\n"),
  },
  "post /import/receipts/{ImportBatchID}/undo": { "a payment of the month": undoImport("receipts") },
  "post /import/expenses/{ImportBatchID}/undo": { "an expense of the month": undoImport("expenses") },
  "post /import/opening-balances/{ImportBatchID}/undo": { "a balance of the month": undoImport("opening-balances") },
};

const lockedMessage = /^(0[19]|10)\/2026 is locked: manager locked it at 15\/11\/2026 12:00$/;

/** Routes whose writes belong to no month; the money of a claim counts only when the claim is confirmed. */
const routesWithoutMonth = [
  /^\w+ \/(me|auth|logout|signup|reset-password|verify-email|users|role|role-permissions|action|menu|menuactionsmap)\b/,
  /^\w+ \/(display|wall|society|keys|check|drawer|mails|ageing|month-lock|generate-report|approval|certificate|verification)\b/,
  /^\w+ \/(plot-category|plot-type|plot-floor|plot|service-rate)(\/\{id\})?$/,
  /^post \/payment-plan$/,
  /^\w+ \/claim(\/\{(id|ClaimID)\}(\/(slip|decline))?)?$/,
  /^post \/(payment-receipt|bill)\/send-emails$/,
  /^post \/import\/(plots|[\w-]+\/columns)/,
];

describe("writes into a locked month", () => {
  test("each route either is in the list of tested writes or writes nothing that belongs to a month", async () => {
    const { portal } = await openOctoberRecords();
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse(await (await fetch(`${portal.url()}/api/openapi.json`)).json());
    const routes = Object.entries(paths)
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
      .filter((route) => !route.startsWith("get "));
    const hasNoMonth = (route: string) => routesWithoutMonth.some((pattern) => pattern.test(route));
    expect(routes.filter((route) => !hasNoMonth(route)).sort()).toEqual(Object.keys(writes).sort());
  });

  test("every write is answered 409 with who locked the month and when, and changes nothing", async () => {
    const harness = { ...(await openOctoberRecords()), imported: new Map<string, number | undefined>() };
    for (const [kind, sheet] of Object.entries(octoberSheets))
      harness.imported.set(kind, (await runImport(harness.admin, kind, sheet)).ImportBatchID);
    assertOk(await lockOctober(harness.manager));
    const before = await readRecords(harness);
    const otherReplies: string[] = [];
    for (const [route, writesOfRoute] of Object.entries(writes))
      for (const [name, write] of Object.entries(writesOfRoute)) {
        const { status, body } = await write(harness);
        const isRefused = status === 409 && body.code === "month-locked" && lockedMessage.test(body.message);
        if (!isRefused) otherReplies.push(`${route}, ${name}: ${status} ${body.message}`);
      }
    expect(otherReplies).toEqual([]);
    expect(await readRecords(harness)).toEqual(before);
  });
});

test("a tick in a locked month cannot be removed, but a receipt of today pays open installments of locked months", async () => {
  const { admin, october } = await openOctoberRecords();
  assertOk(await admin.put(`/payment-schedule/${october.PaymentScheduleID}`, { IsPaid: 1 }));
  assertOk(await lockOctober(admin));
  const untick = await admin.put(`/payment-schedule/${october.PaymentScheduleID}`, { IsPaid: 0 });
  expect([untick.status, untick.body.code]).toEqual([409, "month-locked"]);
  // January to October, less two receipts of 1,000.
  const due = 2500 * 10 - 2000;
  const receipt = parseRecord(
    paymentReceipt,
    await admin.post("/payment-receipt", { ...receiptForm("2026-11-15"), AmountPaid: due }),
  );
  expect(receipt.Allocations.length).toBeGreaterThan(8);
  const paid = await admin.list(paymentSchedule, "?plot=1&year=2026");
  expect(paid.filter(({ DueDate }) => DueDate < "2026-11").every(({ IsPaid }) => IsPaid === 1)).toBe(true);
  // Allowed although it reopens installments of locked months, because the receipt is dated in November.
  assertOk(await admin.delete(`/payment-receipt/${receipt.PaymentReceiptID}`));
});

test("credit that a revision made of a tick in a locked month cannot be voided, because the tick is in its cash book", async () => {
  const { admin, createSchedule, clock } = await openHarness();
  clock.set("2026-10-20T07:00:00Z");
  await createSchedule({ StartMonth: 12 });
  assertOk(await admin.put("/payment-schedule/1", { IsPaid: 1 }));
  clock.set("2026-11-10T07:00:00Z");
  assertOk(await lockOctober(admin));
  assertOk(await admin.post("/service-rate/1/revise", { FromMonth: 12, FromYear: 2026, FloorRate: 2000 }));
  const readBook = async () => assertOk(await admin.get("/cash-book?from=2026-10-01&to=2026-10-31")).body.data;
  const book = await readBook();
  const [credit] = await admin.list(adjustment);
  expect(credit).toMatchObject({ Kind: "opening", Amount: -500, TickedDate: "2026-10-20" });
  const path = `/adjustment/${credit?.AdjustmentID}/void`;
  const refused = await admin.post(path, { Reason: "Wrong" });
  expect([refused.status, refused.body.code]).toEqual([409, "month-locked"]);
  expect(await readBook()).toEqual(book);
  assertOk(await admin.post("/month-lock/unlock", { Month: 10, Year: 2026, Reason: "Wrong credit" }));
  assertOk(await admin.post(path, { Reason: "Wrong" }));
});

test("an import and its preview refuse rows that are dated in a locked month", async () => {
  const { admin } = await openOctoberRecords();
  assertOk(await lockOctober(admin));
  const sheet = "House,Amount,Date,Method\nA-1,900,30/10/2026,Cash\nA-1,800,02/11/2026,Cash\n";
  const refused = [{ row: 2, reason: "10/2026 is locked: admin locked it at 15/11/2026 12:00" }];
  for (const kind of ["receipts?dryRun=1", "receipts"])
    expect(await runImport(admin, kind, sheet)).toMatchObject({ added: 1, refused });
});

test("an import leaves out the payment of an expense that is recorded in a locked month", async () => {
  const { admin } = await openOctoberRecords();
  const header = "Type,Title,Month,Year,Amount,Voucher No,Paid,Paid On\n";
  await runImport(admin, "expenses", `${header}Repairs,Gate,10,2026,700,V1,no,\n`);
  assertOk(await lockOctober(admin));
  const sheet = `${header}Repairs,Gate,10,2026,700,V1,yes,12/11/2026\nRepairs,Pump,11,2026,800,V2,yes,12/11/2026\n`;
  const refused = [{ row: 2, reasons: [{ code: "month-locked" }] }];
  for (const kind of ["expenses?dryRun=1", "expenses"])
    expect(await runImport(admin, kind, sheet)).toMatchObject({ added: 1, updated: 0, refused });
});

test("in a locked month neither the daily job nor a receipt adds or removes a penalty", async () => {
  const { admin, clock, portal, createSchedule } = await openHarness();
  const terms = {
    IsPenaltyApply: true,
    PenaltyAmount: 200,
    GracePeriodDays: 40,
    StartMonth: 9,
    EndMonth: 11,
    plots: [1],
  };
  await createSchedule(terms);
  const readPenalties = async () => (await admin.list(paymentSchedule)).map(({ PenaltyApplied }) => PenaltyApplied);
  await portal.runJobs();
  expect(await readPenalties()).toEqual([1, 0, 0]);
  assertOk(await lockOctober(admin));
  clock.set("2026-12-25T07:00:00Z");
  await portal.runJobs();
  expect(await readPenalties()).toEqual([1, 0, 1]);
  assertOk(await admin.post("/payment-receipt", { ...receiptForm("2026-11-01"), AmountPaid: 100 }));
  expect(await readPenalties()).toEqual([1, 0, 1]);
  assertOk(await admin.post("/month-lock/unlock", { Month: 9, Year: 2026, Reason: "A receipt is missing" }));
  clock.set("2026-12-26T07:00:00Z");
  await portal.runJobs();
  expect(await readPenalties()).toEqual([1, 1, 1]);
});

async function readRecords({ admin }: OctoberRecords) {
  const paths = [
    "cheque",
    "deposit-slip",
    "payment-schedule",
    "payment-receipt",
    "payment-receipt?voided=1",
    "adjustment",
    "expenses",
  ];
  return Promise.all(paths.map(async (path) => assertOk(await admin.get(`/${path}`)).body.data));
}
