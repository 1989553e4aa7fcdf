import { z } from "zod";
import {
  bit,
  boolean,
  day,
  instant,
  integer,
  list,
  oneOf,
  optionalDay,
  optionalText,
  positiveRupees,
  ref,
  rupees,
  text,
} from "../fields.ts";
import { defineResource, join, type RecordOf } from "../registry.ts";
import { hasVisibleText, isReason } from "../text.ts";
import { optionalAccount } from "./account.ts";
import { plot } from "./plot.ts";

export const paymentMethods = ["Cash", "Bank Transfer", "Cheque", "Online"] as const;

const input = {
  HouseNo: text("House number is required"),
  AmountPaid: positiveRupees("Amount must be greater than 0"),
  PaymentDate: day("Payment date is required"),
  PaymentMethod: oneOf(paymentMethods, "Payment method is required"),
  /** The number of a bank transfer or online payment. */
  Reference: optionalText(),
  BankName: optionalText(),
  ChequeNo: optionalText(),
  ChequeDate: optionalDay("Cheque date must be a date"),
  Remarks: optionalText(),
  /** The account that the money went to. Null: the one that the society's record names for the payment method. */
  AccountID: optionalAccount(),
};

/** `AllowDuplicate`: save it although another receipt has the same reference or cheque number, bank and amount. */
export const receiptOptions = z.object({ AllowDuplicate: boolean().default(false) });

/** The body of POST and PUT. */
export const receiptBody = z.object({ ...input, ...receiptOptions.shape });

/** The body of DELETE, which voids a receipt. */
export const voidReceiptBody = z.object({
  Reason: optionalText().refine(
    (reason) => reason === "" || isReason(reason),
    "Reason must have at least 3 characters",
  ),
});

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
  input,
  createInput: receiptBody,
  computed: {
    PlotID: ref(plot, "House"),
    /** Who owned the house on the payment date. A copy, so that it stays as it is on the printed receipt. */
    PayerName: text("Payer"),
    /** Consecutive without gaps, voided receipts included; shown as R-12. */
    ReceiptNo: integer({ min: 1, message: "Receipt" }),
    /** The amounts that pay installments or charges. They add up to AmountPaid with Credit and RefundedAmount. */
    Allocations: list({
      PaymentScheduleID: integer({ min: 1, message: "Installment" }).optional(),
      /** The AdjustmentID of a charge or opening balance. */
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
    /** Whether the receipt was mailed with its present values. */
    IsEmailSent: bit(),
    /** Hash of the mailed values if the receipt has changed since; otherwise "". */
    MailedAs: optionalText(),
    /** Why its mail could not be sent; otherwise "". */
    MailError: optionalText(),
    VoidedAt: instant().nullable(),
    VoidReason: optionalText(),
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
  ownershipDateField: "PaymentDate",
  searchFields: ["HouseNo", "PayerName", "ReceiptNo", "Remarks", "AmountPaid", "Reference", "BankName", "ChequeNo"],
  namePrefix: "R-",
  sortFields: ["PaymentDate", "ReceiptNo", "HouseNo", "PayerName", "AmountPaid", "Reference", "ChequeNo"],
  filters: {
    voided: { field: "VoidedAt", defaultValue: 0 },
    year: { field: "PaymentDate", range: (year) => [`${year}-01-01`, `${year}-12-31`] },
    plot: { field: "PlotID", range: (plot) => [plot, plot] },
  },
  monthLock: {
    days: ["PaymentDate"],
    exempt: [
      ...(["Allocations", "Credit", "RefundedAmount", "PenaltyAmount", "PenaltyApplied"] as const),
      ...(["IsEmailSent", "MailedAs", "MailError"] as const),
    ],
  },
  indexes: [["AccountID", "PaymentDate"], ["IsEmailSent", "PlotID"], ["ImportKey"]],
});

/** The receipt number as shown to users: R-12. */
export function receiptName({ ReceiptNo }: { ReceiptNo: number }): string {
  return `R-${ReceiptNo}`;
}

const paymentDetailNames = ["Reference", "BankName", "ChequeNo", "ChequeDate"] as const;

export type PaymentDetail = (typeof paymentDetailNames)[number];

export function isPaymentDetail(field: string): field is PaymentDetail {
  return paymentDetailNames.some((name) => name === field);
}

/** The details that a receipt should have, by payment method. */
export const paymentDetails: Readonly<Record<(typeof paymentMethods)[number], readonly PaymentDetail[]>> = {
  Cash: [],
  "Bank Transfer": ["BankName", "Reference"],
  Cheque: ["ChequeNo", "BankName", "ChequeDate"],
  Online: ["Reference"],
};

type Payment = Pick<RecordOf<typeof paymentReceipt>, "PaymentMethod" | PaymentDetail>;

/** The details of the payment method that the receipt lacks. */
export function listMissingPaymentDetails(receipt: Payment): PaymentDetail[] {
  return paymentDetails[receipt.PaymentMethod].filter((name) => !hasVisibleText(receipt[name] ?? ""));
}
