import { useLayoutEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { isolate, t } from "../../i18n/t.ts";
import type { AfterCreateActions } from "../../resource/useResourceEditor.ts";
import { createUndoAction, showToast } from "../../ui/toast/Toast.tsx";
import { formatWithPenalty } from "../amounts.ts";
import { appendConcurrentPayment } from "./concurrentPayment.tsx";
import type { Receipt } from "./receipt.ts";
import { printReceipt } from "./receiptPrinting.ts";
import { voidReceiptUrl } from "./receiptUrls.ts";

/**
 * What the toast of a new receipt has below its text: the amount with its penalty, and the buttons Print and Undo. Undo
 * opens the dialog that voids the receipt, in the list of receipts if the user has left the screen meanwhile.
 */
export function useReceiptToastActions(canVoid: boolean): AfterCreateActions<Receipt> {
  const navigate = useNavigate();
  const isMounted = useRef(false);
  // A layout effect, because React also cleans it up while the screen is hidden until the next one is loaded.
  useLayoutEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return (receipt, askDelete) => ({
    detail: t("{receipt}: {payment}", { receipt: isolate(receiptName(receipt)), payment: formatPayment(receipt) }),
    leadingAction: { label: t("Print"), onClick: () => void printReceipt(receipt) },
    action: canVoid
      ? createUndoAction(() => (isMounted.current ? askDelete(receipt) : void navigate(voidReceiptUrl(receipt))))
      : undefined,
  });
}

/** Shows the toast of a receipt that was recorded at the counter, with a concurrent payment of the house, if any. */
export function showSavedReceipt(receipt: Receipt, actions: ReturnType<AfterCreateActions<Receipt>>): void {
  const { message } = appendConcurrentPayment({
    message: t("{receipt} saved", { receipt: receiptName(receipt) }),
    data: receipt,
  });
  showToast({
    kind: "success",
    text: message,
    ...actions,
    detail: formatPayment(receipt),
  });
}

/** `Rs 4,400 with penalty of Rs 200 from A-14`. */
function formatPayment({ AmountPaid, PenaltyAmount, HouseNo }: Receipt): string {
  const amount = formatWithPenalty({ rupees: AmountPaid, penalty: PenaltyAmount });
  return t("{amount} from {house}", { amount, house: isolate(HouseNo) });
}
