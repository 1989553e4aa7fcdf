import { z } from "zod";
import { account } from "../../shared/resources/account.ts";
import { accountTransfer } from "../../shared/resources/account-transfer.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { otherIncome } from "../../shared/resources/other-income.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { adjustmentForm } from "./adjustments.ts";
import { addCheque } from "./cheques.ts";
import { insertDuplicateInstallment } from "./duplicate-installments.ts";
import { openHarness } from "./harness.ts";
import type { Person } from "./person.ts";
import { assertOk, parseRecord, type Reply } from "./reply.ts";

/** Locks all months up to October 2026. */
export const lockOctober = (person: Person) => person.post("/month-lock", { Month: 10, Year: 2026 });

/** A receipt of A-1 with Rs 1,000 in cash. */
export const receiptForm = (PaymentDate: string) => ({
  HouseNo: "A-1",
  AmountPaid: 1000,
  PaymentDate,
  PaymentMethod: "Cash",
});
// Forms with these default values, which the argument replaces.

/** A charge to A-1 on 2 November 2026. */
export const chargeForm = (values: object) => adjustmentForm({ Amount: 500, Date: "2026-11-02", ...values });
/** An unpaid expense of October 2026. */
export const expenseForm = (values: object) => ({
  ExpenseType: "Repairs",
  ExpenseTitle: "Pump",
  Month: "10",
  Year: "2026",
  Amount: 4000,
  ...values,
});
/** A bank account opened on 1 October 2026. */
export const accountForm = (values: object) => ({
  AccountName: "Meezan",
  Kind: "bank",
  OpeningBalance: 50_000,
  OpeningDate: "2026-10-01",
  ...values,
});
/** A transfer from the cash account to account 2 on 20 October 2026. */
export const accountTransferForm = (values: object) => ({
  FromAccountID: 1,
  ToAccountID: 2,
  Date: "2026-10-20",
  Amount: 3000,
  ...values,
});
/** Other income in cash on 20 October 2026. */
export const otherIncomeForm = (values: object) => ({
  Date: "2026-10-20",
  Payer: "Ali Traders",
  Category: "Scrap",
  Amount: 2000,
  Method: "Cash",
  ...values,
});

/**
 * A portal with records of each kind dated in October 2026, which is over, and some dated later. are
 * charged for all of 2026, A-2 twice for October, and a third house, on the first floor, has paid nothing.
 */
export async function openOctoberRecords() {
  const harness = await openHarness();
  const { admin, society, createPlot, createSchedule, transaction } = harness;
  const { rate, plan, rows } = await createSchedule();
  const october = findInstallment(rows, ({ PlotID, DueDate }) => PlotID === 1 && DueDate === "2026-10-10");
  const octoberOfSana = findInstallment(rows, ({ PlotID, DueDate }) => PlotID === 2 && DueDate === "2026-10-10");
  await insertDuplicateInstallment({ transaction }, octoberOfSana.PaymentScheduleID);
  const { FloorID } = society.floors.first;
  const { PlotID } = await createPlot({ FloorID });
  const upstairs = await createSchedule({ FloorID, FloorRate: 3000, plots: [PlotID] });
  const receipt = parseRecord(paymentReceipt, await admin.post("/payment-receipt", receiptForm("2026-10-12")));
  const laterReceipt = parseRecord(paymentReceipt, await admin.post("/payment-receipt", receiptForm("2026-11-12")));
  const charge = parseRecord(
    adjustment,
    await admin.post("/adjustment", chargeForm({ Date: "2026-10-20", DueDate: "2026-12-20" })),
  );
  const laterCharge = parseRecord(adjustment, await admin.post("/adjustment", chargeForm({})));
  const expense = parseRecord(expenses, await admin.post("/expenses", expenseForm({})));
  const laterExpense = parseRecord(expenses, await admin.post("/expenses", expenseForm({ Month: "11" })));
  const bank = parseRecord(account, await admin.post("/account", accountForm({})));
  const transfer = parseRecord(accountTransfer, await admin.post("/account-transfer", accountTransferForm({})));
  const income = parseRecord(otherIncome, await admin.post("/other-income", otherIncomeForm({})));
  const cheques = {
    inHand: await addCheque(admin, { PaymentDate: "2026-10-12" }),
    deposited: await addCheque(admin, { PaymentDate: "2026-10-12" }),
  };
  const slip = { AccountID: bank.AccountID, Date: "2026-10-13", ChequeIDs: [cheques.deposited.ChequeID] };
  assertOk(await admin.post("/deposit-slip", slip));
  const records = { october, octoberOfSana, receipt, laterReceipt, charge, laterCharge, expense, laterExpense };
  return { ...harness, rate, plan, rows, upstairs, ...records, cheques, bank, transfer, income };
}

export type OctoberRecords = Awaited<ReturnType<typeof openOctoberRecords>>;

const previewReply = z.object({ Preview: z.string() });

/** Previews a revision or move, then applies it with the token of the preview. */
export async function previewAndApply(person: Person, path: string, body: object): Promise<Reply> {
  const { Preview } = previewReply.parse(assertOk(await person.post(`${path}?dryRun=1`, body)).body.data);
  return person.post(path, { ...body, Preview });
}

function findInstallment<Row>(rows: readonly Row[], matches: (row: Row) => boolean): Row {
  const row = rows.find(matches);
  if (!row) throw new Error("The schedule lacks an installment");
  return row;
}

const datedRow = z.record(z.string(), z.unknown());

/** The rows of the months up to `lockedThrough` (YYYY-MM), without the fields that later payments may change. */
export async function readDatedRows(admin: Person, lockedThrough: string): Promise<unknown> {
  const lists: Readonly<Record<string, readonly string[]>> = {
    "payment-schedule": ["DueDate", "PaymentScheduleID", "Amount", "PenaltyApplied", "WaivedAmount", "TickedAmount"],
    "payment-receipt": ["PaymentDate", "PaymentReceiptID", "AmountPaid", "HouseNo", "VoidedAt"],
    "payment-receipt?voided=1": ["PaymentDate", "PaymentReceiptID", "AmountPaid", "HouseNo", "VoidedAt"],
    adjustment: ["Date", "AdjustmentID", "Kind", "Amount", "DueDate", "VoidedAt"],
    "adjustment?voided=1": ["Date", "AdjustmentID", "Kind", "Amount", "DueDate", "VoidedAt"],
    expenses: ["PaidOnDate", "ExpenseID", "Amount", "Month", "Year", "AccountID"],
    "other-income": ["Date", "OtherIncomeID", "Amount", "AccountID"],
    "account-transfer": ["Date", "AccountTransferID", "Amount", "FromAccountID", "ToAccountID"],
  };
  const found: unknown[] = [];
  for (const [path, fields] of Object.entries(lists))
    for (const row of z.array(datedRow).parse(assertOk(await admin.get(`/${path}`)).body.data)) {
      const dates = [row.DueDate, row.PaymentDate, row.Date, row.PaidOnDate, `${row.Year}-${row.Month}`];
      // The text of a field without a value is "undefined" or "null".
      const isLocked = dates.some((value) => /^2/.test(String(value)) && String(value).slice(0, 7) <= lockedThrough);
      if (isLocked) found.push([path, ...fields.map((field) => row[field])]);
    }
  return found;
}
