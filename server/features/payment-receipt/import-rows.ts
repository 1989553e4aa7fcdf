import type { z } from "zod";
import { toRupees } from "../../../shared/money.ts";
import { type PaymentDetail, paymentMethods, paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { isOneOf, parseDay, parseOptionalDay, parseRupees } from "../../services/imports/cell-values.ts";
import { type Column, type ColumnMapping, houseAliases } from "../../services/imports/columns.ts";
import { type KeyedRow, parseKeyedRows, type RowReader } from "../../services/imports/keyed-rows.ts";
import type { SpreadsheetRow } from "../../services/imports/spreadsheet.ts";

type ReceiptInput = z.output<typeof paymentReceipt.input>;

/** A row of an imported spreadsheet with a receipt. */
export type ReceiptRow = KeyedRow<ReceiptInput>;

type ColumnName = "HouseNo" | "AmountPaid" | "PaymentDate" | "PaymentMethod" | PaymentDetail | "Remarks" | "Number";

export const receiptColumns: readonly Column<ColumnName>[] = [
  {
    name: "HouseNo",
    aliases: houseAliases,
    isRequired: true,
  },
  {
    name: "AmountPaid",
    aliases: [
      "Amount",
      "Amount Paid",
      "Paid Amount",
      "Amount Received",
      "Received Amount",
      "Received",
      "Amount Rs",
      "Amount PKR",
      "Amount in Rs",
      "Rs",
      "Rupees",
      "رقم",
      "وصول شدہ رقم",
      "ادا شدہ رقم",
    ],
    isRequired: true,
  },
  {
    name: "PaymentDate",
    aliases: [
      "Payment Date",
      "Date of Payment",
      "Date",
      "Date Paid",
      "Paid On",
      "Received On",
      "Receipt Date",
      "Dated",
      "تاریخ",
      "ادائیگی کی تاریخ",
    ],
    isRequired: true,
  },
  {
    name: "PaymentMethod",
    aliases: [
      "Payment Method",
      "Method",
      "Mode",
      "Mode of Payment",
      "Payment Mode",
      "Paid By",
      "Paid Through",
      "Type",
      "طریقہ",
      "ادائیگی کا طریقہ",
      "ذریعہ",
    ],
    isRequired: true,
  },
  {
    name: "Remarks",
    aliases: ["Remarks", "Remark", "Note", "Notes", "Comments", "Narration", "Details", "کیفیت", "تفصیل"],
  },
  {
    name: "Reference",
    aliases: [
      "Reference",
      "Reference No",
      "Ref No",
      "Ref",
      "Transaction ID",
      "Transaction No",
      "Trx ID",
      "TID",
      "UTR",
      "حوالہ نمبر",
      "حوالہ",
    ],
  },
  { name: "BankName", aliases: ["Bank", "Bank Name", "Drawn On", "Drawee Bank", "بینک", "بینک کا نام"] },
  { name: "ChequeNo", aliases: ["Cheque No", "Cheque Number", "Check No", "Chq No", "Instrument No", "چیک نمبر"] },
  { name: "ChequeDate", aliases: ["Cheque Date", "Date of Cheque", "Check Date", "Chq Date", "چیک کی تاریخ"] },
  {
    name: "Number",
    aliases: ["Receipt No", "Receipt Number", "Receipt", "Voucher No", "Slip No", "رسید نمبر", "رسید"],
  },
];

const methodAliases: Readonly<Record<(typeof paymentMethods)[number], readonly string[]>> = {
  Cash: ["cash", "csh", "by cash", "in cash", "نقد", "کیش"],
  "Bank Transfer": ["bank transfer", "bank", "transfer", "ibft", "bank deposit", "deposit", "بینک", "بینک ٹرانسفر"],
  Cheque: ["cheque", "check", "chq", "chque", "by cheque", "چیک"],
  Online: ["online", "online transfer", "easypaisa", "easy paisa", "jazzcash", "jazz cash", "raast", "card", "آن لائن"],
};

/** Parses the receipts of a spreadsheet, see `parseKeyedRows`. */
export function parseReceipts(rows: readonly SpreadsheetRow[], mapping?: ColumnMapping) {
  return parseKeyedRows<ColumnName, ReceiptInput>(
    {
      columns: receiptColumns,
      numberLabel: "Receipt number",
      emptyInTotalRow: ["HouseNo", "PaymentDate"],
      readInput,
      identityOf,
    },
    { rows, mapping },
  );
}

function readInput(reader: RowReader<ColumnName>): ReceiptInput | undefined {
  return reader.parseRecord(paymentReceipt.input, {
    HouseNo: reader.requiredText("HouseNo", "House number"),
    AmountPaid: reader.requiredValue("AmountPaid", "Amount", parseRupees),
    PaymentDate: reader.requiredValue("PaymentDate", "Payment date", parseDay),
    PaymentMethod: reader.requiredValue("PaymentMethod", "Payment method", parseMethod),
    Reference: reader.optionalText("Reference", "Reference"),
    BankName: reader.optionalText("BankName", "Bank"),
    ChequeNo: reader.optionalText("ChequeNo", "Cheque number"),
    ChequeDate: reader.optionalValue("ChequeDate", "Cheque date", parseOptionalDay) || null,
    Remarks: reader.optionalText("Remarks", "Remarks"),
  });
}

/** The values that identify a receipt without a receipt number. */
export function identityOf(receipt: Pick<ReceiptInput, "HouseNo" | "PaymentDate" | "AmountPaid" | "PaymentMethod">) {
  const { HouseNo, PaymentDate, AmountPaid, PaymentMethod } = receipt;
  return [HouseNo, PaymentDate, toRupees(AmountPaid), PaymentMethod];
}

function parseMethod(text: string): string | undefined {
  const plainText = text.replace(/[.\-_]+/g, " ");
  return paymentMethods.find((method) => isOneOf(plainText, methodAliases[method]));
}
