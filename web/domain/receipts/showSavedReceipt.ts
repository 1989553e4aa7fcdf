import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { t } from "../../i18n/t.ts";
import { createUndoAction, showToast } from "../../ui/toast/Toast.tsx";
import { appendConcurrentPayment } from "./concurrentPayment.tsx";
import { shortRupees } from "./describePayment.ts";
import type { Receipt } from "./receipt.ts";
import { printReceipt } from "./receiptPrinting.ts";

/** The toast of a new receipt, with Print and Undo; `onUndo` asks for the reason of the void. */
export function showSavedReceipt(receipt: Receipt, { onUndo }: { onUndo: ((receipt: Receipt) => void) | undefined }) {
  const { message } = appendConcurrentPayment({
    message: t("{receipt} saved", { receipt: receiptName(receipt) }),
    data: receipt,
  });
  showToast({
    kind: "success",
    text: message,
    detail: t("{amount} from {house}", { amount: shortRupees(receipt.AmountPaid), house: receipt.HouseNo }),
    firstAction: { label: t("Print"), onClick: () => void printReceipt(receipt) },
    ...(onUndo ? { action: createUndoAction(() => onUndo(receipt)) } : {}),
  });
}
