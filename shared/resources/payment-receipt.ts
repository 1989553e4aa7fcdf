import { bit, day, instant, integer, list, oneOf, optionalText, positiveRupees, ref, rupees, text } from "../fields.ts";
import { defineResource, join } from "../registry.ts";
import { plot } from "./plot.ts";

export const paymentMethods = ["Cash", "Bank Transfer", "Cheque", "Online"] as const;

export const paymentReceipt = defineResource({
  name: "payment-receipt",
  idField: "PaymentReceiptID",
  label: "Receipt",
  titleField: "ReceiptNo",
  page: {
    number: 12,
    path: "/payment-management?tab=payment-receipt",
    title: "Payment Receipt",
    icon: "receipt",
    screen: "payment-receipt/PaymentReceiptsScreen",
  },
  input: {
    HouseNo: text("House number is required"),
    AmountPaid: positiveRupees("Amount must be greater than 0"),
    PaymentDate: day("Payment date is required"),
    PaymentMethod: oneOf(paymentMethods, "Payment method is required"),
    Remarks: optionalText(),
  },
  computed: {
    PlotID: ref(plot, "House"),
    /** Consecutive without gaps, voided receipts included; shown as R-12. */
    ReceiptNo: integer({ min: 1, message: "Receipt" }),
    /** The amounts that pay installments or charges. With Credit and RefundedAmount they are always AmountPaid. */
    Allocations: list({
      PaymentScheduleID: integer({ min: 1, message: "Installment" }).optional(),
      /** The AdjustmentID of a charge or opening. */
      ChargeID: integer({ min: 1, message: "Charge" }).optional(),
      Amount: rupees("Amount"),
    }),
    /** The amount that is not used yet. */
    Credit: rupees("Credit"),
    /** The amount that refunds and transfers to other houses have used. */
    RefundedAmount: rupees("Refunded"),
    /** The part of the allocations that paid penalties. */
    PenaltyAmount: rupees("Penalty"),
    PenaltyApplied: bit(),
    IsEmailSent: bit(),
    /** Why its mail could not be sent; otherwise "". */
    MailError: optionalText(),
    VoidedAt: instant().nullable(),
    /**
     * Identifies the spreadsheet row of an imported receipt, so that a second import skips the row; otherwise "".
     * Imported receipts are not mailed.
     */
    ImportKey: optionalText(),
    CreatedAt: instant(),
  },
  joins: {
    OwnerName: join("PlotID", plot, "OwnerName"),
    CategoryName: join("PlotID", plot, "CategoryName"),
    EmailID: join("PlotID", plot, "EmailID"),
  },
  unique: [["ReceiptNo"]],
  ownerField: "PlotID",
  searchFields: ["HouseNo", "OwnerName", "ReceiptNo", "Remarks", "AmountPaid"],
  filters: {
    voided: { field: "VoidedAt", defaultValue: 0 },
    year: { field: "PaymentDate", range: (year) => [`${year}-01-01`, `${year}-12-31`] },
    plot: { field: "PlotID", range: (plot) => [plot, plot] },
  },
  indexes: [["PaymentDate"], ["IsEmailSent", "PlotID"], ["ImportKey"]],
});

/** The receipt number as shown to users: R-12. */
export function receiptName({ ReceiptNo }: { ReceiptNo: number }): string {
  return `R-${ReceiptNo}`;
}
