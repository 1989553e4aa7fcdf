import { useAtomValue } from "jotai";
import { lazy, Suspense } from "react";
import { store } from "../../hooks/store.ts";
import { printJobAtom } from "./receiptPrinting.ts";

const ReceiptPrintout = lazy(async () => ({ default: (await import("./ReceiptPrintout.tsx")).ReceiptPrintout }));

/** Prints the receipts of printReceipt(); mounted once. */
export function ReceiptPrinter() {
  const job = useAtomValue(printJobAtom, { store });
  if (!job) return null;
  return (
    <Suspense>
      <ReceiptPrintout key={job.serial} job={job} />
    </Suspense>
  );
}
