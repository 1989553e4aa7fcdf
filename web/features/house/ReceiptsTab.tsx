import { useMemo } from "react";
import { receiptVoids } from "../../../shared/endpoints/voids.ts";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { formatAllocationCount } from "../../domain/counts.ts";
import { PaymentMethodCell } from "../../domain/receipts/paymentDetails.tsx";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { MailStatusLabel, receiptNameColumn, renderReceiptAmount } from "../../domain/receipts/receiptCells.tsx";
import { saveReceiptPdf } from "../../domain/receipts/saveReceiptPdf.ts";
import { VoidNote, VoidsProvider } from "../../domain/voids.tsx";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { dayColumn, textColumn } from "../../resource/columns.tsx";
import { useExportAction } from "../../resource/export/ExportButton.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { TabContent } from "../../ui/layout/Page.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { formatAmount } from "../../ui/text/Money.tsx";
import type { HouseRecords } from "./useHouseRecords.ts";

interface ReceiptsTabProps {
  records: HouseRecords;
  plotId: number;
  /** Undefined without the right to add one. */
  onAdd: (() => void) | undefined;
}

/** The receipts of the house, newest first, including voided ones. */
export function ReceiptsTab({ records, plotId, onAdd }: ReceiptsTabProps) {
  const { allReceipts, receipts, voidedReceipts } = records;
  const { status, error, refetch } = receipts;
  const [sort, setSort] = useUrlState("sort", "-ReceiptNo", "replace");
  const createExportAction = useExportAction();
  const columns = useMemo(buildColumns, []);

  function rowActions(receipt: Receipt) {
    return [
      createExportAction({
        label: t("Receipt {receipt} as PDF", { receipt: receiptName(receipt) }),
        exportFile: () => saveReceiptPdf(receipt),
      }),
    ];
  }

  function rowState({ PaymentReceiptID }: Receipt) {
    return { highlight: receipts.getHighlight(PaymentReceiptID) ?? voidedReceipts.getHighlight(PaymentReceiptID) };
  }

  return (
    <TabContent title={t("Receipts")}>
      <VoidsProvider resource={paymentReceipt} endpoint={receiptVoids} records={allReceipts} plotId={plotId}>
        <Table
          label={t("Receipts")}
          rows={allReceipts}
          rowKey={keyOf}
          columns={columns}
          sort={sort}
          onSort={setSort}
          rowState={rowState}
          rowActions={rowActions}
          maxActions={1}
          loading={status === "loading"}
          empty={
            <ResourceEmptyState
              error={status === "failed" ? error : undefined}
              onRetry={refetch}
              title={t("This house has no receipts yet")}
              text={t("A receipt pays the oldest open installments of its house.")}
              addLabel={t("Add Receipt")}
              onAdd={onAdd}
            />
          }
        />
      </VoidsProvider>
    </TabContent>
  );
}

function keyOf({ PaymentReceiptID }: Receipt): string {
  return String(PaymentReceiptID);
}

function buildColumns(): readonly Column<Receipt>[] {
  return [
    receiptNameColumn({ width: 9, mobileSlot: "title" }),
    dayColumn({ key: "PaymentDate", title: t("Date"), width: 10, mobileSlot: "sub" }),
    {
      key: "PaymentMethod",
      title: t("Method"),
      width: 14,
      grow: 1,
      mobileSlot: "meta",
      render: (receipt) => <PaymentMethodCell receipt={receipt} />,
      sortValue: ({ PaymentMethod }) => t(PaymentMethod),
    },
    {
      key: "AmountPaid",
      title: t("Amount, Rs"),
      width: 11,
      align: "end",
      mobileSlot: "amount",
      render: renderReceiptAmount,
      sortValue: ({ AmountPaid }) => AmountPaid,
    },
    {
      key: "Allocations",
      title: t("Settles"),
      width: 16,
      grow: 1,
      mobileSlot: "meta",
      render: (receipt) =>
        receipt.VoidedAt === null ? (
          <bdi title={describeSettlement(receipt)}>{describeSettlement(receipt)}</bdi>
        ) : (
          <VoidNote id={receipt.PaymentReceiptID} record={receipt} />
        ),
      renderMobile: (receipt) =>
        receipt.VoidedAt !== null && <VoidNote id={receipt.PaymentReceiptID} record={receipt} />,
    },
    textColumn({ key: "Remarks", title: t("Remarks"), width: 12, grow: 1, mobileSlot: "hidden" }),
    {
      key: "IsEmailSent",
      title: t("Email"),
      width: 15,
      showsRowState: true,
      mobileSlot: "meta",
      render: (receipt) => <MailStatusLabel receipt={receipt} />,
    },
  ];
}

function describeSettlement({ Allocations, Credit }: Receipt): string {
  const parts = [
    formatAllocationCount(Allocations),
    Credit > 0 ? t("credit {amount}", { amount: formatAmount(Credit) }) : "",
  ];
  return parts.filter(Boolean).join(t(", ")) || "—";
}
