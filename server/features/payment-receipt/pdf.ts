import type { Day } from "../../../shared/dates.ts";
import { type ReceiptDocument, receiptFileName } from "../../../shared/documents/payment-receipt.ts";
import { toRupees } from "../../../shared/money.ts";
import type { RowOf } from "../../../shared/registry.ts";
import type { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { renderPdf } from "../../documents/pdf.ts";

interface ReceiptPdfInput extends Pick<ReceiptDocument, "installments"> {
  /** As it is stored, amounts in paisa. */
  receipt: RowOf<typeof paymentReceipt>;
  owner: string;
  /** The society's name, for the head of the page. */
  society: string;
  madeOn: Day;
}

/** A receipt as a file to attach. */
export async function renderReceiptPdf({ receipt, owner, installments, society, madeOn }: ReceiptPdfInput) {
  const shown = {
    ...receipt,
    OwnerName: owner,
    AmountPaid: toRupees(receipt.AmountPaid),
    Credit: toRupees(receipt.Credit),
    Allocations: receipt.Allocations.map((given) => ({ ...given, Amount: toRupees(given.Amount) })),
  };
  const paid = new Set(receipt.Allocations.map(({ PaymentScheduleID }) => PaymentScheduleID));
  const settled = installments.filter(({ PaymentScheduleID }) => paid.has(PaymentScheduleID));
  const content = await renderPdf({
    kind: "receipt",
    document: { receipt: shown, installments: settled },
    society,
    madeOn,
  });
  return { filename: receiptFileName(receipt), contentType: "application/pdf", content };
}
