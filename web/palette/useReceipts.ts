import { useEffect, useState } from "react";
import type { RecordOf } from "../../shared/registry.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { request } from "../lib/request.ts";

export type Receipt = RecordOf<typeof paymentReceipt>;

const restMs = 150;
const none: readonly Receipt[] = [];

/**
 * Receipts by number (R-123 or 123), house or amount, the newest first, the very number before all. The server looks for them:
 * an office has more of them than a window should read to find one.
 */
export function useReceipts({ text, may, most }: { text: string; may: boolean; most: number }): readonly Receipt[] {
  const [found, setFound] = useState({ text: "", receipts: none });
  const sought = may
    ? text
        .trim()
        .replace(/^r-?(?=\d)/i, "")
        .replace(/(?<=\d),(?=\d)/g, "")
    : "";

  useEffect(() => {
    if (sought === "") return;
    const reading = new AbortController();
    const rest = setTimeout(() => {
      find({ sought, most, signal: reading.signal }).then(
        (receipts) => setFound({ text: sought, receipts }),
        // Without an answer there are just no receipts among the results.
        () => reading.signal.aborted || setFound({ text: sought, receipts: none }),
      );
    }, restMs);
    return () => {
      clearTimeout(rest);
      reading.abort();
    };
  }, [sought, most]);

  return sought !== "" && found.text === sought ? found.receipts : none;
}

async function find({ sought, most, signal }: { sought: string; most: number; signal: AbortSignal }) {
  const [exact, others] = await Promise.all([
    /^\d{1,9}$/.test(sought) ? read({ ReceiptNo: sought }, signal) : [],
    read({ q: sought, sort: "-ReceiptNo", limit: String(most) }, signal),
  ]);
  const ids = new Set(exact.map(({ PaymentReceiptID }) => PaymentReceiptID));
  return [...exact, ...others.filter(({ PaymentReceiptID }) => !ids.has(PaymentReceiptID))].slice(0, most);
}

async function read(parameters: Record<string, string>, signal: AbortSignal): Promise<Receipt[]> {
  const path = `/${paymentReceipt.name}?${new URLSearchParams(parameters)}`;
  const { data } = await request<{ data: Receipt[] }>({ method: "get", path, signal });
  return data;
}
