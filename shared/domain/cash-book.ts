import type { Day } from "../dates.ts";
import { addToSum, type Paisa, type PaisaSum, subtractFromSum, sumPaisa, toRupees } from "../money.ts";

/** What moves money into or out of an account, in the order of the entries of one day. */
export const cashBookKinds = [
  "receipt",
  "cheque",
  "tick",
  "other-income",
  "transfer",
  "bounce",
  "void",
  "refund",
  "expense",
] as const;

/** The kinds as screens and documents name them. */
export const cashBookKindLabels = {
  receipt: "Receipt",
  cheque: "Cheque",
  tick: "Marked paid",
  "other-income": "Other income",
  transfer: "Transfer",
  bounce: "Bounced cheque",
  void: "Voided receipt",
  refund: "Refund",
  expense: "Expense",
} as const satisfies Record<(typeof cashBookKinds)[number], string>;

/** Money that enters or leaves one account, in paisa. Either `In` or `Out` is 0. */
export interface CashMovement {
  readonly Date: Day;
  readonly Kind: (typeof cashBookKinds)[number];
  /** The number of the record as users know it, for example R-12. */
  readonly No: string;
  /** Names, references and reasons as entered: house, payer, payee, the other account. Not translated. */
  readonly Text: string;
  readonly In: Paisa;
  readonly Out: Paisa;
  /** The id of the record. */
  readonly ID: number;
}

/** The movements of an account in a period, with the balance after each: `opening + in − out = closing`. In paisa. */
export interface CashBook {
  readonly opening: PaisaSum;
  readonly entries: readonly (CashMovement & { readonly Balance: PaisaSum })[];
  readonly in: PaisaSum;
  readonly out: PaisaSum;
  readonly closing: PaisaSum;
  /** The first day whose entries were left out because of a limit; null if none were. */
  readonly next: Day | null;
}

/** The sums of the movements of one day, in paisa. */
export interface DaySum {
  readonly Date: Day;
  readonly In: PaisaSum;
  readonly Out: PaisaSum;
  /** Number of movements. */
  readonly count: number;
}

/**
 * Sorts the movements by day and adds the balance after each. `days` has the sums of all days of the period; the
 * movements of the days from `next` on can be left out.
 */
export function buildCashBook(
  opening: PaisaSum,
  { movements, days, next }: { movements: readonly CashMovement[]; days: readonly DaySum[]; next: Day | null },
): CashBook {
  let balance = opening;
  const entries = movements.toSorted(compareMovements).map((movement) => {
    balance = addToSum(balance, netOf(movement));
    return { ...movement, Balance: balance };
  });
  const closing = addToSum(opening, sumPaisa(days.map(netOf)));
  return {
    opening,
    entries,
    in: sumPaisa(days.map(({ In }) => In)),
    out: sumPaisa(days.map(({ Out }) => Out)),
    closing,
    next,
  };
}

/** The first day after those that together have at least `limit` movements; null without such a day. */
export function findNextDay(days: readonly DaySum[], limit: number): Day | null {
  let count = 0;
  for (const day of days) {
    if (count >= limit) return day.Date;
    count += day.count;
  }
  return null;
}

/** What the movement or day adds to the account; below 0 when it takes money out. */
export function netOf({ In, Out }: Pick<DaySum, "In" | "Out">): PaisaSum {
  return subtractFromSum(In, Out);
}

/** The cash book with amounts in rupees. */
export function cashBookToRupees({ opening, entries, closing, next, ...sums }: CashBook) {
  return {
    opening: toRupees(opening),
    entries: entries.map(({ In, Out, Balance, ...entry }) => ({
      ...entry,
      In: toRupees(In),
      Out: toRupees(Out),
      Balance: toRupees(Balance),
    })),
    in: toRupees(sums.in),
    out: toRupees(sums.out),
    closing: toRupees(closing),
    next,
  };
}

function compareMovements(a: CashMovement, b: CashMovement): number {
  if (a.Date !== b.Date) return a.Date < b.Date ? -1 : 1;
  return cashBookKinds.indexOf(a.Kind) - cashBookKinds.indexOf(b.Kind) || a.ID - b.ID;
}
