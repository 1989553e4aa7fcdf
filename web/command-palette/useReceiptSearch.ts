import { useEffect, useState } from "react";
import type { RecordOf } from "../../shared/registry.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { request } from "../api/request.ts";

export type Receipt = RecordOf<typeof paymentReceipt>;

const debounceMs = 150;
const noReceipts: readonly Receipt[] = [];

/**
 * Receipts by number (R-123 or 123), house or amount: an exact number first, then the newest. The server searches, as there
 * are too many receipts to load.
 */
export function useReceiptSearch({
  text,
  enabled,
  limit,
}: {
  text: string;
  enabled: boolean;
  limit: number;
}): readonly Receipt[] {
  const [found, setFound] = useState({ text: "", receipts: noReceipts });
  const sought = enabled
    ? text
        .trim()
        .replace(/^r-?(?=\d)/i, "")
        .replace(/(?<=\d),(?=\d)/g, "")
    : "";

  useEffect(() => {
    if (sought === "") return;
    const reading = new AbortController();
    const rest = setTimeout(() => {
      searchReceipts({ sought, most: limit, signal: reading.signal }).then(
        (receipts) => setFound({ text: sought, receipts }),
        // Without a response the results have no receipts.
        () => reading.signal.aborted || setFound({ text: sought, receipts: noReceipts }),
      );
    }, debounceMs);
    return () => {
      clearTimeout(rest);
      reading.abort();
    };
  }, [sought, limit]);

  return sought !== "" && found.text === sought ? found.receipts : noReceipts;
}

async function searchReceipts({ sought, most, signal }: { sought: string; most: number; signal: AbortSignal }) {
  const [exact, others] = await Promise.all([
    /^\d{1,9}$/.test(sought) ? fetchReceipts({ ReceiptNo: sought }, signal) : [],
    fetchReceipts({ q: sought, sort: "-ReceiptNo", limit: String(most) }, signal),
  ]);
  const ids = new Set(exact.map(({ PaymentReceiptID }) => PaymentReceiptID));
  return [...exact, ...others.filter(({ PaymentReceiptID }) => !ids.has(PaymentReceiptID))].slice(0, most);
}

async function fetchReceipts(parameters: Record<string, string>, signal: AbortSignal): Promise<Receipt[]> {
  const path = `/${paymentReceipt.name}?${new URLSearchParams(parameters)}`;
  const { data } = await request<{ data: Receipt[] }>({ method: "get", path, signal });
  return data;
}
