import { useCallback, useEffect, useRef } from "react";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { describeError } from "../../api/describeError.ts";
import { request } from "../../api/request.ts";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { voidParam } from "../../domain/receipts/receiptUrls.ts";
import { getTypingRelease } from "../../hooks/holdTyping.ts";
import { useConsumeQueryParam } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useMonthLock } from "../../live/monthLock.ts";
import { showToast } from "../../ui/toast/Toast.tsx";

interface VoidFromUrlOptions {
  canVoid: boolean;
  getRow: (id: number) => Receipt | undefined;
  /** Opens the dialog that voids the receipt. */
  askVoid: (receipt: Receipt) => void;
}

/**
 * Opens the dialog that voids the receipt whose id is in the URL, or shows why it cannot be voided. Returns a function
 * that cancels the request for the receipt, for when the user opens something else meanwhile.
 */
export function useVoidFromUrl({ canVoid, getRow, askVoid }: VoidFromUrlOptions): () => void {
  const { describeLock } = useMonthLock();
  const controller = useRef<AbortController>(undefined);
  const cancel = useCallback(() => controller.current?.abort(), []);
  useEffect(() => cancel, [cancel]);
  useConsumeQueryParam({
    name: voidParam,
    valueParams: [voidParam],
    ready: canVoid,
    onPresent: (values) => void open(Number(values.get(voidParam))),
  });

  /** Requests the receipt if it is not in the list, which may be loading or filtered. */
  async function open(id: number): Promise<void> {
    // The dialog takes the held keys when it opens; without a dialog they go back to the page.
    const releaseTyping = getTypingRelease();
    cancel();
    controller.current = new AbortController();
    const { signal } = controller.current;
    try {
      const receipt = getRow(id) ?? (await readReceipt(id, signal));
      const refusal = describeRefusal(receipt);
      if (refusal === undefined) return askVoid(receipt);
      showToast({ kind: "error", text: refusal });
    } catch (error) {
      if (!signal.aborted) showToast({ kind: "error", text: describeError(error) });
    }
    releaseTyping();
  }

  function describeRefusal(receipt: Receipt): string | undefined {
    if (receipt.VoidedAt === null) return describeLock(paymentReceipt, receipt);
    return t("{receipt} is already voided", { receipt: receiptName(receipt) });
  }

  return cancel;
}

async function readReceipt(id: number, signal: AbortSignal): Promise<Receipt> {
  const path = `/${paymentReceipt.name}/${id}`;
  const { data } = await request<{ data: Receipt }>({ method: "get", path, signal });
  signal.throwIfAborted();
  return data;
}
