import { z } from "zod";
import { account } from "../../shared/resources/account.ts";
import { accountTransfer } from "../../shared/resources/account-transfer.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { otherIncome } from "../../shared/resources/other-income.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { openHarness } from "./harness.ts";
import type { Person } from "./person.ts";
import { assertOk, parseRecord, type Reply } from "./reply.ts";

export const lockOctober = (who: Person) => who.post("/month-lock", { Month: 10, Year: 2026 });

export const receiptOf = (PaymentDate: string) => ({
  HouseNo: "A-1",
  AmountPaid: 1000,
  PaymentDate,
  PaymentMethod: "Cash",
});
export const chargeOf = (values: object) => ({
  PlotID: 1,
  Kind: "charge",
  Amount: 500,
  Date: "2026-11-02",
  Reason: "Water tanker",
  ...values,
});
export const expenseOf = (values: object) => ({
  ExpenseType: "Repairs",
  ExpenseTitle: "Pump",
  Month: "10",
  Year: "2026",
  Amount: 4000,
  ...values,
});
export const accountOf = (values: object) => ({
  AccountName: "Meezan",
  Kind: "bank",
  OpeningBalance: 50_000,
  OpeningDate: "2026-10-01",
  ...values,
});
export const accountTransferOf = (values: object) => ({
  FromAccountID: 1,
  ToAccountID: 2,
  Date: "2026-10-20",
  Amount: 3000,
  ...values,
});
export const otherIncomeOf = (values: object) => ({
  Date: "2026-10-20",
  Payer: "Ali Traders",
  Category: "Scrap",
  Amount: 2000,
  Method: "Cash",
  ...values,
});

/**
 * Books with a record of each kind in October 2026, which is over. The house A-1 owes January to December; October of
 * A-2 is charged twice, and a house on the first floor has paid nothing.
 */
export async function openBooks() {
  const harness = await openHarness();
  const { admin, society, createPlot, createSchedule, transaction } = harness;
  const { rate, plan, rows } = await createSchedule();
  const october = find(rows, ({ PlotID, DueDate }) => PlotID === 1 && DueDate === "2026-10-10");
  const octoberOfSana = find(rows, ({ PlotID, DueDate }) => PlotID === 2 && DueDate === "2026-10-10");
  await transaction(async (tx) => {
    const row = await tx.get(paymentSchedule, octoberOfSana.PaymentScheduleID);
    const { PaymentScheduleID: _, ...values } = row;
    await tx.insert(paymentSchedule, { ...values, InstallmentNumber: 99, IsDuplicate: 1 });
  });
  const { FloorID } = society.floors.first;
  const { PlotID } = await createPlot({ FloorID });
  const upstairs = await createSchedule({ FloorID, FloorRate: 3000, plots: [PlotID] });
  const receipt = parseRecord(paymentReceipt, await admin.post("/payment-receipt", receiptOf("2026-10-12")));
  const laterReceipt = parseRecord(paymentReceipt, await admin.post("/payment-receipt", receiptOf("2026-11-12")));
  const charge = parseRecord(
    adjustment,
    await admin.post("/adjustment", chargeOf({ Date: "2026-10-20", DueDate: "2026-12-20" })),
  );
  const laterCharge = parseRecord(adjustment, await admin.post("/adjustment", chargeOf({})));
  const expense = parseRecord(expenses, await admin.post("/expenses", expenseOf({})));
  const laterExpense = parseRecord(expenses, await admin.post("/expenses", expenseOf({ Month: "11" })));
  const bank = parseRecord(account, await admin.post("/account", accountOf({})));
  const transfer = parseRecord(accountTransfer, await admin.post("/account-transfer", accountTransferOf({})));
  const income = parseRecord(otherIncome, await admin.post("/other-income", otherIncomeOf({})));
  const books = { october, octoberOfSana, receipt, laterReceipt, charge, laterCharge, expense, laterExpense };
  return { ...harness, rate, plan, rows, upstairs, ...books, bank, transfer, income };
}

export type Books = Awaited<ReturnType<typeof openBooks>>;

const preview = z.object({ Preview: z.string() });

/** Sends a revision with the token of its preview. */
export async function applyPreviewed(who: Person, path: string, body: object): Promise<Reply> {
  const { Preview } = preview.parse(assertOk(await who.post(`${path}?dryRun=1`, body)).body.data);
  return who.post(path, { ...body, Preview });
}

export function importSheet(who: Person, kind: string, body: string): Promise<Reply> {
  return who.send({ method: "POST", path: `/import/${kind}`, body, headers: { "content-type": "text/csv" } });
}

function find<Row>(rows: readonly Row[], matches: (row: Row) => boolean): Row {
  const row = rows.find(matches);
  if (!row) throw new Error("The schedule lacks an installment");
  return row;
}
