import { type Day, monthIndex, monthOf, type YearMonth } from "../../../shared/dates.ts";
import { type PaymentPreview, previewPayment } from "../../../shared/domain/payment-preview.ts";
import { sumRupees, toNearestPaisa, toRupees, zero } from "../../../shared/money.ts";
import { shortMonthName, shortMonthYearText } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { formatShortRupees } from "../amounts.ts";
import { formatChargeCount } from "../counts.ts";
import { toMonthRanges } from "../periods.ts";
import { type HouseBalance, type OpenItem, summarizeBalance } from "./useHouseBalance.ts";

/** The name of an open item: `Jan 2026`, or what it is. */
export function openItemName({ kind, DueDate }: Pick<OpenItem, "kind" | "DueDate">): string {
  if (kind === "charge") return t("Charge");
  return kind === "opening" ? t("Opening balance") : shortMonthYearText(monthOf(DueDate));
}

/**
 * What an amount in rupees would pay: "Settles Jan–Mar 2026; Rs 400 stays as credit", and a warning if it is more than
 * what is due today. Undefined without an amount.
 */
export function describePayment(
  balance: HouseBalance,
  { rupees, today }: { rupees: number; today: Day },
): { text: string; warning: string | undefined } | undefined {
  if (!(rupees > 0)) return undefined;
  const preview = previewPayment(balance.items, toNearestPaisa(rupees));
  const { dueNow } = summarizeBalance(balance, today);
  const excess = sumRupees([rupees, -toRupees(dueNow)]);
  return {
    text: describePreview(preview),
    warning: excess > 0 ? t("{amount} more than what is due", { amount: formatShortRupees(excess) }) : undefined,
  };
}

function describePreview({ paid, partlyPaid, credit }: PaymentPreview<OpenItem>): string {
  const items = [
    ...describeMonths(paid.filter(({ kind }) => kind === "installment").map(({ DueDate }) => monthOf(DueDate))),
    ...describeCharges(paid.filter(({ kind }) => kind !== "installment")),
    ...(partlyPaid ? [t("part of {item}", { item: openItemName(partlyPaid) })] : []),
  ].join(t(", "));
  const amount = formatShortRupees(toRupees(credit));
  if (items === "") return t("{amount} stays as credit", { amount });
  return credit > zero
    ? t("Settles {items}; {amount} stays as credit", { items, amount })
    : t("Settles {items}", { items });
}

/** `items` are charges and opening balances. */
function describeCharges(items: readonly OpenItem[]): string[] {
  const chargeCount = items.filter(({ kind }) => kind === "charge").length;
  return [
    ...(items.length > chargeCount ? [t("Opening balance")] : []),
    ...(chargeCount > 0 ? [formatChargeCount(chargeCount)] : []),
  ];
}

/** Consecutive months as ranges: `Nov 2025–Mar 2026`, `Jan–Mar 2026`, `Jan 2026`. */
function describeMonths(months: readonly YearMonth[]): string[] {
  return toMonthRanges(months).map(({ first, last }) => {
    if (monthIndex(first) === monthIndex(last)) return shortMonthYearText(first);
    const start = first.year === last.year ? shortMonthName(first.month) : shortMonthYearText(first);
    return `${start}–${shortMonthYearText(last)}`;
  });
}
