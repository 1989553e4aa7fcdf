import type { ChequeState } from "../../../shared/domain/cheques.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { type cheque, chequeName } from "../../../shared/resources/cheque.ts";
import { depositSlipName } from "../../../shared/resources/deposit-slip.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { houseColumn } from "../../domain/HouseLink.tsx";
import { t } from "../../i18n/t.ts";
import { amountColumn, codeColumn, dayColumn, textColumn } from "../../resource/columns.tsx";
import { buildSelectColumn } from "../../resource/rowSelection.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";

export type ChequeRecord = RecordOf<typeof cheque>;

interface ChequeColumnsOptions {
  /** The list has checkboxes, because its cheques can be deposited. */
  canSelect: boolean;
  /** The state of the cheques. */
  State: ChequeState;
}

/** The columns of a list of cheques of one state. */
export function buildChequeColumns({ canSelect, State }: ChequeColumnsOptions): readonly Column<ChequeRecord>[] {
  return [
    ...(canSelect ? [selectColumn()] : []),
    houseColumn({ title: t("House"), width: 10 }),
    textColumn({ key: "PayerName", title: t("Received from"), width: 14, grow: 2, mobileSlot: "sub" }),
    codeColumn(
      {
        key: "ReceiptNo",
        title: t("Receipt"),
        width: 9,
        mobileSlot: "hidden",
        sortValue: ({ ReceiptNo }) => ReceiptNo,
      },
      receiptName,
    ),
    textColumn({ key: "ChequeNo", title: t("Cheque No"), width: 11, mobileSlot: "sub" }),
    textColumn({
      key: "BankName",
      title: t("Bank"),
      width: 12,
      grow: 1,
      // A card has no room for the bank beside the reason.
      mobileSlot: State === "bounced" ? "hidden" : "meta",
    }),
    dayColumn({ key: "ChequeDate", title: t("Cheque Date"), width: 12, mobileSlot: "meta" }),
    amountColumn({ key: "Amount", title: t("Amount, Rs"), width: 12, mobileSlot: "amount" }),
    dayColumn({ key: "StateDate", title: t("Since"), width: 13, showsRowState: true, mobileSlot: "hidden" }),
    ...(State === "bounced"
      ? [textColumn({ key: "BounceReason", title: t("Reason"), width: 14, grow: 2, mobileSlot: "meta" })]
      : []),
    ...(State === "in-hand" ? [] : [slipColumn()]),
  ];
}

function slipColumn(): Column<ChequeRecord> {
  return {
    key: "DepositSlipID",
    title: t("Deposit slip"),
    width: 11,
    mobileSlot: "hidden",
    render: ({ DepositSlipID }) =>
      DepositSlipID === null ? "—" : <bdi dir="ltr">{depositSlipName({ DepositSlipID })}</bdi>,
    sortValue: ({ DepositSlipID }) => DepositSlipID,
    exportValue: ({ DepositSlipID }) => DepositSlipID && depositSlipName({ DepositSlipID }),
  };
}

function selectColumn(): Column<ChequeRecord> {
  return buildSelectColumn({
    idOf: ({ ChequeID }) => ChequeID,
    labelOf: (row) => t("Select cheque {number}", { number: chequeName(row) }),
  });
}
