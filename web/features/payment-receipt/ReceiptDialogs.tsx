import type { ComponentProps } from "react";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { formatAllocationCount } from "../../domain/counts.ts";
import { ReceiptFields } from "../../domain/receipts/ReceiptFields.tsx";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { plural, t } from "../../i18n/t.ts";
import { ResourceFormDialog } from "../../resource/form/ResourceFormDialog.tsx";
import { ResourceDeleteDialog } from "../../resource/ResourceDeleteDialog.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { MailErrorNote } from "./ReceiptMail.tsx";

interface ReceiptFormDialogProps
  extends Pick<ComponentProps<typeof ResourceFormDialog<Receipt>>, "editor" | "list" | "columns" | "defaultValues"> {
  /** The edited receipt as it is now. */
  latest: Receipt | undefined;
}

/** Adds a receipt, or edits one on mobile, where rows are not edited in place. */
export function ReceiptFormDialog({ latest, ...dialog }: ReceiptFormDialogProps) {
  const record = dialog.editor.formDialog?.record;
  return (
    <ResourceFormDialog
      {...dialog}
      resource={paymentReceipt}
      title={record ? t("Edit Receipt {receipt}", { receipt: receiptName(record) }) : t("Add Receipt")}
      recordName={record && t("{noun} {name}", { noun: t("Receipt"), name: receiptName(record) })}
      notice={record && <MailErrorNote receipt={latest ?? record} />}
      fields={<ReceiptFields isExisting={record !== undefined} />}
      submitLabel={record ? t("Update Receipt") : t("Create Receipt")}
    />
  );
}

interface DeleteReceiptDialogProps extends Pick<ComponentProps<typeof ResourceDeleteDialog>, "editor"> {
  receipt: Receipt;
}

/** Confirms voiding a receipt and explains what happens to its money. */
export function DeleteReceiptDialog({ editor, receipt }: DeleteReceiptDialogProps) {
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
              house: <bdi dir="ltr">{HouseNo}</bdi>,
            }}
          />{" "}
          {Allocations.length > 0 && `${describeReopened(Allocations)} `}
          {Credit > 0 && (
            <>
              <Trans
                text="Its credit of {amount} is removed."
                with={{ amount: <Money rupees={Credit} showCurrency /> }}
              />{" "}
            </>
          )}
          {t("{receipt} stays on record under Voided.", { receipt: receiptName(receipt) })}
        </>
      }
    />
  );
}

function describeReopened(allocations: Receipt["Allocations"]): string {
  const items = formatAllocationCount(allocations);
  return plural(allocations.length, { one: "{items} reopens.", other: "{items} reopen." }, { items });
}
