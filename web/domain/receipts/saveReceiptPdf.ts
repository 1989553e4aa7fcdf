import type { ReceiptDocument } from "../../../shared/documents/payment-receipt.ts";
import { receiptFileName } from "../../../shared/documents/payment-receipt.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { ApiError, request } from "../../api/request.ts";
import { saveDocument } from "../../resource/export/saveDocument.ts";
import type { Receipt } from "./receipt.tsx";

/** Saves a receipt as a PDF file. Throws if the data or code cannot be loaded. */
export async function saveReceiptPdf(receipt: Receipt): Promise<void> {
  const installments = await fetchInstallments(receipt);
  await saveDocument({
    fileName: receiptFileName(receipt),
    render: (pdfs, letterhead) => pdfs.createReceiptPdf({ receipt, installments }, letterhead),
  });
}

/** The house's installments of all years, which the receipt names; empty if the user may not see them. */
async function fetchInstallments({ PlotID, Allocations }: Receipt): Promise<ReceiptDocument["installments"]> {
  if (Allocations.length === 0) return [];
  try {
    const path = `/${paymentSchedule.name}?plot=${PlotID}`;
    const { data } = await request<{ data: ReceiptDocument["installments"] }>({ method: "get", path });
    return data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return [];
    throw error;
  }
}
