import type { ComponentProps } from "react";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { ReceiptFields } from "../../domain/receipts/ReceiptFields.tsx";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { t } from "../../i18n/t.ts";
import { ResourceFormDialog } from "../../resource/form/ResourceFormDialog.tsx";
import { MailErrorNote } from "./ReceiptMail.tsx";

interface ReceiptFormDialogProps
  extends Pick<ComponentProps<typeof ResourceFormDialog<Receipt>>, "editor" | "list" | "columns" | "defaultValues"> {
  /** The edited receipt as it is in the list now; the editor has it as it was when the form was opened. */
  currentReceipt: Receipt | undefined;
}

/** Adds a receipt, or edits one on mobile, where rows are not edited in place. */
export function ReceiptFormDialog({ currentReceipt, ...dialog }: ReceiptFormDialogProps) {
  const record = dialog.editor.formDialog?.record;
  // If the house is filled in, the amount has the focus, so that typing does not change the house.
  const isHouseKnown = !record && dialog.defaultValues.HouseNo !== "";
  return (
    <ResourceFormDialog
      {...dialog}
      resource={paymentReceipt}
      title={record ? t("Edit Receipt {receipt}", { receipt: receiptName(record) }) : t("Add Receipt")}
      recordName={record && t("{noun} {name}", { noun: t("Receipt"), name: receiptName(record) })}
      notice={record && <MailErrorNote receipt={currentReceipt ?? record} />}
      newRecordKey={String(dialog.defaultValues.HouseNo)}
      fields={<ReceiptFields existing={record} />}
      initialField={isHouseKnown ? "AmountPaid" : undefined}
      submitLabel={record ? t("Update Receipt") : t("Create Receipt")}
    />
  );
}
