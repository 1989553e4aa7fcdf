import type { Day } from "../dates.ts";
import { addPaisa, type Paisa, type PaisaSum, paisa, paisaOrZero, subtractPaisa, sumPaisa, zero } from "../money.ts";
import type { RowOf } from "../registry.ts";
import { cashAccountId } from "../resources/account.ts";
import { accountTransfer } from "../resources/account-transfer.ts";
import { adjustment, adjustmentName } from "../resources/adjustment.ts";
import type { Drawer } from "../resources/drawer.ts";
import type { DrawerMovement } from "../resources/drawer-movement.ts";
import { type Expense, expenseNumber, expensePaymentDay, expenses } from "../resources/expenses.ts";
import { otherIncome, otherIncomeName } from "../resources/other-income.ts";
import { paymentReceipt, type Receipt, receiptName } from "../resources/payment-receipt.ts";
import type { MethodAccounts } from "../resources/society.ts";
import { joinTexts } from "../text.ts";

/** The notes and coins of the rupee. */
export const denominations = [5000, 1000, 500, 100, 50, 20, 10, 5, 2, 1] as const;

/** Number of notes or coins by denomination. */
export type DenominationCounts = Readonly<Partial<Record<string, number>>>;

/** The sum of the counted notes and coins, in paisa. */
export function sumDenominations(counts: DenominationCounts): PaisaSum {
  return sumPaisa(denominations.map((denomination) => paisa((counts[denomination] ?? 0) * denomination * 100)));
}

/** The sums of a drawer, in paisa. */
export type DrawerSums = Pick<Drawer, "Float" | "ByMethod" | "OtherIncome" | "Refunds" | "Expenses" | "Expected">;

/** The sums of a drawer with this float and without movements. */
export function newDrawerSums(Float: Paisa): DrawerSums {
  const ByMethod = { Cash: zero, "Bank Transfer": zero, Cheque: zero, Online: zero };
  return { Float, ByMethod, OtherIncome: zero, Refunds: zero, Expenses: zero, Expected: Float };
}

/** The sums after further movements. */
export function addMovements(
  { Float, ByMethod, OtherIncome, Refunds, Expenses, Expected }: DrawerSums,
  movements: readonly Movement[],
): DrawerSums {
  const sums = { Float, ByMethod: { ...ByMethod }, OtherIncome, Refunds, Expenses, Expected };
  for (const { Kind, Method, Amount } of movements) {
    if (Method === "Cash") sums.Expected = addPaisa(sums.Expected, Amount);
    if (Kind === "receipt") sums.ByMethod[Method] = addPaisa(sums.ByMethod[Method], Amount);
    if (Kind === "other-income") sums.OtherIncome = addPaisa(sums.OtherIncome, Amount);
    if (Kind === "refund") sums.Refunds = subtractPaisa(sums.Refunds, Amount);
    if (Kind === "expense") sums.Expenses = subtractPaisa(sums.Expenses, Amount);
  }
  return sums;
}

/** The money of one record in a drawer, in paisa; `Amount` is below 0 for money that leaves the drawer. */
export type Payment = Pick<DrawerMovement, "Kind" | "RecordID" | "No" | "Text" | "Method" | "Amount">;

/** The money that one change of a record adds to a drawer. */
export type Movement = Payment & Pick<DrawerMovement, "Action">;

/** Identifies the record of a movement, for example in a map. */
export function recordKey({ Kind, RecordID }: Pick<Movement, "Kind" | "RecordID">): string {
  return `${Kind} ${RecordID}`;
}

interface RecordChange {
  resource: { name: string };
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

/**
 * The movements of a change: the payment after it minus the payment before it. A change of the payment method makes two
 * movements, one for each method. A new imported payment makes none, because no cashier received it.
 *
 * `accounts` limits the movements to those of drawers: payments that an import recorded or that belong in no drawer
 * then count as no payment. Without `accounts`, the movements are those of a day close.
 */
export function listMovements({ resource, before, after }: RecordChange, accounts?: MethodAccounts): Movement[] {
  const read = (row: object) => readPayment(resource, row, accounts);
  const oldPayment = before && read(before);
  const newPayment = after && read(after);
  if (!oldPayment)
    return newPayment && !newPayment.IsImported ? [toMovement(newPayment, before ? "changed" : "added")] : [];
  const reversal = { ...oldPayment, Amount: paisa(-oldPayment.Amount) };
  if (!newPayment) return [toMovement(reversal, "removed")];
  if (newPayment.Method !== oldPayment.Method)
    return [toMovement(reversal, "changed"), toMovement(newPayment, "changed")];
  const difference = subtractPaisa(newPayment.Amount, oldPayment.Amount);
  return difference === zero ? [] : [toMovement({ ...newPayment, Amount: difference }, "changed")];
}

/** The account of a receipt in cash; undefined for other receipts. */
export function accountOfCash(receipt: Receipt, accounts: MethodAccounts): number | undefined {
  return receipt.PaymentMethod === "Cash" ? accountOf({ ...receipt, Kind: "receipt" }, accounts) : undefined;
}

/** Cash that entered or left an account on a day. */
interface CashEntry {
  AccountID: number;
  Date: Day;
  /** In paisa; below 0 for cash that left. */
  Amount: Paisa;
}

/**
 * A change of the cash that a record has in an account. `payment` is null for an account transfer, which is in no
 * drawer. `days`: the days of the cash entry before and after the change.
 */
export interface CashCorrection {
  payment: Pick<Payment, "Kind" | "RecordID"> | null;
  AccountID: number;
  days: readonly Day[];
}

/** Whether a change of a record of this resource can change a cash entry. */
export function mayCorrectCash(resource: { name: string }): boolean {
  return resource.name === accountTransfer.name || drawerResourceNames.has(resource.name);
}

/**
 * The corrections that a change makes, one for each account. None for a new payment, for a change of other fields, and
 * for a void that pays the cash back, because the cash entry then stays.
 */
export function listCashCorrections(
  { resource, before, after }: RecordChange,
  accounts: MethodAccounts,
): CashCorrection[] {
  const payment = before && (paymentReaders[resource.name]?.(before) ?? null);
  const isTransfer = resource.name === accountTransfer.name;
  if (!before || (!payment && !isTransfer) || typeof after?.PaidBackOn === "string") return [];
  const listCash = isTransfer ? listTransferredCash : listPaidCash;
  const oldEntries = listCash(resource, before, accounts);
  const newEntries = after ? listCash(resource, after, accounts) : [];
  const accountIds = new Set([...oldEntries, ...newEntries].map((entry) => entry.AccountID));
  return [...accountIds].flatMap((AccountID) => {
    const ofAccount = (entry: CashEntry) => entry.AccountID === AccountID;
    const [oldEntry, newEntry] = [oldEntries.find(ofAccount), newEntries.find(ofAccount)];
    if (oldEntry?.Date === newEntry?.Date && oldEntry?.Amount === newEntry?.Amount) return [];
    return { payment, AccountID, days: [oldEntry, newEntry].flatMap((entry) => entry?.Date ?? []) };
  });
}

function listPaidCash({ name }: { name: string }, row: object, accounts: MethodAccounts): CashEntry[] {
  const payment = paymentReaders[name]?.(row);
  if (payment?.Method !== "Cash") return [];
  return [{ AccountID: accountOf(payment, accounts), Date: payment.Date, Amount: paisaOrZero(payment.Amount) }];
}

function listTransferredCash(_resource: { name: string }, row: object): CashEntry[] {
  const transfer = row as RowOf<typeof accountTransfer>;
  return [
    { AccountID: transfer.FromAccountID, Date: transfer.Date, Amount: paisaOrZero(-transfer.Amount) },
    { AccountID: transfer.ToAccountID, Date: transfer.Date, Amount: paisaOrZero(transfer.Amount) },
  ];
}

interface RecordedPayment extends Payment {
  /** The day on which the cash book has the payment. */
  Date: Day;
  AccountID: number | null;
  /** Whether an import recorded the payment. */
  IsImported: boolean;
}

function toMovement(
  { Kind, RecordID, No, Text, Method, Amount }: RecordedPayment,
  Action: Movement["Action"],
): Movement {
  return { Kind, RecordID, No, Text, Method, Amount, Action };
}

/** The payment of the row. Undefined without one, and with `accounts` also if it does not belong in a drawer. */
function readPayment({ name }: { name: string }, row: object, accounts?: MethodAccounts): RecordedPayment | undefined {
  const payment = paymentReaders[name]?.(row);
  if (!payment || (accounts && (payment.IsImported || !belongsInDrawer(payment, accounts)))) return undefined;
  // A row that was written directly to the database can have an invalid amount.
  const Amount = paisaOrZero(payment.Amount);
  return Amount === zero ? undefined : { ...payment, Amount };
}

/** Whether a payment belongs in a drawer: cash of the drawer account, and every receipt that is not cash. */
function belongsInDrawer(payment: RecordedPayment, accounts: MethodAccounts): boolean {
  if (payment.Method !== "Cash") return payment.Kind === "receipt";
  return accountOf(payment, accounts) === drawerAccountOf(accounts);
}

/** The account of a payment in cash. */
function accountOf({ Kind, AccountID }: Pick<RecordedPayment, "Kind" | "AccountID">, accounts: MethodAccounts): number {
  // A receipt or other income without an account is in the account of its payment method, a refund or expense in that
  // of `cashAccountId`.
  const isOfMethod = Kind === "receipt" || Kind === "other-income";
  return AccountID ?? (isOfMethod ? drawerAccountOf(accounts) : cashAccountId);
}

/** The account that receives cash payments, which are in drawers. */
export function drawerAccountOf({ Cash }: MethodAccounts): number {
  return Cash ?? cashAccountId;
}

type PaymentReader = (row: object) => RecordedPayment | undefined;

// By resource name. The casts are safe, because each reader is called with rows of its resource only.
const paymentReaders: Readonly<Record<string, PaymentReader | undefined>> = {
  [paymentReceipt.name]: (row) => {
    const receipt = row as Receipt;
    return receipt.VoidedAt === null
      ? {
          Kind: "receipt",
          RecordID: receipt.PaymentReceiptID,
          No: receiptName(receipt),
          Text: joinTexts(receipt.HouseNo, receipt.PayerName, receipt.ChequeNo),
          Date: receipt.PaymentDate,
          Method: receipt.PaymentMethod,
          Amount: receipt.AmountPaid,
          AccountID: receipt.AccountID,
          IsImported: receipt.ImportKey !== "",
        }
      : undefined;
  },
  [otherIncome.name]: (row) => {
    const income = row as RowOf<typeof otherIncome>;
    return {
      Kind: "other-income",
      RecordID: income.OtherIncomeID,
      No: otherIncomeName(income),
      Text: joinTexts(income.Category, income.Payer),
      Date: income.Date,
      Method: income.Method,
      Amount: income.Amount,
      AccountID: income.AccountID,
      IsImported: false,
    };
  },
  [adjustment.name]: (row) => {
    const refund = row as RowOf<typeof adjustment>;
    return refund.Kind === "refund" && refund.VoidedAt === null
      ? {
          Kind: "refund",
          RecordID: refund.AdjustmentID,
          No: adjustmentName(refund),
          Text: refund.Reason,
          Date: refund.Date,
          Method: "Cash",
          Amount: paisa(-refund.Amount),
          AccountID: refund.AccountID,
          IsImported: false,
        }
      : undefined;
  },
  [expenses.name]: (row) => {
    const expense = row as Expense;
    return expense.IsPaid === 1
      ? {
          Kind: "expense",
          RecordID: expense.ExpenseID,
          No: expenseNumber(expense),
          Text: joinTexts(expense.ExpenseTitle, expense.Payee),
          Date: expensePaymentDay(expense),
          Method: "Cash",
          Amount: paisa(-expense.Amount),
          AccountID: expense.AccountID,
          IsImported: expense.IsPaidByImport === 1,
        }
      : undefined;
  },
};

/** The names of the resources whose changes can make movements. */
export const drawerResourceNames: ReadonlySet<string> = new Set(Object.keys(paymentReaders));
