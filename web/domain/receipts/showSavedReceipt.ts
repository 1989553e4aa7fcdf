import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { t } from "../../i18n/t.ts";
import type { CreatedActions } from "../../resource/useResourceEditor.ts";
import { createUndoAction, showToast } from "../../ui/toast/Toast.tsx";
import { appendConcurrentPayment } from "./concurrentPayment.tsx";
import { shortRupees } from "./describePayment.ts";
import type { Receipt } from "./receipt.ts";
import { printReceipt } from "./receiptPrinting.ts";

/** The buttons in the toast of a new receipt: Print, and Undo, which asks for the reason of the void. */
export function buildCreatedActions(canVoid: boolean): CreatedActions<Receipt> {
  return (receipt, askDelete) => ({
    firstAction: { label: t("Print"), onClick: () => void printReceipt(receipt) },
    ...(canVoid ? { action: createUndoAction(() => askDelete(receipt)) } : {}),
  });
}

/** The toast of a receipt that was made at the counter. */
export function showSavedReceipt(receipt: Receipt, actions: ReturnType<CreatedActions<Receipt>>): void {
  const { message } = appendConcurrentPayment({
    message: t("{receipt} saved", { receipt: receiptName(receipt) }),
    data: receipt,
  });
  showToast({
    kind: "success",
    text: message,
    detail: t("{amount} from {house}", { amount: shortRupees(receipt.AmountPaid), house: receipt.HouseNo }),
    ...actions,
  });
}
