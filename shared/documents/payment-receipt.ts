import { type Day, formatDay, societyDayAt } from "../dates.ts";
import { isBouncedOrReturned } from "../domain/cheques.ts";
import { formatAmount } from "../money.ts";
import type { RecordOf } from "../registry.ts";
import type { adjustment } from "../resources/adjustment.ts";
import { type PaymentDetail, type paymentReceipt, receiptName } from "../resources/payment-receipt.ts";
import { type DocumentRow, type DocumentTable, dash, type LabeledValue } from "./document-table.ts";
import type { DocumentTranslate } from "./locale.ts";

/** A receipt as the API sends it, amounts in rupees. */
type Receipt = Pick<
  RecordOf<typeof paymentReceipt>,
  | "ReceiptNo"
  | "HouseNo"
  | "PayerName"
  | "AmountPaid"
  | "PaymentDate"
  | "PaymentMethod"
  | PaymentDetail
  | "Remarks"
  | "Allocations"
  | "Credit"
  | "PenaltyAmount"
  | "RefundedAmount"
  | "VoidedAt"
  | "VoidReason"
  | "ChequeState"
>;

/** A receipt with the records and the code that its document shows. */
export interface ReceiptDocument {
  readonly receipt: Receipt;
  /**
   * The installments that the receipt pays. An installment that is missing here is shown without number and due date.
   */
  readonly installments: readonly {
    readonly PaymentScheduleID: number;
    readonly InstallmentNumber: number;
    readonly DueDate: Day;
  }[];
  /** The charges and opening balances that the receipt pays. A missing one is shown without date and reason. */
  readonly charges: readonly SettledCharge[];
  /** Rupees that pay what a new owner took over, shown as one row; `Allocations` lacks its installments and charges. */
  readonly broughtForward?: number;
  /** The address with the code of the receipt, printed as QR code; no QR code is printed without it. */
  readonly codeUrl?: string;
}

type SettledCharge = Pick<RecordOf<typeof adjustment>, "AdjustmentID" | "Kind" | "Date" | "DueDate" | "Reason">;

/** The date and reason of a charge or opening balance that a receipt pays. */
export function chargeTitle(
  { Kind, Date: date, Reason: reason }: Pick<SettledCharge, "Kind" | "Date" | "Reason">,
  t: (text: (typeof chargeTitles)[number], values: Readonly<Record<string, string>>) => string,
): string {
  const values = { day: formatDay(date), reason };
  const [chargeText, openingText] = chargeTitles;
  return t(Kind === "opening" ? openingText : chargeText, values);
}

const chargeTitles = ["Charge of {day}: {reason}", "Opening balance of {day}: {reason}"] as const;

/** `receipt_R-12.pdf`. */
export function receiptFileName(receipt: Pick<Receipt, "ReceiptNo">): string {
  return `receipt_${receiptName(receipt)}.pdf`;
}

/** House, date, payer, method and payment details of the receipt. */
export function receiptDetails({ receipt }: ReceiptDocument, t: DocumentTranslate): LabeledValue[] {
  const { HouseNo, PayerName, PaymentDate, PaymentMethod, BankName, Reference, ChequeNo, ChequeDate } = receipt;
  const details = [
    { label: t("Bank"), value: BankName },
    { label: t("Reference"), value: Reference },
    { label: t("Cheque No"), value: ChequeNo },
    { label: t("Cheque Date"), value: ChequeDate === null ? "" : formatDay(ChequeDate) },
  ];
  return [
    { label: t("House"), value: HouseNo },
    { label: t("Date"), value: formatDay(PaymentDate) },
    { label: t("Received from"), value: PayerName || dash },
    { label: t("Method"), value: t(PaymentMethod) },
    ...details.filter(({ value }) => value !== ""),
  ];
}

/** The distribution of the amount: a row per installment or charge, the credit, the total, and the penalties in it. */
export function receiptTable(
  { receipt, installments, charges, broughtForward = 0 }: ReceiptDocument,
  t: DocumentTranslate,
): DocumentTable {
  const installmentById = new Map(installments.map((row) => [row.PaymentScheduleID, row]));
  const chargeById = new Map(charges.map((row) => [row.AdjustmentID, row]));
  const describeSettled = ({ PaymentScheduleID = 0, ChargeID }: Receipt["Allocations"][number]) => {
    if (ChargeID !== undefined) {
      const charge = chargeById.get(ChargeID);
      return { title: charge ? chargeTitle(charge, t) : t("Charge"), dueDate: charge?.DueDate };
    }
    const row = installmentById.get(PaymentScheduleID);
    const title = row ? t("Installment {number}", { number: row.InstallmentNumber }) : t("Installment");
    return { title, dueDate: row?.DueDate };
  };
  const settledRows = receipt.Allocations.map((allocation) => {
    const { title, dueDate } = describeSettled(allocation);
    const cells = [title, dueDate ? formatDay(dueDate) : dash, formatAmount(allocation.Amount)];
    return { cells, dueDate: dueDate ?? afterAllDates };
  }).sort((a, b) => a.dueDate.localeCompare(b.dueDate));
  const broughtForwardRow: DocumentRow = { cells: [t("Brought forward"), dash, formatAmount(broughtForward)] };
  const remainders = [
    { title: t("Credit left for later installments"), amount: receipt.Credit },
    { title: t("Refunded or moved to another house"), amount: receipt.RefundedAmount },
  ];
  const creditRows = remainders
    .filter(({ amount }) => amount > 0)
    .map(({ title, amount }): DocumentRow => ({ cells: [title, "", formatAmount(amount)] }));
  const penaltyRow: DocumentRow = { cells: [t("Penalties in this amount"), "", formatAmount(receipt.PenaltyAmount)] };
  return {
    columns: [
      { title: t("Settles"), widthShare: 3 },
      { title: t("Due date"), widthShare: 2 },
      { title: t("Amount, Rs"), widthShare: 2, isNumeric: true },
    ],
    rows: [
      ...(broughtForward > 0 ? [broughtForwardRow] : []),
      ...settledRows.map(({ cells }) => ({ cells })),
      ...creditRows,
      { cells: [t("Total"), "", formatAmount(receipt.AmountPaid)], isTotal: true },
      ...(receipt.PenaltyAmount > 0 ? [penaltyRow] : []),
    ],
  };
}

/** Sorts after every due date. */
const afterAllDates = "9999";

/** The notice on a receipt that is voided or whose cheque was not paid; undefined for others. */
export function receiptNotice(
  { receipt: { VoidedAt, VoidReason, ChequeState } }: ReceiptDocument,
  t: DocumentTranslate,
): string | undefined {
  if (VoidedAt === null)
    return isBouncedOrReturned({ ChequeState })
      ? t("The cheque was not paid: this amount does not count as received.")
      : undefined;
  const day = formatDay(societyDayAt(new Date(VoidedAt)));
  const notice = t("Voided on {day}: this amount does not count as received.", { day });
  return VoidReason === "" ? notice : t("{text} Reason: {reason}", { text: notice, reason: VoidReason });
}
