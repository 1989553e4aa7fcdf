import type { Day } from "../dates.ts";
import { addToSum, type Paisa, type PaisaSum, subtractFromSum, sumPaisa, toRupees } from "../money.ts";

/** What moves money into or out of an account, in the order of the entries of one day. */
export const cashBookKinds = ["receipt", "tick", "other-income", "transfer", "refund", "expense"] as const;

/** The kinds as screens and documents name them. */
export const cashBookKindLabels = {
  receipt: "Receipt",
  tick: "Tick",
  "other-income": "Other income",
  transfer: "Transfer",
  refund: "Refund",
  expense: "Expense",
} as const satisfies Record<(typeof cashBookKinds)[number], string>;

/** Money that enters or leaves one account; amounts in paisa, one of both is 0. */
export interface CashMovement {
  readonly Date: Day;
  readonly Kind: (typeof cashBookKinds)[number];
  /** The number of the record as users know it, for example R-12. */
  readonly No: string;
  /** Names and references as entered: house, payer, payee, the other account. In no language. */
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
}

/** Sorts the movements by day and adds the balance after each. */
export function buildCashBook(opening: PaisaSum, movements: readonly CashMovement[]): CashBook {
  let balance = opening;
  const entries = movements.toSorted(compareMovements).map((movement) => {
    balance = addToSum(balance, netOf(movement));
    return { ...movement, Balance: balance };
  });
  return {
    opening,
    entries,
    in: sumPaisa(movements.map(({ In }) => In)),
    out: sumPaisa(movements.map(({ Out }) => Out)),
    closing: balance,
  };
}

/** What the movement adds to the account; below 0 when it takes money out. */
export function netOf({ In, Out }: Pick<CashMovement, "In" | "Out">): PaisaSum {
  return subtractFromSum(In, Out);
}

/** The cash book with amounts in rupees. */
export function cashBookToRupees({ opening, entries, closing, ...sums }: CashBook) {
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
  };
}

function compareMovements(a: CashMovement, b: CashMovement): number {
  if (a.Date !== b.Date) return a.Date < b.Date ? -1 : 1;
  return cashBookKinds.indexOf(a.Kind) - cashBookKinds.indexOf(b.Kind) || a.ID - b.ID;
}
