import { addPaisa, paisa, subtractPaisa, sumPaisa, zero } from "../money.ts";
import type { DayClose } from "../resources/day-close.ts";
import type { Drawer } from "../resources/drawer.ts";
import { addMovements, type Movement, newDrawerSums, recordKey } from "./drawers.ts";

type DaySums = Pick<DayClose, "ByMethod" | "ReceiptCount" | "OtherIncome" | "Refunds" | "Expenses" | "Lines">;

/**
 * The sums of a day in paisa, and the records that its sheet lists one by one, with their net amounts. Of the new
 * receipts, it lists only those by cheque; the others are in the sums.
 */
export function summarizeDay(movements: readonly Movement[]): DaySums {
  const { ByMethod, OtherIncome, Refunds, Expenses } = addMovements(newDrawerSums(zero), movements);
  const records = netByRecord(movements);
  return {
    ByMethod,
    OtherIncome,
    Refunds,
    Expenses,
    ReceiptCount: records.filter(({ Kind, IsNew }) => Kind === "receipt" && IsNew === 1).length,
    Lines: records.filter(({ Kind, IsNew, Method }) => Kind !== "receipt" || IsNew === 0 || Method === "Cheque"),
  };
}

/** The net amount of each record and payment method. A record with a net amount of 0 is left out. */
function netByRecord(movements: readonly Movement[]): DaySums["Lines"] {
  const records = new Map<string, DaySums["Lines"][number]>();
  const addedKeys = new Set(movements.filter(({ Action }) => Action === "added").map(recordKey));
  for (const movement of movements) {
    const { Kind, No, Text, Method, Amount } = movement;
    const key = `${recordKey(movement)} ${Method}`;
    const net = addPaisa(records.get(key)?.Amount ?? zero, Amount);
    // Refunds and expenses are always cash, so the sheet does not show their method.
    const isPaidIn = Kind === "receipt" || Kind === "other-income";
    const IsNew = addedKeys.has(recordKey(movement)) ? 1 : 0;
    records.set(key, { Kind, IsNew, No, Text, Method: isPaidIn ? Method : "", Amount: net });
  }
  return [...records.values()].filter(({ Amount }) => Amount !== zero);
}

/**
 * The cash of closed drawers, in paisa. For a drawer that was handed over, only the difference counts, because its cash
 * is counted again in the drawer of the colleague.
 */
export function sumDrawers(
  drawers: readonly Pick<Drawer, "Counted" | "Difference" | "HandedToDrawerID">[],
): Pick<DayClose, "Expected" | "Counted" | "Difference"> {
  const notHandedOver = drawers.filter(({ HandedToDrawerID }) => HandedToDrawerID === null);
  const Counted = paisa(Number(sumPaisa(notHandedOver.map((row) => row.Counted ?? zero))));
  const Difference = paisa(Number(sumPaisa(drawers.map((row) => row.Difference ?? zero))));
  return { Expected: subtractPaisa(Counted, Difference), Counted, Difference };
}
