import type { ComponentProps } from "react";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { t } from "../../i18n/t.ts";
import { ResourceFormDialog } from "../../resource/form/ResourceFormDialog.tsx";
import { ReceiptFields } from "./ReceiptFields.tsx";
import { MailErrorNote } from "./ReceiptMail.tsx";
import type { Receipt } from "./useReceiptFilters.ts";

interface ReceiptFormDialogProps
  extends Pick<ComponentProps<typeof ResourceFormDialog<Receipt>>, "editor" | "list" | "columns" | "defaultValues"> {
  /** The receipt as it is known now. */
  latest: Receipt | undefined;
}

/** A new receipt, or on the phone the change of one. */
export function ReceiptFormDialog({ latest, ...dialog }: ReceiptFormDialogProps) {
  const record = dialog.editor.opened?.record;
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
