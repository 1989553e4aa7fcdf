import { useMemo } from "react";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { say } from "../../lib/language.ts";
import { reasonOf } from "../../lib/useResource.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { ResourceEmpty } from "../../ResourceEmpty.tsx";
import { saveReceipt } from "../../saveReceipt.ts";
import { Table } from "../../ui/Table.tsx";
import type { RowAction } from "../../ui/TableTypes.ts";
import { Heading, Screen } from "../../ui/TabScreen.tsx";
import { useExporting } from "../../useExporting.ts";
import { houseReceiptColumns } from "./houseReceiptColumns.tsx";
import type { HouseBooks, Receipt } from "./useHouseBooks.ts";

interface HouseReceiptsProps {
  books: HouseBooks;
  /** For those who may add one. */
  onAdd: (() => void) | undefined;
}

/** What the house has paid by receipt, newest first; voided ones keep their number. */
export function HouseReceipts({ books, onAdd }: HouseReceiptsProps) {
  const { allReceipts, receipts, voided } = books;
  const { status, problem, again } = receipts;
  const [sort, setSort] = useUrlState("sort", "-ReceiptNo", "typed");
  const { busy, run } = useExporting();
  const columns = useMemo(houseReceiptColumns, []);

  function actionsOf(receipt: Receipt): readonly RowAction[] {
    const name = receiptName(receipt);
    return [
      {
        key: "pdf",
        label: say("Receipt {receipt} as PDF", { receipt: name }),
        icon: "download",
        disabled: busy !== undefined,
        onPress: () => void run(name, () => saveReceipt(receipt)),
      },
    ];
  }

  function rowState({ PaymentReceiptID }: Receipt) {
    return { glow: receipts.glow(PaymentReceiptID) ?? voided.glow(PaymentReceiptID) };
  }

  return (
    <Screen aria-label={say("Receipts")}>
      <Heading>{say("Receipts")}</Heading>
      <Table
        label={say("Receipts")}
        rows={allReceipts}
        rowKey={keyOf}
        columns={columns}
        sort={sort}
        onSort={setSort}
        rowState={rowState}
        rowActions={actionsOf}
        actionSlots={1}
        loading={status === "loading"}
        empty={
          <ResourceEmpty
            problem={status === "failed" ? reasonOf(problem) : undefined}
            onAgain={again}
            title={say("This house has no receipts yet")}
            text={say("Its money settles the oldest open installments of the house.")}
            add={onAdd && { label: say("Add Receipt"), onAdd }}
          />
        }
      />
    </Screen>
  );
}

function keyOf({ PaymentReceiptID }: Receipt): string {
  return String(PaymentReceiptID);
}
