import type { ReceiptPaper } from "../shared/paper/receipt.ts";
import { receiptFileName } from "../shared/paper/receipt.ts";
import type { RecordOf } from "../shared/registry.ts";
import type { paymentReceipt } from "../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../shared/resources/payment-schedule.ts";
import { Problem, request } from "./lib/request.ts";
import { savePaper } from "./savePaper.ts";

type Receipt = RecordOf<typeof paymentReceipt>;

/** Saves a receipt as a document to hand out. Throws when it cannot be made. */
export function saveReceipt(receipt: Receipt): Promise<void> {
  return savePaper({
    name: receiptFileName(receipt),
    make: async (letterhead) => {
      const [{ makeReceiptPdf }, installments] = await Promise.all([
        import("../shared/paper/receipt-pdf.ts"),
        installmentsOf(receipt),
      ]);
      return makeReceiptPdf({ receipt, installments }, letterhead);
    },
  });
}

/** The house's installments, of any year; none for those who may not see the schedule. */
async function installmentsOf({ PlotID, Allocations }: Receipt): Promise<ReceiptPaper["installments"]> {
  if (Allocations.length === 0) return [];
  try {
    const path = `/${paymentSchedule.name}?plot=${PlotID}`;
    const { data } = await request<{ data: ReceiptPaper["installments"] }>({ method: "get", path });
    return data;
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 403) return [];
    throw problem;
  }
}
