import { addDays, type Day, formatMonthYear, monthOf } from "../../shared/dates.ts";
import { creditGiven } from "../../shared/domain/adjustments.ts";
import { buildCashBook, type CashBook, type CashMovement, netOf } from "../../shared/domain/cash-book.ts";
import { addToSum, type PaisaSum, paisaOrZero, subtractFromSum, toPaisaSum, zero } from "../../shared/money.ts";
import type { Resource, StoredRow } from "../../shared/registry.ts";
import { type Account, account, cashAccountId } from "../../shared/resources/account.ts";
import { accountTransfer } from "../../shared/resources/account-transfer.ts";
import { adjustment, adjustmentName } from "../../shared/resources/adjustment.ts";
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

/** The movements of one kind of record. `net`, their sum, is read without them where they are many. */
interface Source {
  list: (of: AccountMovements, period: Period) => AsyncIterable<CashMovement>;
  net?: (of: AccountMovements, period: Period) => Promise<PaisaSum>;
}

/** The cash book of an account. */
export async function readCashBook(reader: CashBookReader, row: Account, period: Period): Promise<CashBook> {
  const of = { AccountID: row.AccountID, methods: await readMethods(reader), reader };
  const movements: CashMovement[] = [];
  for (const source of sources)
    for await (const movement of source.list(of, period))
      if (movement.Date >= period.from && movement.Date <= period.to) movements.push(movement);
  return buildCashBook(await balanceBefore(of, { row, day: period.from }), movements);
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
    const Balance = await balanceBefore({ AccountID, methods, reader }, { row, day: addDays(day, 1) });
    balances.push({ AccountID, Balance });
  }
  return balances;
}

function readMethods({ store, session }: CashBookReader): Promise<MethodAccounts> {
  return readMethodAccounts({ find: (resource, filter) => store.find(resource, filter, { session }) });
}

/** The balance at the start of the day: forwards, or before OpeningDate backwards, from the opening balance. */
async function balanceBefore(of: AccountMovements, { row, day }: { row: Account; day: Day }): Promise<PaisaSum> {
  const { OpeningBalance, OpeningDate } = row;
  if (day >= OpeningDate)
    return addToSum(OpeningBalance, await netBetween(of, { from: OpeningDate, to: addDays(day, -1) }));
  return subtractFromSum(OpeningBalance, await netBetween(of, { from: day, to: addDays(OpeningDate, -1) }));
}

async function netBetween(of: AccountMovements, period: Period): Promise<PaisaSum> {
  if (period.to < period.from) return zero;
  let sum: PaisaSum = zero;
  for (const source of sources) {
    if (source.net) sum = addToSum(sum, await source.net(of, period));
    else
      for await (const movement of source.list(of, period))
        if (movement.Date >= period.from && movement.Date <= period.to) sum = addToSum(sum, netOf(movement));
  }
  return sum;
}

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
  net: (of, period) => sumByDay(of, paymentReceipt, receiptFilter(of, period), "PaymentDate", "AmountPaid"),
};

function receiptFilter({ AccountID, methods }: AccountMovements, { from, to }: Period): Filter {
  const PaymentMethod = inArray(methodsOfAccount(AccountID, methods));
  return {
    $or: [{ AccountID }, { AccountID: null, PaymentMethod }],
    PaymentDate: between(from, to),
    VoidedAt: null,
  };
}

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
  net: (of, period) => sumByDay(of, paymentSchedule, tickFilter(of, period), "TickedDate", "TickedAmount"),
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
  list: (of, { from, to }) => {
    const days = [{ PaidOnDate: between(from, to) }, { PaidOnDate: null }];
    const filter = { IsPaid: 1, $or: days, AccountID: namedOrDefault(of.AccountID) };
    return readMovements(of, expenses, filter, (row) => ({
      Date: row.PaidOnDate ?? `${row.Year}-${row.Month}-01`,
      Kind: "expense",
      No: row.VoucherNo === "" ? `E-${row.ExpenseID}` : row.VoucherNo,
      Text: joinTexts(row.ExpenseTitle, row.Payee),
      Out: row.Amount,
      ID: row.ExpenseID,
    }));
  },
};

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
const sources: readonly Source[] = [receipts, ticks, tickCredits, incomes, transfers, refunds, paidExpenses];

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

/** Adds the days in JavaScript, where sums beyond 2^53 are exact. */
async function sumByDay(
  { reader: { store, session } }: AccountMovements,
  resource: Resource<StoredRow>,
  filter: Filter,
  day: string,
  amount: string,
): Promise<PaisaSum> {
  const group: Doc = { _id: `$${day}`, sum: { $sum: `$${amount}` } };
  let sum: PaisaSum = zero;
  for await (const document of store.aggregate(resource, filter, { group, session }))
    sum = addToSum(sum, toPaisaSum(Number(document.sum) / 100));
  return sum;
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
