import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { saveReceiptPdf } from "../../domain/receipts/saveReceiptPdf.ts";
import { t } from "../../i18n/t.ts";
import type { useExportAction } from "../../resource/export/ExportButton.tsx";
import { createLockAction } from "../../resource/lockAction.ts";
import type { RowAction } from "../../ui/table/tableTypes.ts";

/** The actions of a receipt that is edited in its row. */
export function buildInlineEditActions(
  receipt: Receipt,
  { submit, close }: { submit: () => Promise<unknown>; close: () => void },
): readonly RowAction[] {
  const name = receiptName(receipt);
  return [
    { key: "save", label: t("Save {name}", { name }), icon: "check", onPress: () => void submit() },
    { key: "cancel", label: t("Cancel changes of {name}", { name }), icon: "x", onPress: close },
  ];
}

interface ReceiptRowActionsOptions {
  /** Says that the month of the receipt is locked; undefined if it is not. */
  lockedText: string | undefined;
  createExportAction: ReturnType<typeof useExportAction>;
  onEdit: ((receipt: Receipt) => void) | undefined;
  onVoid: ((receipt: Receipt) => void) | undefined;
}

/** PDF, edit and void. In a locked month a lock replaces edit and void, if the user may do one of them. */
export function buildReceiptRowActions(
  receipt: Receipt,
  { lockedText, createExportAction, onEdit, onVoid }: ReceiptRowActionsOptions,
): readonly RowAction[] {
  const name = receiptName(receipt);
  const actions: RowAction[] = [
    createExportAction({ label: t("PDF of {name}", { name }), exportFile: () => saveReceiptPdf(receipt) }),
  ];
  if (lockedText !== undefined && (onEdit || onVoid)) return [...actions, createLockAction(lockedText)];
  if (onEdit)
    actions.push({ key: "edit", label: t("Edit {name}", { name }), icon: "pencil", onPress: () => onEdit(receipt) });
  if (onVoid)
    actions.push({
      key: "void",
      label: t("Void {name}", { name }),
      icon: "trash",
      danger: true,
      onPress: () => onVoid(receipt),
    });
  return actions;
}
