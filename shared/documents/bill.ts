import { type Day, dayOfMonth, formatDay } from "../dates.ts";
import { formatRupees, sumRupees } from "../money.ts";
import type { RecordOf } from "../registry.ts";
import type { bill } from "../resources/bill.ts";
import type { LabeledValue } from "./document-table.ts";
import type { DocumentTranslate } from "./locale.ts";

/**
 * A bill as the API sends it, amounts in rupees. AmountWithin was outstanding when the bill was made; AmountAfter
 * is AmountWithin plus all penalties that were still to come, the first of them on PenaltyFrom.
 */
export type BillDocument = Pick<
  RecordOf<typeof bill>,
  | "BillNo"
  | "HouseNo"
  | "OwnerName"
  | "ConsumerNo"
  | "Month"
  | "Year"
  | "IssuedOn"
  | "Arrears"
  | "AmountWithin"
  | "DueDate"
  | "AmountAfter"
  | "PenaltyFrom"
  | "Items"
  | "State"
> & {
  /** The URL that the bill's QR code contains. */
  codeUrl: string;
};

/**
 * The rows of a bill: at most `maxChargeRows` for the charges of the month, and one more for the arrears. If the month
 * has more charges, its last row is the sum of the remaining ones.
 */
export function billRows(bill: BillDocument, t: DocumentTranslate, maxChargeRows: number): LabeledValue[] {
  const { Month, Year, Items, Arrears } = bill;
  const first = dayOfMonth({ month: Month, year: Year, day: 1 });
  const ofMonth = Items.filter(({ DueDate }) => DueDate >= first);
  const shown = ofMonth.length > maxChargeRows ? ofMonth.slice(0, maxChargeRows - 1) : ofMonth;
  const rest = ofMonth.slice(shown.length);
  const arrears = Items.filter(({ DueDate }) => DueDate < first);
  return [
    ...shown.map(({ Reason, DueDate, Amount }) => ({
      label: Reason || t("Charges due on {day}", { day: formatDay(DueDate) }),
      value: formatRupees(Amount, 2),
    })),
    ...(rest.length > 0
      ? [
          {
            label: t("Further charges: {count}", { count: rest.length }),
            value: formatRupees(sumRupees(rest.map(({ Amount }) => Amount)), 2),
          },
        ]
      : []),
    ...(arrears.length > 0
      ? [{ label: t("Arrears since {day}", { day: formatDay(earliest(arrears)) }), value: formatRupees(Arrears, 2) }]
      : []),
  ];
}

/** Translates the labels of `billTotals`, for documents and mails. */
type TotalsTranslate = (
  text: "Payable at once" | "Payable by {day}" | "From {day}, with penalty",
  values?: Readonly<Record<string, string>>,
) => string;

/**
 * The amount payable now and, if penalties are still to come, the amount with all of them, labeled with the day of the
 * first penalty. For the PDF and the mail of a bill.
 */
export function billTotals(
  bill: Pick<BillDocument, "AmountWithin" | "AmountAfter" | "DueDate" | "PenaltyFrom" | "IssuedOn">,
  t: TotalsTranslate,
): LabeledValue[] {
  const { AmountWithin, AmountAfter, DueDate, PenaltyFrom, IssuedOn } = bill;
  const within = {
    label: DueDate < IssuedOn ? t("Payable at once") : t("Payable by {day}", { day: formatDay(DueDate) }),
    value: formatRupees(AmountWithin, 2),
  };
  if (PenaltyFrom === null) return [within];
  return [
    within,
    { label: t("From {day}, with penalty", { day: formatDay(PenaltyFrom) }), value: formatRupees(AmountAfter, 2) },
  ];
}

function earliest(items: readonly { DueDate: Day }[]): Day {
  return items.map(({ DueDate }) => DueDate).sort()[0] ?? "";
}
