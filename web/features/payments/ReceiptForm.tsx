import type { ComponentProps } from "react";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { say } from "../../lib/language.ts";
import { ResourceDialog } from "../../ResourceDialog.tsx";
import { ReceiptFields } from "./ReceiptFields.tsx";
import type { Receipt } from "./ReceiptFilter.ts";
import { MailTrouble } from "./ReceiptMail.tsx";

interface ReceiptFormProps
  extends Pick<ComponentProps<typeof ResourceDialog<Receipt>>, "editor" | "list" | "columns" | "blank"> {
  /** The receipt as it is known now. */
  live: Receipt | undefined;
}

/** A new receipt, or on the phone the change of one. */
export function ReceiptForm({ live, ...dialog }: ReceiptFormProps) {
  const record = dialog.editor.opened?.record;
  return (
    <ResourceDialog
      {...dialog}
      resource={paymentReceipt}
      title={record ? say("Edit Receipt {receipt}", { receipt: receiptName(record) }) : say("Add Receipt")}
      name={record && say("{noun} {name}", { noun: say("Receipt"), name: receiptName(record) })}
      note={record && <MailTrouble receipt={live ?? record} />}
      fields={<ReceiptFields made={record !== undefined} />}
      submitLabel={record ? say("Update Receipt") : say("Create Receipt")}
    />
  );
}
