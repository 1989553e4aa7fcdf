import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { say } from "../../lib/language.ts";
import { ResourceForm } from "../../ResourceForm.tsx";
import type { Values } from "../../resourceValues.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import type { Column } from "../../ui/TableTypes.ts";
import type { useResourceEditor } from "../../useResourceEditor.ts";
import { ReceiptFields } from "./ReceiptFields.tsx";
import type { Receipt } from "./ReceiptFilter.ts";
import { MailTrouble } from "./ReceiptMail.tsx";

interface ReceiptFormProps {
  editor: Pick<ReturnType<typeof useResourceEditor<Receipt>>, "opened" | "close" | "save">;
  columns: readonly Column<Receipt>[];
  blank: Values;
  /** The receipt as it is known now. */
  live: Receipt | undefined;
  /** Who has just changed it. */
  changedBy: string | undefined;
}

/** A new receipt, or on the phone the change of one. */
export function ReceiptForm({ editor, columns, blank, live, changedBy }: ReceiptFormProps) {
  const { opened, close, save } = editor;
  if (!opened) return null;
  const { record } = opened;
  return (
    <Dialog
      open={opened.open}
      onOpenChange={(open) => !open && close()}
      title={record ? say("Edit Receipt {receipt}", { receipt: receiptName(record) }) : say("Add Receipt")}
    >
      <ResourceForm
        key={opened.serial}
        resource={paymentReceipt}
        columns={columns}
        record={record}
        live={opened.open ? live : undefined}
        changedBy={changedBy}
        name={record && say("{noun} {name}", { noun: say("Receipt"), name: receiptName(record) })}
        blank={blank}
        note={record && <MailTrouble receipt={live ?? record} />}
        fields={<ReceiptFields made={record !== undefined} />}
        submitLabel={record ? say("Update Receipt") : say("Create Receipt")}
        oneColumn={false}
        onSave={save}
        onCancel={close}
      />
    </Dialog>
  );
}
