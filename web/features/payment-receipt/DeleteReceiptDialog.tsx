import type { ComponentProps } from "react";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { ResourceDeleteDialog } from "../../resource/ResourceDeleteDialog.tsx";
import { Money } from "../../ui/text/Money.tsx";
import type { Receipt } from "./useReceiptFilters.ts";

interface DeleteReceiptDialogProps extends Pick<ComponentProps<typeof ResourceDeleteDialog>, "editor"> {
  receipt: Receipt;
}

/** Asks before a receipt is voided, and says what becomes of its money. */
export function DeleteReceiptDialog({ editor, receipt }: DeleteReceiptDialogProps) {
  const { AmountPaid, HouseNo, Allocations, Credit } = receipt;
  return (
    <ResourceDeleteDialog
      editor={editor}
      title={t("Are you sure you want to delete this receipt?")}
      text={
        <>
          <Trans
            text="{receipt}: {amount} of house {house} count as not received."
            with={{
              receipt: <bdi dir="ltr">{receiptName(receipt)}</bdi>,
              amount: <Money rupees={AmountPaid} decimals={2} showCurrency strong />,
              house: <bdi dir="ltr">{HouseNo}</bdi>,
            }}
          />{" "}
          {Allocations.length > 0 && `${describeReopened(Allocations.length)} `}
          {Credit > 0 && (
            <>
              <Trans
                text="Its credit of {amount} is gone."
                with={{ amount: <Money rupees={Credit} decimals={2} showCurrency /> }}
              />{" "}
            </>
          )}
          {t("The number stays taken and is found under Voided.")}
        </>
      }
    />
  );
}

function describeReopened(count: number): string {
  return count === 1
    ? t("What it paid of 1 installment is due again.")
    : t("What it paid of {count} installments is due again.", { count });
}
