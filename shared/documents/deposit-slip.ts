import { type Day, formatDay } from "../dates.ts";
import { formatAmount } from "../money.ts";
import { depositSlipName } from "../resources/deposit-slip.ts";
import { receiptName } from "../resources/payment-receipt.ts";
import { type DocumentTable, dash, type LabeledValue } from "./document-table.ts";
import type { DocumentTranslate } from "./locale.ts";

/** A deposit slip with its cheques, amounts in rupees. */
export interface DepositSlipDocument {
  readonly DepositSlipID: number;
  readonly AccountName: string;
  readonly Date: Day;
  readonly Amount: number;
  readonly cheques: readonly {
    readonly ReceiptNo: number;
    readonly HouseNo: string;
    readonly ChequeNo: string;
    readonly BankName: string;
    readonly ChequeDate: Day | null;
    readonly Amount: number;
  }[];
}

/** `deposit-slip_DS-12.pdf`. */
export function depositSlipFileName(slip: Pick<DepositSlipDocument, "DepositSlipID">): string {
  return `deposit-slip_${depositSlipName(slip)}.pdf`;
}

/** Account, date and number of cheques. */
export function depositSlipDetails(slip: DepositSlipDocument, t: DocumentTranslate): LabeledValue[] {
  return [
    { label: t("Account"), value: t(slip.AccountName) },
    { label: t("Date"), value: formatDay(slip.Date) },
    { label: t("Cheques"), value: String(slip.cheques.length) },
  ];
}

/** A row per cheque, and the total. */
export function depositSlipTable(slip: DepositSlipDocument, t: DocumentTranslate): DocumentTable {
  return {
    columns: [
      { title: t("Cheque No"), widthShare: 2 },
      { title: t("Bank"), widthShare: 2.5 },
      { title: t("Cheque Date"), widthShare: 1.6 },
      { title: t("House"), widthShare: 1.4 },
      { title: t("Receipt"), widthShare: 1.4 },
      { title: t("Amount, Rs"), widthShare: 2, isNumeric: true },
    ],
    rows: [
      ...slip.cheques.map((row) => ({
        cells: [
          row.ChequeNo || dash,
          row.BankName || dash,
          row.ChequeDate === null ? dash : formatDay(row.ChequeDate),
          row.HouseNo,
          receiptName(row),
          formatAmount(row.Amount),
        ],
      })),
      { cells: [t("Total"), "", "", "", "", formatAmount(slip.Amount)], isTotal: true },
    ],
  };
}
