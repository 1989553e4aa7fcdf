import { useMemo } from "react";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { saveReceiptPdf } from "../../domain/receipts/saveReceiptPdf.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { describeError } from "../../live/useResource.ts";
import { useExport } from "../../resource/export/useExport.ts";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { HiddenHeading, TabContent } from "../../ui/layout/TabContent.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { RowAction } from "../../ui/table/tableTypes.ts";
import { buildColumns } from "./houseReceiptColumns.tsx";
import type { HouseRecords, Receipt } from "./useHouseRecords.ts";

interface ReceiptsTabProps {
  records: HouseRecords;
  /** For those who may add one. */
  onAdd: (() => void) | undefined;
}

/** What the house has paid by receipt, newest first; voided ones keep their number. */
export function ReceiptsTab({ records, onAdd }: ReceiptsTabProps) {
  const { allReceipts, receipts, voided } = records;
  const { status, error, refetch } = receipts;
  const [sort, setSort] = useUrlState("sort", "-ReceiptNo", "typed");
  const { busy, run } = useExport();
  const columns = useMemo(buildColumns, []);

  function actionsOf(receipt: Receipt): readonly RowAction[] {
    const name = receiptName(receipt);
    return [
      {
        key: "pdf",
        label: t("Receipt {receipt} as PDF", { receipt: name }),
        icon: "download",
        disabled: busy !== undefined,
        onPress: () => void run(name, () => saveReceiptPdf(receipt)),
      },
    ];
  }

  function rowState({ PaymentReceiptID }: Receipt) {
    return { highlight: receipts.getHighlight(PaymentReceiptID) ?? voided.getHighlight(PaymentReceiptID) };
  }

  return (
    <TabContent aria-label={t("Receipts")}>
      <HiddenHeading>{t("Receipts")}</HiddenHeading>
      <Table
        label={t("Receipts")}
        rows={allReceipts}
        rowKey={keyOf}
        columns={columns}
        sort={sort}
        onSort={setSort}
        rowState={rowState}
        rowActions={actionsOf}
        maxActions={1}
        loading={status === "loading"}
        empty={
          <ResourceEmptyState
            error={status === "failed" ? describeError(error) : undefined}
            onRetry={refetch}
            title={t("This house has no receipts yet")}
            text={t("Its money settles the oldest open installments of the house.")}
            add={onAdd && { label: t("Add Receipt"), onAdd }}
          />
        }
      />
    </TabContent>
  );
}

function keyOf({ PaymentReceiptID }: Receipt): string {
  return String(PaymentReceiptID);
}
