import type { ComponentProps } from "react";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { ResourceDeleteDialog } from "../../resource/ResourceDeleteDialog.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { RecordNumber } from "../../ui/text/Text.tsx";
import { AmountApprovalNote } from "../approvalNotes.tsx";
import { formatAllocationCount } from "../counts.ts";
import type { Receipt } from "./receipt.ts";

interface VoidReceiptDialogProps extends Pick<ComponentProps<typeof ResourceDeleteDialog>, "editor"> {
  receipt: Receipt;
}

/** Confirms voiding a receipt and explains what happens to its money. */
export function VoidReceiptDialog({ editor, receipt }: VoidReceiptDialogProps) {
  const { AmountPaid, HouseNo, Allocations, Credit } = receipt;
  return (
    <ResourceDeleteDialog
      editor={editor}
      title={t("Are you sure you want to delete this receipt?")}
      reasonLabel={t("Reason")}
      confirmLabel={t("Void receipt")}
      text={
        <>
          <Trans
            text="{amount} for {house} will no longer count as received."
            with={{
              amount: <Money rupees={AmountPaid} showCurrency strong />,
              house: <RecordNumber>{HouseNo}</RecordNumber>,
            }}
          />{" "}
          {Allocations.length > 0 && `${t("Due again: {items}.", { items: formatAllocationCount(Allocations) })} `}
          {Credit > 0 && (
            <>
              <Trans
                text="Its credit of {amount} is removed."
                with={{ amount: <Money rupees={Credit} showCurrency /> }}
              />{" "}
            </>
          )}
          <Trans
            text="{receipt} stays on record under Voided."
            with={{ receipt: <RecordNumber>{receiptName(receipt)}</RecordNumber> }}
          />
          <AmountApprovalNote limit="Void" rupees={AmountPaid} />
        </>
      }
    />
  );
}
