import { useEffect, useState } from "react";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { request } from "../api/request.ts";
import type { Receipt } from "../domain/receipts/receipt.ts";

const debounceMs = 150;
const noReceipts: readonly Receipt[] = [];

/**
 * Finds receipts by number (R-123 or 123), house or amount: the exact number first, then the newest. The server
 * searches, because there are too many receipts to load.
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
  const [results, setResults] = useState({ query: "", receipts: noReceipts });
  const query = enabled ? toQuery(text) : "";

  useEffect(() => {
    if (query === "") return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      searchReceipts({ query, limit, signal: controller.signal }).then(
        (receipts) => setResults({ query, receipts }),
        // A failed search shows no receipts.
        () => controller.signal.aborted || setResults({ query, receipts: noReceipts }),
      );
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, limit]);

  return query !== "" && results.query === query ? results.receipts : noReceipts;
}

/** The receipt with the number in the text: R-123 or 123. */
export function findReceiptByNumber(receipts: readonly Receipt[], text: string): Receipt | undefined {
  return receipts.find(({ ReceiptNo }) => String(ReceiptNo) === toQuery(text));
}

/** Whether the text can only mean a receipt: R-123. */
export function hasReceiptPrefix(text: string): boolean {
  return /^\s*r-?\d/i.test(text);
}

/** The text without the prefix of a receipt number and the separators of an amount: `R-123` to `123`. */
function toQuery(text: string): string {
  return text
    .trim()
    .replace(/^r-?(?=\d)/i, "")
    .replace(/(?<=\d),(?=\d)/g, "");
}

async function searchReceipts({ query, limit, signal }: { query: string; limit: number; signal: AbortSignal }) {
  const [exact, others] = await Promise.all([
    /^\d{1,9}$/.test(query) ? fetchReceipts({ ReceiptNo: query }, signal) : [],
    fetchReceipts({ q: query, sort: "-ReceiptNo", limit: String(limit) }, signal),
  ]);
  const ids = new Set(exact.map(({ PaymentReceiptID }) => PaymentReceiptID));
  return [...exact, ...others.filter(({ PaymentReceiptID }) => !ids.has(PaymentReceiptID))].slice(0, limit);
}

async function fetchReceipts(filters: Record<string, string>, signal: AbortSignal): Promise<Receipt[]> {
  const path = `/${paymentReceipt.name}?${new URLSearchParams(filters)}`;
  const { data } = await request<{ data: Receipt[] }>({ method: "get", path, signal });
  return data;
}
