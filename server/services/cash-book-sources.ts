import { type Day, formatMonthYear, monthOf } from "../../shared/dates.ts";
import { creditDayOf, creditGiven } from "../../shared/domain/adjustments.ts";
import type { CashMovement, DaySum } from "../../shared/domain/cash-book.ts";
import { paisaOrZero, toPaisaSum, zero } from "../../shared/money.ts";
import type { Resource, StoredRow } from "../../shared/registry.ts";
import { account, cashAccountId } from "../../shared/resources/account.ts";
import { accountTransfer, accountTransferName } from "../../shared/resources/account-transfer.ts";
import { adjustment, adjustmentName } from "../../shared/resources/adjustment.ts";
import { cheque } from "../../shared/resources/cheque.ts";
import { chequeEntry } from "../../shared/resources/cheque-entry.ts";
import { expenseNumber, expensePaymentDay, expenses } from "../../shared/resources/expenses.ts";
import { otherIncome, otherIncomeName } from "../../shared/resources/other-income.ts";
import { paymentReceipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { type MethodAccounts, society } from "../../shared/resources/society.ts";
import { joinTexts } from "../../shared/text.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import { between, type Doc, type Filter, inArray, type Session, type Store, where } from "../database/store.ts";
import { methodsOfAccount } from "./accounts.ts";

/**
 * The resources whose changes can change a cash book. Without the cheque entries, because each step of a cheque changes
 * the cheque too.
 */
export const cashBookResourceNames: readonly string[] = [
  account,
  accountTransfer,
  adjustment,
  cheque,
  expenses,
  otherIncome,
  paymentReceipt,
  paymentSchedule,
  society,
].map(({ name }) => name);

/** Society days, both included. */
export interface Period {
  from: Day;
  to: Day;
}

/** What the cash book is read from: the database at a snapshot. */
export interface CashBookReader {
  store: Store;
  referenceCache: ReferenceCache;
  session: Session;
}

/** The account whose movements are read. */
export interface AccountContext extends CashBookReader {
  AccountID: number;
  methods: MethodAccounts;
}

/**
 * The movements of one kind of record. Kinds with many records also have `sums`, which the database computes by day.
 * Both may include other days than those of the period, which callers leave out.
 */
interface Source {
  list: (context: AccountContext, period: Period) => AsyncIterable<CashMovement>;
  sums?: (context: AccountContext, period: Period) => AsyncIterable<DaySum>;
}

/** Receipts that were not paid by cheque: the money of a cheque enters an account only when it is deposited. */
const receipts: Source = {
  list: (context, period) =>
    readMovements(context, paymentReceipt, receiptFilter(context, period), (row) => ({
      Date: row.PaymentDate,
      Kind: "receipt",
      No: receiptName(row),
      Text: joinTexts(row.HouseNo, row.PayerName, row.ChequeNo, row.Reference),
      In: row.AmountPaid,
      ID: row.PaymentReceiptID,
    })),
  sums: (context, period) => {
    const fields = { day: "$PaymentDate", amount: "AmountPaid", side: "In" } as const;
    return sumByDay(context, paymentReceipt, receiptFilter(context, period), fields);
  },
};

function receiptFilter(context: AccountContext, { from, to }: Period): Filter {
  // A receipt whose void has paid back the cash stays in the book; `paidBackReceipts` takes the cash out again.
  const states = [{ VoidedAt: null }, { PaidBackOn: where({ $gt: "" }) }];
  return { $and: [matchReceiptAccount(context), { $or: states }], PaymentDate: between(from, to), ChequeState: "" };
}

function matchReceiptAccount({ AccountID, methods }: AccountContext): Filter {
  return { $or: [{ AccountID }, { AccountID: null, PaymentMethod: inArray(methodsOfAccount(AccountID, methods)) }] };
}

/** Receipts whose void has taken the cash out of the account. */
const paidBackReceipts: Source = {
  list: (context, { from, to }) =>
    readMovements(
      context,
      paymentReceipt,
      { ...matchReceiptAccount(context), PaidBackOn: between(from, to) },
      (row) => ({
        Date: row.PaidBackOn ?? "",
        Kind: "void",
        No: receiptName(row),
        Text: joinTexts(row.HouseNo, row.PayerName, row.VoidReason),
        Out: row.AmountPaid,
        ID: row.PaymentReceiptID,
      }),
    ),
};

/** The amount of a cheque enters the account of its deposit slip, and leaves it again when the cheque bounces. */
const cheques: Source = {
  list: async function* (context, { from, to }) {
    const { store, session } = context;
    const filter = { AccountID: context.AccountID, State: inArray(["deposited", "bounced"]), Date: between(from, to) };
    const entries = await store.find(chequeEntry, filter, { session });
    const ChequeID = inArray(entries.map((entry) => entry.ChequeID));
    const rows = new Map((await store.find(cheque, { ChequeID }, { session })).map((row) => [row.ChequeID, row]));
    for (const { ChequeID: id, ChequeEntryID: ID, State, Date: date, Amount } of entries) {
      const row = rows.get(id);
      if (!row) continue;
      const isDeposit = State === "deposited";
      yield {
        Date: date,
        Kind: isDeposit ? "cheque" : "bounce",
        No: receiptName(row),
        Text: joinTexts(houseNoOf(context, row.PlotID), row.PayerName, row.ChequeNo, row.BankName),
        In: isDeposit ? Amount : zero,
        Out: isDeposit ? zero : Amount,
        ID,
      };
    }
  },
  sums: async function* (context, { from, to }) {
    for (const [State, side] of [
      ["deposited", "In"],
      ["bounced", "Out"],
    ] as const) {
      const filter = { AccountID: context.AccountID, State, Date: between(from, to) };
      yield* sumByDay(context, chequeEntry, filter, { day: "$Date", amount: "Amount", side });
    }
  },
};

/** Installments that were marked as paid without a receipt. */
const ticks: Source = {
  list: (context, period) =>
    readMovements(context, paymentSchedule, tickFilter(context, period), (row) => ({
      Date: row.TickedDate ?? "",
      Kind: "tick",
      No: formatMonthYear(monthOf(row.DueDate)),
      Text: houseNoOf(context, row.PlotID),
      In: row.TickedAmount,
      ID: row.PaymentScheduleID,
    })),
  sums: (context, period) => {
    const fields = { day: "$TickedDate", amount: "TickedAmount", side: "In" } as const;
    return sumByDay(context, paymentSchedule, tickFilter(context, period), fields);
  },
};

function tickFilter({ AccountID }: AccountContext, { from, to }: Period): Filter {
  return { TickedDate: between(from, to), AccountID: matchAccount(AccountID) };
}

/**
 * Ticked amounts that became credit of an adjustment, because the installment was lowered later: by a waiver or
 * write-off, or by a revision, whose credit is an opening balance with a PaymentScheduleID.
 */
const tickCredits: Source = {
  list: (context, period) => {
    const kinds = [
      { Kind: inArray(["waiver", "write-off"]) },
      { Kind: "opening", PaymentScheduleID: where({ $gt: 0 }) },
    ];
    const days = [
      { TickedDate: between(period.from, period.to) },
      { TickedDate: null, Date: between(period.from, period.to) },
    ];
    const filter = { $and: [{ $or: kinds }, { $or: days }], TickedAccountID: matchAccount(context.AccountID) };
    return readMovements(context, adjustment, { ...filter, VoidedAt: null }, (row) => ({
      Date: creditDayOf(row),
      Kind: "tick",
      No: adjustmentName(row),
      Text: houseNoOf(context, row.PlotID),
      In: creditGiven(row),
      ID: row.AdjustmentID,
    }));
  },
};

const refunds: Source = {
  list: (context, { from, to }) => {
    const filter = { Kind: "refund", Date: between(from, to), VoidedAt: null };
    return readMovements(context, adjustment, { ...filter, AccountID: matchAccount(context.AccountID) }, (row) => ({
      Date: row.Date,
      Kind: "refund",
      No: adjustmentName(row),
      Text: joinTexts(houseNoOf(context, row.PlotID), row.Reason),
      Out: row.Amount,
      ID: row.AdjustmentID,
    }));
  },
};

/** Paid expenses on the day of payment; those without one on the first of their month. */
const paidExpenses: Source = {
  list: (context, period) =>
    readMovements(context, expenses, expenseFilter(context, period), (row) => ({
      Date: expensePaymentDay(row),
      Kind: "expense",
      No: expenseNumber(row),
      Text: joinTexts(row.ExpenseTitle, row.Payee),
      Out: row.Amount,
      ID: row.ExpenseID,
    })),
  sums: (context, period) => {
    const day = { $ifNull: ["$PaidOnDate", { $concat: ["$Year", "-", "$Month", "-01"] }] };
    return sumByDay(context, expenses, expenseFilter(context, period), { day, amount: "Amount", side: "Out" });
  },
};

function expenseFilter({ AccountID }: AccountContext, { from, to }: Period): Filter {
  const days = [{ PaidOnDate: between(from, to) }, { PaidOnDate: null }];
  return { IsPaid: 1, $or: days, AccountID: matchAccount(AccountID) };
}

const otherIncomes: Source = {
  list: (context, { from, to }) => {
    const Method = inArray(methodsOfAccount(context.AccountID, context.methods));
    const accounts = [{ AccountID: context.AccountID }, { AccountID: null, Method }];
    return readMovements(context, otherIncome, { $or: accounts, Date: between(from, to) }, (row) => ({
      Date: row.Date,
      Kind: "other-income",
      No: otherIncomeName(row),
      Text: joinTexts(row.Category, row.Payer, row.Reference),
      In: row.Amount,
      ID: row.OtherIncomeID,
    }));
  },
};

const transfers: Source = {
  list: (context, { from, to }) => {
    const { AccountID } = context;
    const filter = { $or: [{ FromAccountID: AccountID }, { ToAccountID: AccountID }], Date: between(from, to) };
    return readMovements(context, accountTransfer, filter, (row) => {
      const isOut = row.FromAccountID === AccountID;
      const other = context.referenceCache.get(account, isOut ? row.ToAccountID : row.FromAccountID);
      return {
        Date: row.Date,
        Kind: "transfer",
        No: accountTransferName(row),
        Text: joinTexts(other?.AccountName, row.Reference),
        ...(isOut ? { Out: row.Amount } : { In: row.Amount }),
        ID: row.AccountTransferID,
      };
    });
  },
};

/** Each payment is in exactly one source and, by the filter of the source, in exactly one account. */
export const cashBookSources: readonly Source[] = [
  ...[receipts, cheques, ticks, tickCredits, otherIncomes],
  ...[transfers, paidBackReceipts, refunds, paidExpenses],
];

/**
 * The movements of the matching rows. Skips rows whose amount is 0, or invalid because it was written directly to the
 * database.
 */
async function* readMovements<Row extends StoredRow>(
  { store, session }: AccountContext,
  resource: Resource<Row>,
  filter: Filter,
  toMovement: (row: Row) => Omit<CashMovement, "In" | "Out"> & Partial<Pick<CashMovement, "In" | "Out">>,
): AsyncGenerator<CashMovement> {
  for await (const row of store.stream(resource, filter, { session })) {
    const movement = { In: zero, Out: zero, ...toMovement(row) };
    const In = paisaOrZero(movement.In);
    const Out = paisaOrZero(movement.Out);
    if (In !== zero || Out !== zero) yield { ...movement, In, Out };
  }
}

/** The sums of the matching rows by day, computed by the database. `day` is an aggregation expression. */
async function* sumByDay(
  { store, session }: AccountContext,
  resource: Resource<StoredRow>,
  filter: Filter,
  { day, amount, side }: { day: unknown; amount: string; side: "In" | "Out" },
): AsyncGenerator<DaySum> {
  const group: Doc = { _id: day, sum: { $sum: `$${amount}` }, count: { $sum: 1 } };
  for await (const document of store.aggregate(resource, filter, { group, session })) {
    const sums = { In: zero, Out: zero, [side]: toPaisaSum(Number(document.sum) / 100) };
    yield { Date: String(document._id), ...sums, count: Number(document.count) };
  }
}

/** The filter for an AccountID field in which null stands for the cash account. */
function matchAccount(AccountID: number): unknown {
  return AccountID === cashAccountId ? inArray([AccountID, null]) : AccountID;
}

function houseNoOf({ referenceCache }: AccountContext, PlotID: number): string {
  return referenceCache.get(plot, PlotID)?.HouseNo ?? "";
}
