import { addDays, type Day, formatMonthYear, monthOf } from "../../shared/dates.ts";
import { creditGiven } from "../../shared/domain/adjustments.ts";
import {
  buildCashBook,
  type CashBook,
  type CashMovement,
  type DaySum,
  findNextDay,
  netOf,
} from "../../shared/domain/cash-book.ts";
import {
  addToSum,
  type PaisaSum,
  paisaOrZero,
  subtractFromSum,
  sumPaisa,
  toPaisaSum,
  zero,
} from "../../shared/money.ts";
import type { Resource, StoredRow } from "../../shared/registry.ts";
import { type Account, account, cashAccountId } from "../../shared/resources/account.ts";
import { accountTransfer } from "../../shared/resources/account-transfer.ts";
import { adjustment, adjustmentName } from "../../shared/resources/adjustment.ts";
import { cheque } from "../../shared/resources/cheque.ts";
import { chequeEntry } from "../../shared/resources/cheque-entry.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { otherIncome } from "../../shared/resources/other-income.ts";
import { paymentReceipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { type MethodAccounts, society } from "../../shared/resources/society.ts";
import type { ReferenceCache } from "../database/reference-cache.ts";
import { between, type Doc, type Filter, inArray, type Session, type Store, where } from "../database/store.ts";
import { methodsOfAccount, readMethodAccounts } from "./accounts.ts";

/** The resources that the cash books are computed from. */
export const cashBookResources: readonly string[] = [
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
interface Period {
  from: Day;
  to: Day;
}

interface CashBookReader {
  store: Store;
  referenceCache: ReferenceCache;
  session: Session;
}

interface AccountMovements {
  AccountID: number;
  methods: MethodAccounts;
  reader: CashBookReader;
}

/** The movements of one kind of record. Kinds with many records also have `sums`: the database sums them up by day. */
interface Source {
  list: (of: AccountMovements, period: Period) => AsyncIterable<CashMovement>;
  sums?: (of: AccountMovements, period: Period) => AsyncIterable<DaySum>;
}

/** The cash book of an account, with entries of whole days until there are `limit`. */
export async function readCashBook(
  reader: CashBookReader,
  row: Account,
  { limit = Number.POSITIVE_INFINITY, ...period }: Period & { limit?: number },
): Promise<CashBook> {
  const of = { AccountID: row.AccountID, methods: await readMethods(reader), reader };
  const allDays = await readDays(of, spanFromOpening(row, period));
  const days = allDays.filter((day) => isWithin(day, period));
  const next = findNextDay(days, limit);
  const listed = { from: period.from, to: next === null ? period.to : addDays(next, -1) };
  const movements: CashMovement[] = [];
  for (const source of sources)
    for await (const movement of source.list(of, listed)) if (isWithin(movement, listed)) movements.push(movement);
  return buildCashBook(balanceBefore(period.from, { row, days: allDays }), { movements, days, next });
}

/** The balance of each account at the end of the day. */
export async function readBalances(
  reader: CashBookReader,
  accounts: readonly Account[],
  day: Day,
): Promise<{ AccountID: number; Balance: PaisaSum }[]> {
  const methods = await readMethods(reader);
  const balances: { AccountID: number; Balance: PaisaSum }[] = [];
  for (const row of accounts) {
    const { AccountID } = row;
    const from = addDays(day, 1);
    const days = await readDays({ AccountID, methods, reader }, spanFromOpening(row, { from, to: day }));
    balances.push({ AccountID, Balance: balanceBefore(from, { row, days }) });
  }
  return balances;
}

function readMethods({ store, session }: CashBookReader): Promise<MethodAccounts> {
  return readMethodAccounts({ find: (resource, filter) => store.find(resource, filter, { session }) });
}

/** The days that lead from the opening date to the period, and the period. */
function spanFromOpening({ OpeningDate }: Account, { from, to }: Period): Period {
  const dayBefore = addDays(OpeningDate, -1);
  return { from: from < OpeningDate ? from : OpeningDate, to: to > dayBefore ? to : dayBefore };
}

/**
 * The balance at the start of the day: the opening balance plus the movements since OpeningDate, or for an earlier day
 * minus those until OpeningDate.
 */
function balanceBefore(day: Day, { row, days }: { row: Account; days: readonly DaySum[] }): PaisaSum {
  const { OpeningBalance, OpeningDate } = row;
  const netOfDays = (period: Period) => sumPaisa(days.filter((each) => isWithin(each, period)).map(netOf));
  return day >= OpeningDate
    ? addToSum(OpeningBalance, netOfDays({ from: OpeningDate, to: addDays(day, -1) }))
    : subtractFromSum(OpeningBalance, netOfDays({ from: day, to: addDays(OpeningDate, -1) }));
}

/** What moved on each day of the period, in their order. */
async function readDays(of: AccountMovements, period: Period): Promise<DaySum[]> {
  const days = new Map<Day, DaySum>();
  const add = ({ Date: date, In, Out, count }: DaySum) => {
    const sum = days.get(date) ?? { In: zero, Out: zero, count: 0 };
    days.set(date, { Date: date, In: addToSum(sum.In, In), Out: addToSum(sum.Out, Out), count: sum.count + count });
  };
  for (const source of sources)
    if (source.sums) for await (const sum of source.sums(of, period)) add(sum);
    else for await (const movement of source.list(of, period)) add({ ...movement, count: 1 });
  return [...days.values()].filter((day) => isWithin(day, period)).sort((a, b) => (a.Date < b.Date ? -1 : 1));
}

function isWithin({ Date: day }: { Date: Day }, { from, to }: Period): boolean {
  return day >= from && day <= to;
}

/** Without receipts by cheque, whose money enters an account when the cheque is deposited. */
const receipts: Source = {
  list: (of, period) =>
    readMovements(of, paymentReceipt, receiptFilter(of, period), (row) => ({
      Date: row.PaymentDate,
      Kind: "receipt",
      No: receiptName(row),
      Text: joinTexts(row.HouseNo, row.PayerName, row.ChequeNo, row.Reference),
      In: row.AmountPaid,
      ID: row.PaymentReceiptID,
    })),
  sums: (of, period) => {
    const fields = { day: "$PaymentDate", amount: "AmountPaid", side: "In" } as const;
    return sumByDay(of, paymentReceipt, receiptFilter(of, period), fields);
  },
};

function receiptFilter(of: AccountMovements, { from, to }: Period): Filter {
  const isInBook = [{ VoidedAt: null }, { PaidBackOn: where({ $gt: "" }) }];
  return { $and: [ofAccount(of), { $or: isInBook }], PaymentDate: between(from, to), ChequeState: "" };
}

function ofAccount({ AccountID, methods }: AccountMovements): Filter {
  return { $or: [{ AccountID }, { AccountID: null, PaymentMethod: inArray(methodsOfAccount(AccountID, methods)) }] };
}

/** Receipts whose void has taken the cash out of the account. */
const paidBackReceipts: Source = {
  list: (of, { from, to }) =>
    readMovements(of, paymentReceipt, { ...ofAccount(of), PaidBackOn: between(from, to) }, (row) => ({
      Date: row.PaidBackOn ?? "",
      Kind: "void",
      No: receiptName(row),
      Text: joinTexts(row.HouseNo, row.PayerName, row.VoidReason),
      Out: row.AmountPaid,
      ID: row.PaymentReceiptID,
    })),
};

/** Deposited cheques enter the account of the slip, bounced ones leave it again. */
const cheques: Source = {
  list: async function* (of, { from, to }) {
    const { store, session } = of.reader;
    const filter = { AccountID: of.AccountID, State: inArray(["deposited", "bounced"]), Date: between(from, to) };
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
        Text: joinTexts(houseOf(of, row.PlotID), row.PayerName, row.ChequeNo, row.BankName),
        In: isDeposit ? Amount : zero,
        Out: isDeposit ? zero : Amount,
        ID,
      };
    }
  },
  sums: async function* (of, { from, to }) {
    for (const [State, side] of [
      ["deposited", "In"],
      ["bounced", "Out"],
    ] as const) {
      const filter = { AccountID: of.AccountID, State, Date: between(from, to) };
      yield* sumByDay(of, chequeEntry, filter, { day: "$Date", amount: "Amount", side });
    }
  },
};

const ticks: Source = {
  list: (of, period) =>
    readMovements(of, paymentSchedule, tickFilter(of, period), (row) => ({
      Date: row.TickedDate ?? "",
      Kind: "tick",
      No: formatMonthYear(monthOf(row.DueDate)),
      Text: houseOf(of, row.PlotID),
      In: row.TickedAmount,
      ID: row.PaymentScheduleID,
    })),
  sums: (of, period) => {
    const fields = { day: "$TickedDate", amount: "TickedAmount", side: "In" } as const;
    return sumByDay(of, paymentSchedule, tickFilter(of, period), fields);
  },
};

function tickFilter({ AccountID }: AccountMovements, { from, to }: Period): Filter {
  return { TickedDate: between(from, to), AccountID: namedOrDefault(AccountID) };
}

/** What ticks have paid beyond an amount that was lowered later: no longer part of the tick, but credit. */
const tickCredits: Source = {
  list: (of, period) => {
    const kinds = [
      { Kind: inArray(["waiver", "write-off"]) },
      { Kind: "opening", PaymentScheduleID: where({ $gt: 0 }) },
    ];
    const days = [
      { TickedDate: between(period.from, period.to) },
      { TickedDate: null, Date: between(period.from, period.to) },
    ];
    const filter = { $and: [{ $or: kinds }, { $or: days }], TickedAccountID: namedOrDefault(of.AccountID) };
    return readMovements(of, adjustment, { ...filter, VoidedAt: null }, (row) => ({
      Date: row.TickedDate ?? row.Date,
      Kind: "tick",
      No: adjustmentName(row),
      Text: houseOf(of, row.PlotID),
      In: creditGiven(row),
      ID: row.AdjustmentID,
    }));
  },
};

const refunds: Source = {
  list: (of, { from, to }) => {
    const filter = { Kind: "refund", Date: between(from, to), VoidedAt: null };
    return readMovements(of, adjustment, { ...filter, AccountID: namedOrDefault(of.AccountID) }, (row) => ({
      Date: row.Date,
      Kind: "refund",
      No: adjustmentName(row),
      Text: joinTexts(houseOf(of, row.PlotID), row.Reason),
      Out: row.Amount,
      ID: row.AdjustmentID,
    }));
  },
};

/** Paid expenses on the day of payment; those without one on the first of their month. */
const paidExpenses: Source = {
  list: (of, period) =>
    readMovements(of, expenses, expenseFilter(of, period), (row) => ({
      Date: row.PaidOnDate ?? `${row.Year}-${row.Month}-01`,
      Kind: "expense",
      No: row.VoucherNo === "" ? `E-${row.ExpenseID}` : row.VoucherNo,
      Text: joinTexts(row.ExpenseTitle, row.Payee),
      Out: row.Amount,
      ID: row.ExpenseID,
    })),
  sums: (of, period) => {
    const day = { $ifNull: ["$PaidOnDate", { $concat: ["$Year", "-", "$Month", "-01"] }] };
    return sumByDay(of, expenses, expenseFilter(of, period), { day, amount: "Amount", side: "Out" });
  },
};

function expenseFilter({ AccountID }: AccountMovements, { from, to }: Period): Filter {
  const days = [{ PaidOnDate: between(from, to) }, { PaidOnDate: null }];
  return { IsPaid: 1, $or: days, AccountID: namedOrDefault(AccountID) };
}

const incomes: Source = {
  list: (of, { from, to }) => {
    const Method = inArray(methodsOfAccount(of.AccountID, of.methods));
    const accounts = [{ AccountID: of.AccountID }, { AccountID: null, Method }];
    return readMovements(of, otherIncome, { $or: accounts, Date: between(from, to) }, (row) => ({
      Date: row.Date,
      Kind: "other-income",
      No: `OI-${row.OtherIncomeID}`,
      Text: joinTexts(row.Category, row.Payer, row.Reference),
      In: row.Amount,
      ID: row.OtherIncomeID,
    }));
  },
};

const transfers: Source = {
  list: (of, { from, to }) => {
    const { AccountID } = of;
    const filter = { $or: [{ FromAccountID: AccountID }, { ToAccountID: AccountID }], Date: between(from, to) };
    return readMovements(of, accountTransfer, filter, (row) => {
      const isOut = row.FromAccountID === AccountID;
      const other = of.reader.referenceCache.get(account, isOut ? row.ToAccountID : row.FromAccountID);
      return {
        Date: row.Date,
        Kind: "transfer",
        No: `T-${row.AccountTransferID}`,
        Text: joinTexts(other?.AccountName, row.Reference),
        ...(isOut ? { Out: row.Amount } : { In: row.Amount }),
        ID: row.AccountTransferID,
      };
    });
  },
};

/** Each payment is in exactly one source and, by the filter of the source, in exactly one account. */
const sources: readonly Source[] = [
  ...[receipts, cheques, ticks, tickCredits, incomes],
  ...[transfers, paidBackReceipts, refunds, paidExpenses],
];

/** Without the amount of an invalid row, which was written directly to the database. */
async function* readMovements<Row extends StoredRow>(
  { reader: { store, session } }: AccountMovements,
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

/** The sums of each day, computed by the database; `day` is an expression. */
async function* sumByDay(
  { reader: { store, session } }: AccountMovements,
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

/** The filter of a field with the account, where null stands for the cash account. */
function namedOrDefault(AccountID: number): unknown {
  return AccountID === cashAccountId ? inArray([AccountID, null]) : AccountID;
}

function houseOf({ reader: { referenceCache } }: AccountMovements, PlotID: number): string {
  return referenceCache.get(plot, PlotID)?.HouseNo ?? "";
}

function joinTexts(...texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join(", ");
}
