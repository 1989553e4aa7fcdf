import { addDays, type Day } from "../../shared/dates.ts";
import {
  buildCashBook,
  type CashBook,
  type CashMovement,
  type DaySum,
  findNextDay,
  netOf,
} from "../../shared/domain/cash-book.ts";
import { addToSum, type PaisaSum, subtractFromSum, sumPaisa, zero } from "../../shared/money.ts";
import type { Account } from "../../shared/resources/account.ts";
import type { MethodAccounts } from "../../shared/resources/society.ts";
import { readMethodAccounts } from "./accounts.ts";
import { type AccountContext, type CashBookReader, cashBookSources, type Period } from "./cash-book-sources.ts";

/**
 * The cash book of an account in the period, with the entries of whole days until there are at least `limit`. The sums
 * are those of the whole period.
 */
export async function readCashBook(
  reader: CashBookReader,
  row: Account,
  { limit = Number.POSITIVE_INFINITY, ...period }: Period & { limit?: number },
): Promise<CashBook> {
  const context = { ...reader, AccountID: row.AccountID, methods: await readMethods(reader) };
  const allDays = await readDays(context, extendToOpening(row, period));
  const days = allDays.filter((day) => isWithin(day, period));
  const next = findNextDay(days, limit);
  const listed = { from: period.from, to: next === null ? period.to : addDays(next, -1) };
  const movements: CashMovement[] = [];
  for (const source of cashBookSources)
    for await (const movement of source.list(context, listed)) if (isWithin(movement, listed)) movements.push(movement);
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
    const days = await readDays({ ...reader, AccountID, methods }, extendToOpening(row, { from, to: day }));
    balances.push({ AccountID, Balance: balanceBefore(from, { row, days }) });
  }
  return balances;
}

function readMethods({ store, session }: CashBookReader): Promise<MethodAccounts> {
  return readMethodAccounts({ find: (resource, filter) => store.find(resource, filter, { session }) });
}

/** The period, extended to the opening date, from which balances are computed. */
function extendToOpening({ OpeningDate }: Account, { from, to }: Period): Period {
  const dayBefore = addDays(OpeningDate, -1);
  return { from: from < OpeningDate ? from : OpeningDate, to: to > dayBefore ? to : dayBefore };
}

/**
 * The balance at the start of the day: the opening balance plus the movements since OpeningDate. For a day before
 * OpeningDate, it is the opening balance minus the movements from that day to OpeningDate.
 */
function balanceBefore(day: Day, { row, days }: { row: Account; days: readonly DaySum[] }): PaisaSum {
  const { OpeningBalance, OpeningDate } = row;
  const netOfDays = (period: Period) => sumPaisa(days.filter((each) => isWithin(each, period)).map(netOf));
  return day >= OpeningDate
    ? addToSum(OpeningBalance, netOfDays({ from: OpeningDate, to: addDays(day, -1) }))
    : subtractFromSum(OpeningBalance, netOfDays({ from: day, to: addDays(OpeningDate, -1) }));
}

/** The sums of each day of the period with movements, by day. */
async function readDays(context: AccountContext, period: Period): Promise<DaySum[]> {
  const days = new Map<Day, DaySum>();
  const add = ({ Date: date, In, Out, count }: DaySum) => {
    const sum = days.get(date) ?? { In: zero, Out: zero, count: 0 };
    days.set(date, { Date: date, In: addToSum(sum.In, In), Out: addToSum(sum.Out, Out), count: sum.count + count });
  };
  for (const source of cashBookSources)
    if (source.sums) for await (const sum of source.sums(context, period)) add(sum);
    else for await (const movement of source.list(context, period)) add({ ...movement, count: 1 });
  return [...days.values()].filter((day) => isWithin(day, period)).sort((a, b) => (a.Date < b.Date ? -1 : 1));
}

function isWithin({ Date: day }: { Date: Day }, { from, to }: Period): boolean {
  return day >= from && day <= to;
}
