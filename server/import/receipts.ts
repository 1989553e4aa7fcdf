import type { z } from "zod";
import { toRupees } from "../../shared/money.ts";
import { paymentMethods, paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { type Column, houseSpellings, type Placed } from "./columns.ts";
import { type KeyedRow, keyedRows } from "./keys.ts";
import type { RowReading } from "./reading.ts";
import type { SheetRow } from "./sheet.ts";
import { dayIn, rupeesIn } from "./values.ts";
import { folded } from "./words.ts";

type Input = z.output<typeof paymentReceipt.input>;

/** A receipt as the office's spreadsheet has it. */
export type ReceiptRow = KeyedRow<Input>;

type Name = "HouseNo" | "AmountPaid" | "PaymentDate" | "PaymentMethod" | "Remarks" | "Number";

export const receiptColumns: readonly Column<Name>[] = [
  {
    name: "HouseNo",
    spellings: houseSpellings,
    required: true,
  },
  {
    name: "AmountPaid",
    spellings: [
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
    required: true,
  },
  {
    name: "PaymentDate",
    spellings: [
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
    required: true,
  },
  {
    name: "PaymentMethod",
    spellings: [
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
    required: true,
  },
  {
    name: "Remarks",
    spellings: ["Remarks", "Remark", "Note", "Notes", "Comments", "Narration", "Details", "کیفیت", "تفصیل"],
  },
  {
    name: "Number",
    spellings: [
      "Receipt No",
      "Receipt Number",
      "Receipt",
      "Voucher No",
      "Slip No",
      "Reference",
      "Reference No",
      "Ref No",
      "Ref",
      "رسید نمبر",
      "رسید",
    ],
  },
];

const methods: Readonly<Record<(typeof paymentMethods)[number], readonly string[]>> = {
  Cash: ["cash", "csh", "by cash", "in cash", "نقد", "کیش"],
  "Bank Transfer": ["bank transfer", "bank", "transfer", "ibft", "bank deposit", "deposit", "بینک", "بینک ٹرانسفر"],
  Cheque: ["cheque", "check", "chq", "chque", "by cheque", "چیک"],
  Online: ["online", "online transfer", "easypaisa", "easy paisa", "jazzcash", "jazz cash", "raast", "card", "آن لائن"],
};

/** The receipts of a sheet, by the rules of `keyedRows`. */
export function parseReceipts(rows: readonly SheetRow[], placed?: Placed) {
  const kind = { columns: receiptColumns, numberLabel: "Receipt number", inputOf, partsOf };
  const { found, refused } = keyedRows<Name, Input>(
    { ...kind, emptyInTotal: ["HouseNo", "PaymentDate"] },
    { rows, placed },
  );
  return { receipts: found, refused };
}

function inputOf(reading: RowReading<Name>): Input | undefined {
  return reading.record(paymentReceipt.input, {
    HouseNo: reading.text("HouseNo", "House number"),
    AmountPaid: reading.required("AmountPaid", "Amount", rupeesIn),
    PaymentDate: reading.required("PaymentDate", "Payment date", dayIn),
    PaymentMethod: reading.required("PaymentMethod", "Payment method", methodIn),
    Remarks: reading.optional("Remarks", "Remarks"),
  });
}

function partsOf({ HouseNo, PaymentDate, AmountPaid, PaymentMethod }: Input) {
  return [HouseNo, PaymentDate, toRupees(AmountPaid), PaymentMethod];
}

function methodIn(text: string): string | undefined {
  const word = folded(text)
    .replace(/[.\-_]+/g, " ")
    .trim();
  return paymentMethods.find((method) => methods[method].includes(word));
}
