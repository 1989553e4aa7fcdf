import { z } from "zod";
import { chequeStates } from "../domain/cheques.ts";
import { equalTo, inYear } from "../domain/list-filters.ts";
import { mailStateFields } from "../domain/mail-state.ts";
import {
  bit,
  boolean,
  day,
  instant,
  integer,
  list,
  oneOf,
  optionalDay,
  optionalReason,
  optionalText,
  positiveRupees,
  ref,
  rupees,
  text,
} from "../fields.ts";
import { defineResource, join, type RecordOf, type RowOf } from "../registry.ts";
import { hasVisibleText } from "../text.ts";
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
  /** The account that received the money. Null: the account of the payment method in the society's record. */
  AccountID: optionalAccount(),
};

/** `AllowDuplicate` saves a receipt even if another one has the same bank, amount and reference or cheque number. */
export const receiptOptions = z.object({ AllowDuplicate: boolean().default(false) });

/** The body of POST and PUT. */
export const receiptBody = z.object({ ...input, ...receiptOptions.shape });

/** The body of DELETE, which voids a receipt. */
export const voidReceiptBody = z.object({ Reason: optionalReason() });

/** Payments of houses, which settle open installments and charges, oldest first. DELETE voids a receipt. */
export const paymentReceipt = defineResource({
  name: "payment-receipt",
  idField: "PaymentReceiptID",
  label: "Receipt",
  titleField: "ReceiptNo",
  page: {
    id: 12,
    path: "/payment-management?tab=payment-receipt",
    title: "Payment Receipt",
    icon: "receipt",
    screen: "payment-receipt/PaymentReceiptsScreen",
  },
  input,
  createInput: receiptBody,
  serverFields: {
    PlotID: ref(plot, "House"),
    /** The owner of the house on the payment date. A copy, so that it always equals the name on the printed receipt. */
    PayerName: text("Payer"),
    /** Consecutive without gaps, voided receipts included; shown as R-12. */
    ReceiptNo: integer({ min: 1, message: "Receipt" }),
    /**
     * The amounts that pay installments or charges. Together with Credit and RefundedAmount they add up to AmountPaid.
     */
    Allocations: allocations(),
    /** The amount that is not used yet. */
    Credit: rupees("Credit"),
    /** The amount that refunds and transfers to other houses have used. */
    RefundedAmount: rupees("Refunded"),
    /** The part of the allocations that paid penalties. */
    PenaltyAmount: rupees("Penalty"),
    /** 1 if PenaltyAmount is above 0. */
    PenaltyApplied: bit(),
    /** Whether the receipt was mailed with its current values. */
    IsEmailSent: bit(),
    /** Hash of the mailed values if the receipt has changed since; otherwise "". */
    MailedAs: optionalText(),
    /** Why the receipt's mail could not be sent; otherwise "". */
    MailError: optionalText(),
    VoidedAt: instant().nullable(),
    VoidReason: optionalText(),
    /**
     * The day on which the void took the cash out of the account, because the cash had been counted or was paid out of
     * another drawer. Null while the receipt is not voided; a voided receipt with null is not in the cash book at all.
     */
    PaidBackOn: day("Paid back").nullable(),
    /**
     * The state of the receipt's cheque. "" for other payment methods, and for cheques that were recorded before the
     * portal had deposit slips: their money entered the receipt's account at once.
     */
    ChequeState: oneOf(["", ...chequeStates], "Cheque"),
    /**
     * The periods in which the receipt settles nothing, because its cheque was not paid. `To` is the day of the next
     * deposit, and null until then.
     */
    Reversals: list({ From: day("From"), To: day("To").nullable() }),
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
    EmailSince: join("PlotID", plot, "EmailSince"),
    OwnedFrom: join("PlotID", plot, "OwnedFrom"),
  },
  unique: [["ReceiptNo"]],
  plotField: "PlotID",
  ownershipDateField: "PaymentDate",
  searchFields: ["HouseNo", "PayerName", "ReceiptNo", "Remarks", "AmountPaid", "Reference", "BankName", "ChequeNo"],
  namePrefix: "R-",
  sortFields: ["PaymentDate", "ReceiptNo", "HouseNo", "PayerName", "AmountPaid", "Reference", "ChequeNo"],
  filters: {
    voided: { field: "VoidedAt", defaultValue: 0 },
    year: inYear("PaymentDate"),
    plot: equalTo("PlotID"),
  },
  monthLock: {
    dayFields: ["PaymentDate"],
    exemptFields: [
      ...(["Allocations", "Credit", "RefundedAmount", "PenaltyAmount", "PenaltyApplied"] as const),
      ...(["ChequeState", "Reversals"] as const),
      ...mailStateFields,
    ],
  },
  indexes: [["AccountID", "PaymentDate"], ["PaidBackOn"], ["IsEmailSent", "PlotID"], ["ImportKey"]],
  ignoreCaseIndexes: ["Reference", "ChequeNo"],
});

export type Receipt = RowOf<typeof paymentReceipt>;

/** Declares a list of the installments and charges that a payment or credit pays, with the amount of each. */
export function allocations() {
  return list({
    PaymentScheduleID: integer({ min: 1, message: "Installment" }).optional(),
    /** The AdjustmentID of a charge or opening balance. */
    ChargeID: integer({ min: 1, message: "Charge" }).optional(),
    Amount: rupees("Amount"),
  });
}

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
